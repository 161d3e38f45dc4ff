//! The billed periods of each component follow each other without hole or overlap, from when it was
//! put on. What was left unbilled on purpose is on record, and what came back is not billed.

use std::collections::BTreeMap;

use calendar::{Measure, Period, Share, Timestamp};
use money::Ratio;

use crate::audit::finding::Finding;
use crate::audit::stretch::{Stretch, cut};
use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::{Cause, Derivation, Invoice, InvoiceState, Line, PendingLines, Role};
use crate::period::{ComponentProgress, ComponentState, SubscribedPricing};
use crate::pricing::{ChargeType, Component};
use crate::snapshot::Snapshot;
use crate::subscription::{Refund, Status, Subscription};

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let billed = Billed::of(snapshot);
    snapshot.subscriptions.iter().flat_map(|subscription| tiles(&billed, subscription)).collect()
}

/// What was billed, by what it is asked for.
struct Billed<'a> {
    /// The invoices of each subscription, each with its place among all.
    invoices: BTreeMap<&'a SubscriptionHandle, Vec<(usize, &'a Invoice)>>,
    /// What came back of each line of an invoice, and on which.
    backs: BTreeMap<(&'a InvoiceHandle, usize), Vec<(&'a Invoice, &'a Line)>>,
    pending_lines: &'a PendingLines,
    count: usize,
}

