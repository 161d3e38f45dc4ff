//! `GET /email_templates/defaults/{kind}`

use axum::http::Method;
use engine::Refusal;
use records::email::template::{EmailLanguage, EmailTemplateDefault};
use records::{Area, EmailKind};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, QueryKind, QueryParameter, read};
use crate::page;

const QUERY: &[QueryParameter] = &[QueryParameter {
    name: "language",
    description: "`en`, `de`, `fr`, `es` or `ja`; `en` when absent.",
    kind: QueryKind::Text,
}];

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/email_templates/defaults/{kind}",
        id: "getEmailTemplateDefault",
        tag: TAG,
        summary: "Get our words for a kind of e-mail",
        description: "The place to begin a template from: our parts in a language, and the \
            variables that a template of this kind may name.",
        grant: read(Area::EMAIL_TEMPLATES),
        query: QUERY,
        body: None,
        status: 200,
        answer: record::<EmailTemplateDefault>(),
        action: Action::Get(|_, call| {
            let word = call.segment("kind");
            let kind =
                EmailKind::find(word).ok_or_else(|| Refusal::not_found("kind of e-mail", word))?;
            let language = call.parameter("language").filter(|code| !code.is_empty());
            let language = language.map(language_of).transpose()?;
            page::record(&engine::emails::default(kind, language))
        }),
    }
}

fn language_of(code: &str) -> Result<EmailLanguage, Refusal> {
    EmailLanguage::find(code).ok_or_else(|| {
        Refusal::invalid("/language", "unknown", "One of `en`, `de`, `fr`, `es`, `ja`.")
    })
}
