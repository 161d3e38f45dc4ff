//! The billed periods of each component follow each other without hole or overlap, from the start
//! of the subscription on. What was left unbilled on purpose is on record.

use calendar::{Period, Timestamp};

use super::Finding;
use crate::pricing::ChargeType;
use crate::snapshot::{Cause, Component, Line, Place, Role, Snapshot, Status, Subscription};

pub(super) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    snapshot.subscriptions.iter().flat_map(|own| tiles(snapshot, own)).collect()
}

fn tiles(snapshot: &Snapshot, own: &Subscription) -> Vec<Finding> {
    let components = own.components().zip(&own.progress.places);
    components
        .filter_map(|((_, component, _), place)| {
            let mut periods = billed(snapshot, own, component);
            periods.extend(&place.skipped);
            periods.sort_by_key(|period| period.start);
            hole(own, component, place, &periods)
        })
        .collect()
}

/// The periods of the lines that stand for time: advances, or arrears where all comes at the end.
fn billed(snapshot: &Snapshot, own: &Subscription, component: &Component) -> Vec<Period> {
    let role = match component.charge_type() {
        ChargeType::PrePost => Role::Advance,
        ChargeType::PostOnly => Role::Arrears,
    };
    let is_own = |line: &&Line| {
        let plan = line.plan.as_ref().zip(line.component);
        let of = plan.and_then(|(plan, place)| plan.components.get(place));
        line.role == role && of.is_some_and(|of| of.id == component.id)
    };
    let invoices = snapshot.invoices.iter().filter(|invoice| {
        invoice.subscription.as_ref() == Some(&own.id)
            && matches!(invoice.cause, Cause::Cycle { .. } | Cause::Next { .. })
    });
    invoices.flat_map(|invoice| invoice.lines.iter().filter(is_own)).map(|l| l.period).collect()
}

fn hole(
    own: &Subscription,
    component: &Component,
    place: &Place,
    periods: &[Period],
) -> Option<Finding> {
    let mut at = own.start;
    for period in periods {
        if period.start != at {
            let (id, name) = (&own.id, &component.name);
            let then = period.start;
            return Some(format!("subscription {id} bills {name} to {at}, then from {then}"));
        }
        at = period.end;
    }
    let open = place.open.map(|open| open.span.period);
    let until = match (open, component.charge_type()) {
        (Some(open), ChargeType::PrePost) => Some(billed_ahead(place, open).unwrap_or(open.end)),
        (Some(open), ChargeType::PostOnly) => Some(open.start),
        (None, _) => own.known_end().filter(|_| own.status == Status::Ended),
    };
    let until = until.filter(|until| *until != at)?;
    let (id, name) = (&own.id, &component.name);
    Some(format!("subscription {id} bills {name} to {at} and should to {until}"))
}

/// The end of the period after the running one, where that was billed before its time.
fn billed_ahead(place: &Place, open: Period) -> Option<Timestamp> {
    let ahead = place.advances.iter().find(|advance| advance.period.start == open.end);
    ahead.map(|advance| advance.period.end)
}
