//! Deletes an endpoint: nothing more is sent to it.

use billing::fact::FactType;
use records::{Object, Webhook, WebhookId};

use super::NOUN;
use crate::engine::found;
use crate::{Failure, Session};

pub fn delete(session: &mut Session<'_, '_>, id: &WebhookId) -> Result<Webhook, Failure> {
    let company = session.company_id().to_owned();
    let webhook = found(store::webhook::lock(session.tx, &company, id)?, NOUN, id)?.webhook.0;
    store::webhook::delete(session.tx, &company, id)?;
    let values = Object::from_iter([("url".to_owned(), webhook.url.clone().into())]);
    session.fact(FactType::WebhookDeleted, id, values)?;
    Ok(webhook)
}
