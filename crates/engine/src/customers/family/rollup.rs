//! A rollup begins, changes and ends, at once or at its dates.

use records::{Customer, CustomerId, Moment, Object};
use serde_json::json;
use store::billed::{Billed, RollupRun};
use store::rollup::Rollup;

use super::rebill::{Turned, rebill};
use crate::bill;
use crate::customers::update;
use crate::{Failure, Refusal, Session};

/// A rollup whose start is not given starts now, and goes on from there.
pub(in crate::customers) fn tidy(before: Option<&Customer>, customer: &mut Customer, now: Moment) {
    if !customer.child_rollup_billing {
        return;
    }
    let before = before.filter(|before| before.child_rollup_billing);
    let known = before.and_then(|before| before.child_rollup_billing_config.as_ref());
    let config = customer.child_rollup_billing_config.get_or_insert_default();
    config.start_date =
        config.start_date.or(known.and_then(|known| known.start_date)).or(Some(now));
}

/// What a new customer collects; nobody is below it yet.
pub(in crate::customers) fn begin(
    session: &mut Session<'_, '_>,
    customer: &Customer,
) -> Result<(), Failure> {
    if !customer.child_rollup_billing {
        return Ok(());
    }
    let company = session.company_id().to_owned();
    let billed = bill::hold(session, &customer.id)?;
    let rollup = state(session, customer, &billed, session.now());
    store::rollup::set(session.tx, &company, &customer.id, &rollup)?;
    bill::due_anew(session, &customer.id)
}

/// Lets whoever should pay for what is at and below a customer that has another parent or another
/// rollup than before.
pub(in crate::customers) fn follow(
    session: &mut Session<'_, '_>,
    before: &Customer,
    after: &Customer,
) -> Result<(), Failure> {
    let turned = (before.child_rollup_billing, &before.child_rollup_billing_config)
        != (after.child_rollup_billing, &after.child_rollup_billing_config);
    if !turned && before.parent_customer_id == after.parent_customer_id {
        return Ok(());
    }
    let at = session.now();
    let rollup = match turned && (before.child_rollup_billing || after.child_rollup_billing) {
        true => {
            let billed = bill::hold(session, &after.id)?;
            let mut rollup = state(session, after, &billed, at);
            if billed.rollup_zone.is_some() && cadence(before) != cadence(after) {
                // What waits is billed at the next of the new dates.
                rollup.run = match rollup.run.at >= Some(at) {
                    true => rollup.run,
                    false => RollupRun { at: Some(at), parts: 0 },
                };
            }
            Some(rollup)
        }
        false => None,
    };
    let changed = rebill(session, Turned { top: &after.id, rollup: rollup.as_ref(), at })?;
    // A rollup that begins on its date bills what waited for it.
    changed.iter().try_for_each(|id| bill::catch_up(session, id))
}

/// A rollup begins or ends at its date, if nobody else has turned it meanwhile.
pub(crate) fn turn(session: &mut Session<'_, '_>, id: &CustomerId) -> Result<(), Failure> {
    let billed = bill::hold(session, id)?;
    let now = session.now();
    let Some(at) = billed.rollup_turn_at.filter(|at| *at <= now) else { return Ok(()) };
    let (company, currency) =
        (session.company_id().to_owned(), session.company().preferred_currency.clone());
    let row = store::customer::by_id(session.tx, &company, id)?;
    let row = row.ok_or_else(|| Refusal::not_found("customer", id))?;
    let customer = row.record(&currency)?;
    // What a database of an earlier version only took note of begins now.
    let noted = at == Moment::from_micros(0);
    let mut begun = customer.clone();
    tidy(None, &mut begun, now);
    if noted && begun != customer {
        let config = json!(begun.child_rollup_billing_config);
        let fields = Object::from_iter([("child_rollup_billing_config".to_owned(), config)]);
        return update(session, id, &fields).map(|_| ());
    }
    let at = if noted { now } else { at };
    let rollup = state(session, &customer, &billed, at);
    rebill(session, Turned { top: id, rollup: Some(&rollup), at }).map(|_| ())
}

/// What the rollup of a customer is at an instant. Its dates keep the zone in which it began.
fn state(session: &Session<'_, '_>, customer: &Customer, billed: &Billed, at: Moment) -> Rollup {
    let (active, turn_at) = rollup_phase(customer, at);
    let zone = billed.rollup_zone.clone();
    let zone = zone.unwrap_or_else(|| session.company().preferred_timezone.clone());
    Rollup { zone: active.then_some(zone), turn_at, run: billed.run }
}

/// Whether the rollup of a customer is active at an instant, and when that changes.
pub(crate) fn rollup_phase(customer: &Customer, at: Moment) -> (bool, Option<Moment>) {
    if !customer.child_rollup_billing {
        return (false, None);
    }
    let config = customer.child_rollup_billing_config.as_ref();
    let start = config.and_then(|config| config.start_date);
    let end = config.and_then(|config| config.end_date);
    match (start.filter(|start| *start > at), end) {
        (_, Some(end)) if end <= at => (false, None),
        (Some(start), _) => (false, Some(start)),
        (None, end) => (true, end),
    }
}

/// What its dates follow from.
fn cadence(customer: &Customer) -> (Option<Moment>, Option<records::Frequency>) {
    let config = customer.child_rollup_billing_config.as_ref();
    config.map_or((None, None), |config| (config.start_date, config.frequency))
}
