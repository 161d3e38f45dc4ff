//! The billed periods of each component follow each other without hole or overlap, from when it was
//! put on. What was left unbilled on purpose is on record, and what came back is not billed.

use calendar::{Period, Timestamp};

use super::Finding;
use crate::pricing::ChargeType;
use crate::snapshot::{
    Cause, Component, Derivation, Handle, Invoice, Line, Place, PlanState, Role, Snapshot, Status,
    Subscription,
};

pub(super) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    snapshot.subscriptions.iter().flat_map(|own| tiles(snapshot, own)).collect()
}

fn tiles(snapshot: &Snapshot, own: &Subscription) -> Vec<Finding> {
    let components = own.components().zip(&own.progress.places);
    components
        .filter_map(|((state, component, _), place)| {
            let mut periods = billed(snapshot, own, (state, component));
            periods.extend(unbilled(own, state, component));
            let from = place.from.unwrap_or(own.start);
            periods.retain(|period| period.start >= from);
            periods.extend(&place.skipped);
            periods.sort_by_key(|period| (period.start, period.end));
            hole(own, component, place, &periods)
        })
        .collect()
}

/// The periods of the lines that stand for time: advances, or arrears where all comes at the end.
fn billed(
    snapshot: &Snapshot,
    own: &Subscription,
    (state, component): (&PlanState, &Component),
) -> Vec<Period> {
    let in_advance = component.charge_type() == ChargeType::PrePost;
    let is_own = |line: &Line| {
        let plan = line.plan.as_ref().zip(line.component);
        let of = plan.filter(|(plan, _)| plan.id == state.plan.id);
        let of = of.and_then(|(plan, place)| plan.components.get(place));
        let stands = if in_advance { line.is_ahead() } else { line.role == Role::Arrears };
        stands && of.is_some_and(|of| of.id == component.id)
    };
    let invoices = snapshot.invoices.iter().filter(|invoice| {
        invoice.subscription.as_ref() == Some(&own.id)
            && !matches!(invoice.cause, Cause::Reissue { .. })
    });
    let lines = invoices.flat_map(|invoice| {
        let numbered = invoice.lines.iter().enumerate();
        numbered.map(|(place, line)| (Some((&invoice.id, place)), line))
    });
    let lines = lines.chain(own.life.waiting.iter().map(|line| (None, line)));
    lines
        .filter(|(_, line)| is_own(line))
        .filter_map(|(named, line)| {
            let end = named.and_then(|named| came_back(snapshot, own, named, line.period));
            Period::new(line.period.start, end.unwrap_or(line.period.end)).ok()
        })
        .collect()
}

/// From where on a line came back. What a cancel gives back of time that was used was billed.
fn came_back(
    snapshot: &Snapshot,
    own: &Subscription,
    (invoice, place): (&Handle, usize),
    period: Period,
) -> Option<Timestamp> {
    let lines = snapshot.invoices.iter().flat_map(|own: &std::sync::Arc<Invoice>| &own.lines);
    let backs = lines.chain(&own.life.waiting).filter(|line| match &line.derivation {
        Derivation::GivenBack(back) => back.invoice == *invoice && back.line == place,
        _ => false,
    });
    let whole = |line: &&Line| own.status == Status::Cancelled && line.period == period;
    backs.filter(|line| !whole(line)).map(|line| line.period.start).min()
}

/// What was taken off and is billed at the end of its period.
fn unbilled(own: &Subscription, state: &PlanState, component: &Component) -> Vec<Period> {
    if component.charge_type() == ChargeType::PrePost {
        return Vec::new();
    }
    let same = own.progress.left.iter().filter(|left| {
        let of = state.plan.components.get(left.component);
        *left.plan == *state.plan.id && of.is_some_and(|of| of.id == component.id)
    });
    same.filter_map(|left| left.place.open).map(|open| open.served()).collect()
}

fn hole(
    own: &Subscription,
    component: &Component,
    place: &Place,
    periods: &[Period],
) -> Option<Finding> {
    let (id, name) = (&own.id, &component.name);
    let mut at = place.from.unwrap_or(own.start);
    for period in periods {
        if period.start != at {
            let then = period.start;
            return Some(format!("subscription {id} bills {name} to {at}, then from {then}"));
        }
        at = period.end;
    }
    let open = place.open.map(|open| open.served());
    let until = match (open, component.charge_type()) {
        (Some(open), ChargeType::PrePost) => Some(billed_ahead(place, open).unwrap_or(open.end)),
        (Some(open), ChargeType::PostOnly) => Some(open.start),
        (None, _) if own.is_live() => place.opens,
        (None, _) => own.known_end().filter(|_| own.status == Status::Ended),
    };
    let cancelled = own.known_end().filter(|_| own.status == Status::Cancelled && open.is_none());
    let short = cancelled.filter(|end| at < *end && own.start < *end && place_was_used(place, at, own));
    let until = until.filter(|until| *until != at).or(short)?;
    Some(format!("subscription {id} bills {name} to {at} and should to {until}"))
}

/// Whether anything was ever billed: what is cancelled before its first period has no periods.
fn place_was_used(place: &Place, at: Timestamp, own: &Subscription) -> bool {
    at != place.from.unwrap_or(own.start)
}

/// The end of the period after the running one, where that was billed before its time.
fn billed_ahead(place: &Place, open: Period) -> Option<Timestamp> {
    let ahead = place.advances.iter().find(|advance| advance.period.start == open.end);
    ahead.map(|advance| advance.period.end)
}
