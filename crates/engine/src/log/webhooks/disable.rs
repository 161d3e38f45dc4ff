//! Stops sending to an endpoint. What waits for it goes back into the log: its position becomes
//! that before the first event that it has not got.

use billing::fact::FactType;
use records::Webhook;
use records::webhook::{DeliveryState, WebhookState};

use super::update::tell;
use crate::{Failure, Session};

/// The endpoint is held by whoever calls.
pub(super) fn disable(
    session: &mut Session<'_, '_>,
    (before, mut after): (Webhook, Webhook),
    reason: String,
) -> Result<Webhook, Failure> {
    let company = session.company_id().to_owned();
    if let Some(first) = store::webhook::delivery::first_open(session.tx, &company, &after.id)? {
        after.position = after.position.min(first - 1);
    }
    let failed = (DeliveryState::Failed.word(), 0);
    store::webhook::delivery::close(session.tx, &company, &after.id, failed)?;
    after.state = WebhookState::Disabled;
    after.disabled_reason = Some(reason);
    after.updated_at = session.now().max(before.updated_at);
    store::webhook::update(session.tx, &after)?;
    tell(session, FactType::WebhookDisabled, (&before, &after))?;
    metrics::counter!("perennial_webhooks_disabled_total").increment(1);
    Ok(after)
}
