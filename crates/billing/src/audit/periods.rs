//! The billed periods of each component follow each other without hole or overlap, from when it was
//! put on. What was left unbilled on purpose is on record, and what came back is not billed.

use calendar::{Period, Timestamp};

use super::Finding;
use crate::pricing::ChargeType;
use crate::snapshot::{
    Cause, Component, Derivation, Handle, Invoice, InvoiceState, Line, Place, PlanState, Role,
    Snapshot, Status, Subscription,
};

pub(super) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    snapshot.subscriptions.iter().flat_map(|own| tiles(snapshot, own)).collect()
}

fn tiles(snapshot: &Snapshot, own: &Subscription) -> Vec<Finding> {
    let components = own.components().zip(&own.progress.places);
    components
        .filter_map(|((state, component, _), place)| {
            let mut stretches = billed(snapshot, own, (state, component));
            let from = place.from.unwrap_or(own.start);
            stretches.retain(|own| own.period.start >= from);
            let mut periods = cut(stretches);
            periods.extend(unbilled(own, state, component));
            periods.extend(&place.skipped);
            periods.sort_by_key(|period| (period.start, period.end));
            hole(own, component, place, &periods)
        })
        .collect()
}

/// A stretch of time that a line stands for.
struct Stretch {
    period: Period,
    /// Whether a change put it on inside a period.
    by_change: bool,
    /// Whether a share of it that comes back may come to nothing.
    worthless: bool,
}

/// The periods of the lines that stand for time: advances, or arrears where all comes at the end.
fn billed(
    snapshot: &Snapshot,
    own: &Subscription,
    (state, component): (&PlanState, &Component),
) -> Vec<Stretch> {
    let in_advance = component.charge_type() == ChargeType::PrePost;
    let is_own = |line: &Line| {
        let plan = line.plan.as_ref().zip(line.component);
        let of = plan.filter(|(plan, _)| plan.id == state.plan.id);
        let of = of.and_then(|(plan, place)| plan.components.get(place));
        let stands = if in_advance { line.is_ahead() } else { line.role == Role::Arrears };
        stands && of.is_some_and(|of| of.id == component.id)
    };
    let mut found = Vec::new();
    for invoice in &snapshot.invoices {
        let of = invoice.subscription.as_ref() == Some(&own.id);
        if !of || matches!(invoice.cause, Cause::Reissue { .. }) {
            continue;
        }
        let is_void = matches!(invoice.state, InvoiceState::Void { .. });
        for (place, line) in invoice.lines.iter().enumerate().filter(|(_, line)| is_own(line)) {
            let back = came_back(snapshot, own, (&invoice.id, place), line.period);
            let end = back.unwrap_or(line.period.end);
            let Ok(period) = Period::new(line.period.start, end) else { continue };
            let changed = matches!(invoice.cause, Cause::Change { .. });
            let by_change = line.role == Role::Remainder || changed;
            found.push(Stretch { period, by_change, worthless: is_void || is_worthless(line) });
        }
    }
    let waiting = own.life.waiting.iter().filter(|line| is_own(line));
    found.extend(waiting.map(|line| Stretch {
        period: line.period,
        by_change: true,
        worthless: is_worthless(line),
    }));
    found
}

/// So little that a share of it may be rounded to nothing.
fn is_worthless(line: &Line) -> bool {
    let days = (line.period.end.as_second() - line.period.start.as_second()) / 86_400;
    line.net().is_ok_and(|net| net.minor <= days.max(1))
}

/// Where nothing came back of what a change took off, it goes as far as what the change put on.
fn cut(mut stretches: Vec<Stretch>) -> Vec<Period> {
    stretches.sort_by_key(|own| (own.period.start, own.by_change, own.period.end));
    let starts: Vec<(usize, Timestamp)> = stretches
        .iter()
        .enumerate()
        .filter(|(_, own)| own.by_change)
        .map(|(place, own)| (place, own.period.start))
        .collect();
    let end = |place: usize, own: &Stretch| {
        let mut later = starts.iter().filter(|(other, _)| *other > place);
        let next = later.find(|_| own.worthless).map(|(_, start)| *start);
        next.map_or(own.period.end, |start| own.period.end.min(start))
    };
    let numbered = stretches.iter().enumerate();
    let periods = numbered.map(|(place, own)| Period::new(own.period.start, end(place, own)));
    periods.filter_map(Result::ok).collect()
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
        let same = *left.plan == *state.plan.id && left.since == state.since;
        same && of.is_some_and(|of| of.id == component.id)
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
        // It was over before the first period of what a change put on.
        (None, _) if place.opens.is_some() => None,
        (None, _) => own.known_end().filter(|_| own.status == Status::Ended),
    };
    let cancelled = own.known_end().filter(|_| own.status == Status::Cancelled && open.is_none());
    let short = cancelled.filter(|end| at < *end && place_was_used(place, at, own));
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
