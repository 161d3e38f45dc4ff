//! The catalog over HTTP: every kind of record is made, read, changed and found alike.

pub mod bundles;
pub mod entitlements;
pub mod items;
pub mod metrics;
pub mod pricing;
pub mod products;

use axum::http::Method;
use engine::find::Find;
use records::Area;
use serde_json::{Value, json};

use crate::openapi::{Schema, find_body};
use crate::operation::{Action, Case, Operation, read, write};

/// What the operations of one kind have in common.
struct Kind {
    tag: &'static str,
    /// `/products`
    collection: &'static str,
    /// `/products/{id}`
    one: &'static str,
    /// `/products/find`
    find: &'static str,
    area: Area,
}

impl Kind {
    fn create(&self, id: &'static str, body: Schema, answer: Schema, case: Case) -> Operation {
        Operation {
            method: Method::POST,
            path: self.collection,
            body: Some(body),
            grant: write(self.area),
            action: Action::Write(case),
            ..self.blank(id, answer)
        }
    }

    fn get(&self, id: &'static str, answer: Schema, case: Case) -> Operation {
        Operation {
            method: Method::GET,
            path: self.one,
            grant: read(self.area),
            action: Action::Get(case),
            ..self.blank(id, answer)
        }
    }

    fn update(&self, id: &'static str, body: Schema, answer: Schema, case: Case) -> Operation {
        Operation {
            method: Method::PATCH,
            path: self.one,
            body: Some(body),
            grant: write(self.area),
            action: Action::Write(case),
            description: "What is not sent is kept, `null` clears.",
            ..self.blank(id, answer)
        }
    }

    fn find(
        &self,
        id: &'static str,
        (name, find): (&'static str, Find),
        answer: Schema,
        case: Case,
    ) -> Operation {
        Operation {
            method: Method::POST,
            path: self.find,
            body: Some(find_body(name, find)),
            grant: read(self.area),
            action: Action::Search(case),
            description: "All given filters must match. Only a null `from_key` ends a walk.",
            ..self.blank(id, answer)
        }
    }

    fn blank(&self, id: &'static str, answer: Schema) -> Operation {
        Operation {
            method: Method::GET,
            path: self.collection,
            id,
            tag: self.tag,
            summary: "",
            description: "",
            grant: read(self.area),
            query: &[],
            body: None,
            status: 200,
            answer,
            action: Action::Get(|_, _| Ok(String::new())),
        }
    }
}

/// `state` in a PATCH.
fn state() -> Value {
    json!({ "type": "string", "enum": ["ACTIVE", "ARCHIVED"] })
}

/// A name that has to be there.
fn name() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 255 })
}
