//! What minimums are asked for: running periods of the shortest component of a pricing, and of all.

use calendar::{Measure, Period, Term, Timestamp};

use crate::period::monthly::monthly_factor;
use crate::period::progress::RunningPeriod;
use crate::period::state::SubscribedPricing;
use crate::subscription::{Refund, Subscription};

/// The period of the subscription's minimum that ends with a billing date: that of its shortest
/// component.
#[derive(Default)]
pub(crate) struct Minimums {
    pub(crate) all: Option<Reach>,
    /// Whether anything above the components has a minimum at all.
    pub(crate) asked: bool,
}

/// What a minimum is asked for, and the grid period that measures it.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    pub period: Period,
    pub grid: Period,
    pub measure: Measure,
    /// Whether the minimum was asked for elsewhere.
    pub elsewhere: bool,
}

/// A running period of a component, or of one that was removed.
pub(crate) struct Running<'a> {
    /// The pricing that it belongs to, unless that was removed.
    pub of: Option<&'a SubscribedPricing>,
    pub term: Term,
    pub running: Option<RunningPeriod>,
}

impl Minimums {
    /// Looked at before anything is closed.
    pub fn new(subscription: &Subscription, at: Timestamp) -> Minimums {
        let state = &subscription.state;
        let current = state.pricings.iter().map(|subscribed| &subscribed.pricing);
        let mut pricings = current.chain(state.removed.iter().map(|removed| &removed.pricing));
        let of_pricings = pricings.any(|pricing| pricing.minimum.is_some());
        if subscription.terms.minimum.is_none() && !of_pricings {
            return Minimums::default();
        }
        let from = state.asked_from.unwrap_or(subscription.served_from());
        let running = running(subscription);
        Minimums { all: shortest(subscription, &running, (from, at)), asked: true }
    }
}

/// The period of a pricing's minimum that ends with a billing date: that of its shortest component,
/// looked at before anything is closed.
pub(crate) fn reach_of(
    subscription: &Subscription,
    subscribed: &SubscribedPricing,
    at: Timestamp,
) -> Option<Reach> {
    let mut running = running(subscription);
    running.retain(|each| each.of.is_some_and(|known| known.pricing.id == subscribed.pricing.id));
    shortest(subscription, &running, (subscribed.since, at))
}

fn shortest(
    subscription: &Subscription,
    running: &[Running],
    (from, at): (Timestamp, Timestamp),
) -> Option<Reach> {
    let open = running.iter().filter(|known| known.running.is_some());
    let shortest = open.map(|known| known.term).min_by_key(|term| -monthly_factor(*term))?;
    let closing = running.iter().filter(|known| known.term == shortest);
    let closing = closing.filter_map(|known| known.running);
    let closing = closing.filter(|running| closes(subscription, running, at));
    let running = closing.max_by_key(|running| running.served().end)?;
    reach(subscription, running, from, at).filter(|_| !is_waived(subscription, running, at))
}

/// Whether a period of a subscription is billed to its end at an instant.
pub(crate) fn closes(subscription: &Subscription, running: &RunningPeriod, at: Timestamp) -> bool {
    running.span.period.end <= at || subscription.known_end().is_some_and(|end| end <= at)
}

/// Whether a period is cut by a cancel in full: it comes back whole, and its minimum is not asked.
pub(crate) fn is_waived(
    subscription: &Subscription,
    running: RunningPeriod,
    at: Timestamp,
) -> bool {
    let cancel = subscription.lifecycle.cancel.as_ref().filter(|cancel| cancel.at <= at);
    let in_full = cancel.is_some_and(|cancel| cancel.refund == Refund::Full);
    in_full && running.span.period.end > at
}

/// Everything that runs; what was removed belongs to its pricing where that goes on.
pub(crate) fn running(subscription: &Subscription) -> Vec<Running<'_>> {
    let state = &subscription.state;
    let current = state.components().map(|(subscribed, state)| Running {
        of: Some(subscribed),
        term: state.component.term,
        running: state.progress.running,
    });
    let removed = state.removed.iter().map(|removed| Running {
        of: state.pricing_of(removed),
        term: removed.state.component.term,
        running: removed.state.progress.running,
    });
    current.chain(removed).collect()
}

/// The grid period that a running one lies in, from an instant on and as far as it is over.
pub(crate) fn reach(
    subscription: &Subscription,
    running: RunningPeriod,
    from: Timestamp,
    at: Timestamp,
) -> Option<Reach> {
    let end = running.served().end;
    let end =
        subscription.known_end().filter(|known| *known <= at).map_or(end, |known| end.min(known));
    let start = running.span.grid.start.max(from).max(subscription.served_from());
    let period = Period::new(start, end).ok()?;
    let RunningPeriod { span, measure, elsewhere, .. } = running;
    Some(Reach { period, grid: span.grid, measure, elsewhere })
}
