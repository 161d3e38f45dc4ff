//! Sends again what was sent before: one delivery besides, or everything since an instant in order.

use records::webhook::{DeliveryState, RedeliverRequest, Redelivered, WebhookState};
use records::{DeliveryId, Moment, WebhookId};
use store::webhook::delivery::{DeliveryRow, Tried};
use store::webhook::{Held, Standing};

use super::deliver::{Input, WebhookDelivery};
use super::deliveries::shown;
use super::{DELIVERY_PREFIX, NOUN};
use crate::engine::found;
use crate::jobs::{NewJob, Work as _};
use crate::{Failure, Refusal, Session};

pub fn redeliver(
    session: &mut Session<'_, '_>,
    id: &WebhookId,
    request: &RedeliverRequest,
) -> Result<Redelivered, Failure> {
    let company = session.company_id().to_owned();
    let held = found(store::webhook::lock(session.tx, &company, id)?, NOUN, id)?;
    if held.webhook.0.state == WebhookState::Disabled {
        let detail = "Nothing is sent to an endpoint that is disabled: enable it first.";
        return Err(Refusal::conflict("webhook_disabled", detail).into());
    }
    match (&request.delivery_id, request.since) {
        (Some(delivery), None) => one(session, held, delivery),
        (None, Some(since)) => all(session, held, since),
        _ => {
            let detail = "Either `delivery_id` or `since` says what is sent again.";
            Err(Refusal::invalid("/delivery_id", "required", detail).into())
        }
    }
}

fn one(
    session: &mut Session<'_, '_>,
    held: Held,
    delivery: &DeliveryId,
) -> Result<Redelivered, Failure> {
    let company = session.company_id().to_owned();
    let known = store::webhook::delivery::by_id(session.tx, &company, delivery)?;
    let known = known.filter(|row| row.webhook_id == held.webhook.0.id);
    let known = known
        .ok_or_else(|| Refusal::invalid("/delivery_id", "unknown", "There is no such delivery."))?;
    let row = besides(session, known);
    send_besides(session, &row)?;
    Ok(Redelivered { delivery: Some(shown(row)), webhook: held.webhook.0 })
}

/// The same event once more, outside of the order.
fn besides(session: &Session<'_, '_>, known: DeliveryRow) -> DeliveryRow {
    DeliveryRow {
        id: session.new_id(DELIVERY_PREFIX),
        lane: String::new(),
        state: DeliveryState::Pending.word().to_owned(),
        attempts: 0,
        next_try_at: Some(session.wall()),
        tried: Tried::default(),
        created_at: session.wall(),
        ..known
    }
}

/// Writes down a delivery outside of the order, and the job that makes it.
pub(super) fn send_besides(
    session: &mut Session<'_, '_>,
    row: &DeliveryRow,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    store::webhook::delivery::add_many(session.tx, &company, std::slice::from_ref(row))?;
    let due_at = session.now();
    let new = NewJob {
        kind: WebhookDelivery::NAME,
        object: &row.object_id,
        target: &row.webhook_id,
        once: &row.id,
        due_at,
        input: Input::of(row),
    };
    session.add_job(new).map(|_| ())
}

/// The endpoint goes back in the log; what waits for it comes again anyway.
fn all(session: &mut Session<'_, '_>, held: Held, since: Moment) -> Result<Redelivered, Failure> {
    let company = session.company_id().to_owned();
    let mut webhook = held.webhook.0;
    let before = store::events::position_before(session.tx, &company, since)?;
    if before < webhook.position {
        let superseded = (DeliveryState::Superseded.word(), before + 1);
        store::webhook::delivery::close(session.tx, &company, &webhook.id, superseded)?;
        webhook.position = before;
        let taken_by = held.taken_by.as_deref();
        let standing = Standing { position: before, course: held.course, taken_by };
        store::webhook::go_on(session.tx, &company, &webhook.id, standing)?;
    }
    Ok(Redelivered { delivery: None, webhook })
}
