//! What minimums are asked for: running periods of the shortest component of a pricing, and of all.

use calendar::{Measure, Period, Term, Timestamp};

use crate::period::monthly::monthly_factor;
use crate::period::progress::RunningPeriod;
use crate::subscription::{Refund, SubscribedPricing, Subscription};

/// The periods of pricings and subscription that end with a billing date: those of their shortest
/// component.
#[derive(Default)]
pub(crate) struct Minimums {
    pub(crate) plans: Vec<Option<Reach>>,
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
}

/// A running period of a component, or of one that was removed.
pub(crate) struct Running {
    pub plan: Option<usize>,
    pub term: Term,
    pub running: Option<RunningPeriod>,
}

impl Minimums {
    /// Looked at before anything is closed.
    pub fn new(subscription: &Subscription, at: Timestamp) -> Minimums {
        let of_plans =
            subscription.pricings.iter().any(|subscribed| subscribed.pricing.minimum.is_some());
        let of_former =
            subscription.lifecycle.removed_pricings.iter().any(|pricing| pricing.minimum.is_some());
        if subscription.minimum.is_none() && !of_plans && !of_former {
            return Minimums::default();
        }
        let running = running(subscription);
        let shortest = |of: &dyn Fn(&Running) -> bool, from: Timestamp| {
            let open = running.iter().filter(|known| known.running.is_some());
            let terms = open.filter(|each| of(each)).map(|running| running.term);
            let shortest = terms.min_by_key(|term| -monthly_factor(*term))?;
            let closing = running.iter().filter(|running| of(running) && running.term == shortest);
            let closing = closing
                .filter_map(|running| running.running)
                .filter(|o| closes(subscription, o, at));
            let open = closing.max_by_key(|running| running.served().end)?;
            reach(subscription, open, from, at).filter(|_| !is_waived(subscription, open, at))
        };
        let plan = |(place, subscribed): (usize, &SubscribedPricing)| {
            shortest(&|running| running.plan == Some(place), subscribed.since)
        };
        let plans = subscription.pricings.iter().enumerate().map(plan).collect();
        let from = subscription.progress.asked_from.unwrap_or(subscription.served_from());
        let all = shortest(&|_| true, from);
        Minimums { plans, all, asked: true }
    }
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
pub(crate) fn running(subscription: &Subscription) -> Vec<Running> {
    let of_plans = subscription.pricings.iter().enumerate().flat_map(|(plan, subscribed)| {
        subscribed.pricing.components.iter().map(move |component| (plan, component.term))
    });
    let current =
        of_plans.zip(&subscription.progress.components).map(|((plan, term), progress)| Running {
            plan: Some(plan),
            term,
            running: progress.running,
        });
    let left = subscription.progress.removed.iter().filter_map(|removed| {
        let term = subscription.former(removed)?.components.get(removed.component)?.term;
        Some(Running {
            plan: subscription.place_of(removed),
            term,
            running: removed.progress.running,
        })
    });
    current.chain(left).collect()
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
    Some(Reach { period, grid: running.span.grid, measure: running.measure })
}
