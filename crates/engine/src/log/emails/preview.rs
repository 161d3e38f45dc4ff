//! A template tried with a real record: the mail as it would be, of which nothing is kept or sent.

use mails::compose;
use records::EmailTemplate;
use records::email::template::{EmailPreview, EmailPreviewRequest};

use super::about::Unwritten;
use super::compose::{Filled, filled, overrides};
use super::queue::Cause;
use super::templates::{known, refuse_faulty};
use crate::{Failure, Refusal, Session};

pub fn preview(
    session: &mut Session<'_, '_>,
    request: &EmailPreviewRequest,
) -> Result<EmailPreview, Failure> {
    let kind = request.kind.unwrap_or_default();
    let mut template = EmailTemplate {
        html: request.html.clone(),
        kind,
        language: request.language,
        message: request.message.clone(),
        subject: request.subject.clone(),
        text: request.text.clone(),
        ..EmailTemplate::default()
    };
    let parts = [&template.subject, &template.message, &template.html, &template.text];
    let is_ours = parts.into_iter().all(Option::is_none);
    if !is_ours || request.kind.is_none() {
        refuse_faulty(&template, request.kind.is_some())?;
    }
    let language = request.language.map(known);
    let object = request.object_id.as_str();
    let made = filled(session, kind, object, (&Cause::default(), language));
    let made = made.map_err(|failure| match failure {
        Failure::Refused(Refusal::NotFound(detail)) => {
            Refusal::invalid("/object_id", "unknown", detail).into()
        }
        other => other,
    })?;
    let Filled { content, recipients, .. } = made.map_err(|unwritten| {
        let (Unwritten::Needless(why) | Unwritten::Impossible(why)) = unwritten;
        Refusal::invalid("/object_id", "not_written", format!("No such mail: {why}."))
    })?;
    if is_ours {
        let company = session.company_id().to_owned();
        let key = (kind.as_str(), content.wording.code());
        if let Some(known) = store::email_template::of_kind(session.tx, &company, key)? {
            template = known;
        }
    }
    let composed = compose(&content, &overrides(&template))
        .map_err(|wrong| Refusal::invalid("/message", wrong.code, wrong.detail))?;
    let addresses = |all: Vec<mails::Mailbox>| all.into_iter().map(|one| one.address).collect();
    Ok(EmailPreview {
        cc: addresses(recipients.cc),
        html: composed.html,
        language: content.wording.code().to_owned(),
        subject: composed.subject,
        text: composed.text,
        to: addresses(recipients.to),
    })
}