impl<'a> Billed<'a> {
    fn of(snapshot: &'a Snapshot) -> Billed<'a> {
        let count = snapshot.invoices.len();
        let (invoices, backs) = (BTreeMap::new(), BTreeMap::new());
        let pending_lines = &snapshot.pending_lines;
        let mut all = Billed { invoices, backs, pending_lines, count };
        for (made, invoice) in snapshot.invoices.iter().enumerate() {
            for subscription in invoice.subscriptions() {
                all.invoices.entry(subscription).or_default().push((made, invoice));
            }
            for line in &invoice.lines {
                if let Derivation::ProrationCredit(back) = &line.derivation {
                    let of = (&back.invoice, back.line);
                    all.backs.entry(of).or_default().push((invoice, line));
                }
            }
        }
        all
    }
}

fn tiles(all: &Billed<'_>, subscription: &Subscription) -> Vec<Finding> {
    let components = subscription.state.components().filter(|_| subscription.state.begun);
    components
        .filter_map(|(subscribed, ComponentState { component, progress, .. })| {
            let mut stretches = billed(all, subscription, (subscribed, component));
            let from = progress.from.unwrap_or(subscription.terms.start);
            let removed = subscription.state.removed.iter();
            let removed = removed.filter(|known| known.pricing.id == subscribed.pricing.id);
            let places: Vec<&ComponentProgress> =
                removed.map(|known| &known.state.progress).chain([progress]).collect();
            let (over, paid) = (over(subscription), is_paid_out(subscription));
            let ended = !subscription.is_live();
            let stays = |stretch: &Stretch| paid || !is_stale(stretch, &places, (over, ended));
            stretches.retain(|known| known.period.start >= from && stays(known));
            stretches.extend(progress.skipped.iter().map(|period| Stretch {
                period: *period,
                made: all.count + 1,
                early: false,
                worthless: false,
                net: Some(0),
                whole: *period,
            }));
            let mut periods = cut(stretches, subscription.terms.anchor.zone());
            let left = unbilled(subscription, subscribed, component).into_iter();
            periods.extend(left.filter(|period| period.start >= from));
            periods.sort_by_key(|period| (period.start, period.end));
            hole(subscription, component, progress, &periods)
        })
        .collect()
}

/// Whether something was billed before its time that is not worth giving back, and was removed.
fn is_stale(
    stretch: &Stretch,
    places: &[&ComponentProgress],
    (over, ended): (Option<Timestamp>, bool),
) -> bool {
    let begun =
        places.iter().filter_map(|progress| progress.running).map(|running| running.served().start);
    let ahead = match begun.max() {
        Some(begun) => stretch.period.start > begun,
        None => over.is_none_or(|over| stretch.period.start >= over),
    };
    let mut advances = places.iter().flat_map(|progress| &progress.advances);
    let known = advances.any(|advance| advance.period.start == stretch.period.start);
    stretch.early && stretch.worthless && ahead && (ended || !known)
}

/// The periods of the lines that stand for time: advances, or arrears where all comes at the end.
fn billed(
    all: &Billed<'_>,
    subscription: &Subscription,
    (subscribed, component): (&SubscribedPricing, &Component),
) -> Vec<Stretch> {
    let in_advance = component.charge_type() == ChargeType::PrePost;
    let is_own = |line: &Line| {
        let stands = if in_advance { line.is_ahead() } else { line.role == Role::Arrears };
        stands && line.is_of(&subscribed.pricing, component)
    };
    let mut found = Vec::new();
    for (made, invoice) in all.invoices.get(&subscription.id).into_iter().flatten() {
        let made = *made;
        if matches!(invoice.cause, Cause::Reissue { .. }) {
            continue;
        }
        let is_void = matches!(invoice.state, InvoiceState::Void { .. });
        let own = |line: &Line| is_own(line) && invoice.is_of(line, &subscription.id);
        for (place, line) in invoice.lines.iter().enumerate().filter(|(_, line)| own(line)) {
            let back = came_back(all, subscription, (&invoice.id, place), line.period);
            let end = back.unwrap_or(line.period.end);
            let Ok(period) = Period::new(line.period.start, end) else { continue };
            let early = matches!(invoice.cause, Cause::Next { .. });
            let worthless = is_void || is_worthless(line);
            let net = line.net().ok().map(|net| net.minor);
            found.push(Stretch { period, made, early, worthless, net, whole: line.period });
        }
    }
    let waiting = all.pending_lines.of(&subscription.id).iter().filter(|line| is_own(line));
    found.extend(waiting.map(|line| Stretch {
        period: line.period,
        made: all.count,
        early: false,
        worthless: is_worthless(line),
        net: line.net().ok().map(|net| net.minor),
        whole: line.period,
    }));
    found
}

/// So little that a share of it may be rounded to nothing; or it sold a credit, and comes back by
/// what is left of that, however much time is.
fn is_worthless(line: &Line) -> bool {
    if line.credit_price().is_some() {
        return true;
    }
    let days = (line.period.end.as_second() - line.period.start.as_second()) / 86_400;
    line.net().is_ok_and(|net| net.minor.unsigned_abs() <= days.unsigned_abs().max(1))
}

/// From where on a line came back. What a cancel gives back of time that was used was billed.
fn came_back(
    all: &Billed<'_>,
    subscription: &Subscription,
    (invoice, place): (&InvoiceHandle, usize),
    period: Period,
) -> Option<Timestamp> {
    let cancelled = subscription.status == Status::Cancelled;
    let end = subscription.known_end().filter(|_| cancelled);
    let backs = all.backs.get(&(invoice, place)).into_iter().flatten();
    let billed = backs.map(|(known, line)| {
        // What a cancel gave back may return, and be billed again later.
        let after = end.is_some_and(|end| known.created >= end);
        (after || matches!(known.cause, Cause::Cancel { .. }), *line)
    });
    let waiting = all.pending_lines.of(&subscription.id).iter().map(|line| (cancelled, line));
    let starts = billed.chain(waiting).filter_map(|(cancels, line)| {
        let Derivation::ProrationCredit(back) = &line.derivation else { return None };
        let begun = subscription.known_end().is_some_and(|end| period.start < end);
        let whole = begun
            && line.period == period
            && (back.unused == Share::FULL || back.unused.ratio() != Ratio::ONE);
        let of = back.invoice == *invoice && back.line == place;
        let is_time = back.adjusts.is_none();
        (of && is_time && !(cancels && whole)).then_some(line.period.start)
    });
    starts.min()
}

/// What was removed and is billed at the end of its period.
fn unbilled(
    subscription: &Subscription,
    subscribed: &SubscribedPricing,
    component: &Component,
) -> Vec<Period> {
    if component.charge_type() == ChargeType::PrePost {
        return Vec::new();
    }
    let removed = subscription.state.removed.iter();
    let same =
        removed.filter(|known| known.is_of(subscribed) && known.state.component.id == component.id);
    same.filter_map(|known| known.state.progress.running).map(|running| running.served()).collect()
}

fn hole(
    subscription: &Subscription,
    component: &Component,
    progress: &ComponentProgress,
    periods: &[Period],
) -> Option<Finding> {
    let (id, name) = (&subscription.id, &component.name);
    let mut at = progress.from.unwrap_or(subscription.terms.start);
    for period in periods {
        if period.start != at && !is_no_day(subscription, progress, (at, period.start)) {
            let then = period.start;
            return Some(format!("subscription {id} bills {name} to {at}, then from {then}"));
        }
        at = period.end;
    }
    let open = progress.running.map(|running| running.served());
    let until = match (open, component.charge_type()) {
        (Some(open), ChargeType::PrePost) => Some(billed_ahead(progress, open)),
        (Some(open), ChargeType::PostOnly) => Some(open.start),
        (None, _) if subscription.is_live() => progress.opens,
        // It was over before the first period of what a change put on.
        (None, _) if progress.opens.is_some() => None,
        (None, _) => subscription
            .known_end()
            .filter(|_| subscription.status == Status::Ended && !is_cut(subscription)),
    };
    let cut = subscription
        .known_end()
        .filter(|_| !subscription.is_live() && is_cut(subscription) && open.is_none());
    let short = cut.filter(|end| {
        at < *end && place_was_used(progress, at, subscription) && !is_waived(subscription)
    });
    let until = until.filter(|until| *until != at).or(short)?;
    if is_no_day(subscription, progress, (at, until)) {
        return None;
    }
    Some(format!("subscription {id} bills {name} to {at} and should to {until}"))
}

/// Whether no day lies between two instants, where days are counted: a line that waits and is cut
/// to that is none.
fn is_no_day(
    subscription: &Subscription,
    progress: &ComponentProgress,
    (from, to): (Timestamp, Timestamp),
) -> bool {
    let counted = progress.running.is_none_or(|running| running.measure == Measure::LocalDays);
    let days = Measure::LocalDays.between(from, to, subscription.terms.anchor.zone());
    counted && from < to && days == 0
}

/// From when on nothing runs: the end, or a trial that a change gave.
fn over(subscription: &Subscription) -> Option<Timestamp> {
    let given = subscription
        .lifecycle
        .trial
        .filter(|_| subscription.is_live())
        .and_then(|trial| trial.since);
    given.or(subscription.known_end())
}

/// Whether its end charged the rest of its term, which goes on behind what was billed before.
fn is_paid_out(subscription: &Subscription) -> bool {
    !subscription.is_live()
        && subscription.lifecycle.cancel.as_ref().is_some_and(|cancel| cancel.remaining_balance)
}

/// Whether the end may have become known inside a period that was paid for.
fn is_cut(subscription: &Subscription) -> bool {
    subscription.status == Status::Cancelled || subscription.lifecycle.changed.is_some()
}

/// Whether it ended in full: what waited to be billed then, also of days that were used, is not.
fn is_waived(subscription: &Subscription) -> bool {
    subscription.lifecycle.cancel.as_ref().is_some_and(|cancel| cancel.refund == Refund::Full)
}

/// Whether anything was ever billed: what is cancelled before its first period has no periods.
fn place_was_used(
    progress: &ComponentProgress,
    at: Timestamp,
    subscription: &Subscription,
) -> bool {
    at != progress.from.unwrap_or(subscription.terms.start)
}

/// How far a running period is billed, with the one after it where that was billed before its time.
/// An end that became known later cuts nothing of that.
fn billed_ahead(progress: &ComponentProgress, open: Period) -> Timestamp {
    let from = |start: Timestamp| {
        let ahead = progress.advances.iter().find(|advance| advance.period.start == start);
        ahead.map(|advance| advance.period.end)
    };
    let end = from(open.start).map_or(open.end, |end| end.max(open.end));
    from(end).unwrap_or(end)
}
