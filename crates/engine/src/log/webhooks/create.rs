//! Makes an endpoint, which is told of everything from now on.

use billing::fact::FactType;
use records::webhook::WebhookWithSecret;
use records::{Object, Webhook};

use super::check::check;
use super::{PREFIX, secret};
use crate::overlay::laid_over;
use crate::session::filled;
use crate::{Failure, Refusal, Session};

/// Each follows the log by itself.
const MOST: i64 = 1_000;

/// The record with its secret; this is the only time that the secret is seen.
pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<WebhookWithSecret, Failure> {
    let company = session.company_id().to_owned();
    let fresh = Webhook {
        company_id: company.clone(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..Webhook::default()
    };
    let mut webhook = laid_over(&fresh, sent)?;
    check(session, &mut webhook)?;
    if store::webhook::count(session.tx, &company)? >= MOST {
        let detail = format!("A company has at most {MOST} webhooks.");
        return Err(Refusal::conflict("too_many", detail).into());
    }
    // Facts that wait for their position belong to whoever asks from now on.
    webhook.position = store::fact::last_position(session.tx, &company)?;
    let secret = secret::new();
    store::webhook::insert(session.tx, &webhook, &secret)?;
    let values = serde_json::to_value(&webhook).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::WebhookCreated, &webhook.id, values)?;
    Ok(with_secret(webhook, secret))
}

pub(super) fn with_secret(webhook: Webhook, secret: String) -> WebhookWithSecret {
    WebhookWithSecret {
        company_id: webhook.company_id,
        created_at: webhook.created_at,
        description: webhook.description,
        disabled_reason: webhook.disabled_reason,
        event_types: webhook.event_types,
        id: webhook.id,
        position: webhook.position,
        previous_secret_until: webhook.previous_secret_until,
        secret,
        state: webhook.state,
        updated_at: webhook.updated_at,
        url: webhook.url,
    }
}
