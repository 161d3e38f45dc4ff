//! What a company says in mails in place of our words: one template a kind and language, tried with
//! made-up records of every sort before it is kept.

use billing::fact::FactType;
use mails::template::check;
use mails::template::check::variables;
use records::email::template::{EmailLanguage, EmailTemplateDefault};
use records::{EmailKind, EmailTemplate, EmailTemplateId, Object};

use super::compose::overrides;
use crate::engine::found;
use crate::listing::{self, ListRequest, Listed};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::{changed, filled};
use crate::{Failure, Refusal, Session};

const PREFIX: &str = "etpl_";

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<EmailTemplate, Failure> {
    let fresh = EmailTemplate {
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..EmailTemplate::default()
    };
    let template = laid_over(&fresh, sent)?;
    refuse_faulty(&template, sent.contains_key("kind"))?;
    let company = session.company_id().to_owned();
    store::email_template::insert(session.tx, &company, &template).map_err(taken)?;
    let values = serde_json::to_value(&template).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::EmailTemplateCreated, &template.id, values)?;
    Ok(template)
}

pub fn get(session: &mut Session<'_, '_>, id: &EmailTemplateId) -> Result<EmailTemplate, Failure> {
    let company = session.company_id().to_owned();
    Ok(found(store::email_template::get(session.tx, &company, id)?, "e-mail template", id)?)
}

pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
) -> Result<Listed<EmailTemplate>, Failure> {
    let id = |template: &EmailTemplate| template.id.clone();
    listing::walk(session, "email_templates", request, id, store::email_template::after)
}

pub fn update(
    session: &mut Session<'_, '_>,
    id: &EmailTemplateId,
    sent: &Object,
) -> Result<EmailTemplate, Failure> {
    let before = held(session, id)?;
    let mut after = laid_over(&before, sent)?;
    refuse_faulty(&after, true)?;
    if after == before {
        return Ok(before);
    }
    after.updated_at = session.now().max(before.updated_at);
    let company = session.company_id().to_owned();
    store::email_template::update(session.tx, &company, &after)?;
    let values = match (serde_json::to_value(&before), serde_json::to_value(&after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    session.fact(FactType::EmailTemplateUpdated, id, values)?;
    Ok(after)
}

/// From now on mails of this kind and language say what ours say.
pub fn delete(
    session: &mut Session<'_, '_>,
    id: &EmailTemplateId,
) -> Result<EmailTemplate, Failure> {
    let template = held(session, id)?;
    let company = session.company_id().to_owned();
    store::email_template::delete(session.tx, &company, id)?;
    session.fact(FactType::EmailTemplateDeleted, id, Object::new())?;
    Ok(template)
}

/// Our words, to begin from, and the names that a template may use.
pub fn default(kind: EmailKind, language: Option<EmailLanguage>) -> EmailTemplateDefault {
    let language = known(language.unwrap_or(EmailLanguage::En));
    let ours = mails::compose::ours(kind, language);
    EmailTemplateDefault {
        html: ours.html.unwrap_or_default(),
        kind,
        language: language.code().to_owned(),
        message: ours.message.unwrap_or_default(),
        subject: ours.subject.unwrap_or_default(),
        text: ours.text.unwrap_or_default(),
        variables: variables(kind),
    }
}

/// The language of the tables.
pub(super) fn known(language: EmailLanguage) -> mails::Language {
    let all = mails::Language::ALL.into_iter();
    all.into_iter().find(|known| known.code() == language.code()).unwrap_or_default()
}

/// Every fault of every part, by its field.
pub(super) fn refuse_faulty(template: &EmailTemplate, has_kind: bool) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    if !has_kind {
        faults.add("/kind", "required", "Name the kind of mail.");
        return faults.refuse_any();
    }
    for fault in check(template.kind, &overrides(template)) {
        faults.add(&format!("/{}", fault.field), fault.code, fault.detail);
    }
    let parts = [&template.subject, &template.message, &template.html, &template.text];
    if parts.into_iter().all(Option::is_none) {
        let detail = "A template says something: send `subject`, `message`, `html` or `text`.";
        faults.add("/message", "required", detail);
    }
    faults.refuse_any()
}

fn held(session: &mut Session<'_, '_>, id: &EmailTemplateId) -> Result<EmailTemplate, Failure> {
    let company = session.company_id().to_owned();
    Ok(found(store::email_template::lock(session.tx, &company, id)?, "e-mail template", id)?)
}

fn taken(error: store::Error) -> Failure {
    match error {
        store::Error::Taken(_) => Refusal::conflict(
            "template_exists",
            "There is a template of this kind and language: change that one.",
        )
        .into(),
        other => other.into(),
    }
}
