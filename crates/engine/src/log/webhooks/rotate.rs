//! Gives an endpoint another secret. For a day everything is signed by both.

use std::time::Duration;

use billing::fact::FactType;
use records::webhook::WebhookWithSecret;
use records::{Object, WebhookId};

use super::create::with_secret;
use super::{NOUN, secret};
use crate::engine::found;
use crate::jobs::later;
use crate::{Failure, Session};

/// In wall time.
const BOTH: Duration = Duration::from_secs(86_400);

pub fn rotate(session: &mut Session<'_, '_>, id: &WebhookId) -> Result<WebhookWithSecret, Failure> {
    let company = session.company_id().to_owned();
    let mut webhook = found(store::webhook::lock(session.tx, &company, id)?, NOUN, id)?.webhook.0;
    let (secret, until) = (secret::new(), later(session.wall(), BOTH));
    webhook.updated_at = session.now().max(webhook.updated_at);
    webhook.previous_secret_until = Some(until);
    store::webhook::rotate(session.tx, &webhook, &secret, until)?;
    let values =
        Object::from_iter([("previous_secret_until".to_owned(), until.to_string().into())]);
    session.fact(FactType::WebhookUpdated, id, values)?;
    Ok(with_secret(webhook, secret))
}
