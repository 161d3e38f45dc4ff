//! Templates of contracts over HTTP.

use axum::http::Method;
use engine::Refusal;
use engine::find::FindRequest;
use records::contract::template::{TemplatePreview, TemplatePreviewRequest};
use records::{Area, Template};
use serde_json::json;

use crate::openapi::{Schema, find_body, object, page_of, record, some_of};
use crate::operation::{Action, Operation, read, write};
use crate::page;

const TAG: &str = "Templates";

pub fn create() -> Operation {
    Operation {
        method: Method::POST,
        summary: "Create a template",
        description: "Markdown with `{{variables}}`: `company.*`, `contract.*`, `customer.*`, \
            `totals.*`, `pricing_table`, `one_time_table`, `discounts`, `signatories`, and any \
            other name for what each contract says itself.",
        grant: write(Area::PROPOSAL),
        body: Some(body("TemplateCreate", &["content", "name"])),
        action: Action::WriteLong(|session, call| {
            page::record(&engine::templates::create(session, &call.sent())?)
        }),
        ..blank("createTemplate", "/templates")
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a template",
        description: "With the names of its variables.",
        action: Action::Get(|session, call| {
            page::record(&engine::templates::get(session, call.segment("id"))?)
        }),
        ..blank("getTemplate", "/templates/{id}")
    }
}

pub fn update() -> Operation {
    Operation {
        method: Method::PATCH,
        summary: "Update a template",
        description: "Another text is another version; contracts keep the one that they were made \
            with. What is not sent is kept, `null` clears.",
        grant: write(Area::PROPOSAL),
        body: Some(body("TemplateUpdate", &[])),
        action: Action::WriteLong(|session, call| {
            let (id, sent) = (call.segment("id"), call.patch());
            page::record(&engine::templates::update(session, id, &sent)?)
        }),
        ..blank("updateTemplate", "/templates/{id}")
    }
}

pub fn find() -> Operation {
    Operation {
        method: Method::POST,
        summary: "Find templates",
        description: "All given filters must match. Only a null `from_key` ends a walk.",
        body: Some(find_body("Templates", engine::templates::FIND)),
        answer: page_of("TemplatesPage", record::<Template>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::templates::FIND, &call.body)?;
            page::found(&engine::templates::find(session, &request)?)
        }),
        ..blank("findTemplates", "/templates/find")
    }
}

pub fn version() -> Operation {
    Operation {
        summary: "Get a version of a template",
        description: "The text that it had; `updated_at` is since when.",
        action: Action::Get(|session, call| {
            let unknown = || Refusal::not_found("version", call.segment("version"));
            let version = call.segment("version").parse().map_err(|_| unknown())?;
            page::record(&engine::templates::version(session, call.segment("id"), version)?)
        }),
        ..blank("getTemplateVersion", "/templates/{id}/versions/{version}")
    }
}

pub fn preview() -> Operation {
    Operation {
        method: Method::POST,
        summary: "Preview a template",
        description: "The document that it makes of a contract or for a customer, and the \
            variables \
            that have no value. Nothing is written.",
        body: Some(record::<TemplatePreviewRequest>()),
        answer: record::<TemplatePreview>(),
        action: Action::Search(|session, call| {
            let (id, sent) = (call.segment("id"), call.sent());
            page::record(&engine::templates::preview(session, id, &sent)?)
        }),
        ..blank("previewTemplate", "/templates/{id}/preview")
    }
}

fn body(name: &'static str, required: &'static [&'static str]) -> Schema {
    Schema::new(move |components| {
        let mut fields = some_of::<Template>(components, Template::WRITABLE);
        let state = json!({ "type": "string", "enum": ["ACTIVE", "ARCHIVED"] });
        fields.insert("state".to_owned(), state);
        object(components, name, fields, required)
    })
}

fn blank(id: &'static str, path: &'static str) -> Operation {
    Operation {
        method: Method::GET,
        path,
        id,
        tag: TAG,
        summary: "",
        description: "",
        grant: read(Area::PROPOSAL),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Template>(),
        action: Action::Get(|_, _| Ok(String::new())),
    }
}
