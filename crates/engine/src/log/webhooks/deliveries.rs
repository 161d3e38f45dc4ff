//! Lists what was sent to an endpoint, or waits to be, the last first.

use records::webhook::{DeliveryAnswer, DeliveryRequest, DeliveryState};
use records::{WebhookDelivery, WebhookId};
use store::webhook::delivery::DeliveryRow;

use crate::listing::{self, ListRequest, Listed};
use crate::{Failure, Session};

pub fn list(
    session: &mut Session<'_, '_>,
    webhook: &WebhookId,
    request: &ListRequest,
) -> Result<Listed<WebhookDelivery>, Failure> {
    super::get(session, webhook)?;
    let operation = format!("webhooks/{webhook}/deliveries");
    let id = |delivery: &WebhookDelivery| delivery.id.clone();
    listing::walk(session, &operation, request, id, |tx, company, last, limit| {
        let rows = store::webhook::delivery::before(tx, company, (webhook, last), limit)?;
        Ok(rows.into_iter().map(shown).collect())
    })
}

pub(super) fn shown(row: DeliveryRow) -> WebhookDelivery {
    let tried = row.tried;
    WebhookDelivery {
        answer: DeliveryAnswer {
            body: tried.answer,
            status: tried.status,
            took_micros: tried.took,
            trouble: tried.trouble,
        },
        attempts: row.attempts,
        created_at: row.created_at,
        event_id: row.event_id,
        event_type: row.event_type,
        id: row.id,
        next_try_at: row.next_try_at,
        object_id: row.object_id,
        position: row.position,
        request: DeliveryRequest { body: row.body, headers: tried.headers, url: tried.url },
        state: DeliveryState::read(&row.state),
        tried_at: tried.tried_at,
        webhook_id: row.webhook_id,
    }
}
