//! What a contract is worth: what recurs, as recurring revenue counts it, over the time that is
//! agreed. A term is cut where its value changes: at scheduled prices, at changes that are agreed,
//! and at the first billing date that a discount does not reach any more.

use std::sync::Arc;

use calendar::{Anchor, Frequency, Grid, Measure, Period, Share, Term, Timestamp};
use money::{Amount, Ratio, Rounding};

use crate::command::Command;
use crate::decide::decide;
use crate::definition::Faults;
use crate::id::SubscriptionHandle;
use crate::metering::NoUsage;
use crate::period::{charge, monthly_factor};
use crate::project::project;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::recurring_revenue::monthly;
use crate::subscription::{DiscountState, Subscription};

/// So many billing dates are gone through where changes are agreed.
const MOST_DATES: i64 = 4_000;
/// A schedule has at most so many prices.
const MOST_PRICES: usize = 1_001;

/// Annual and total value, what is bought once within the latter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub acv: Amount,
    pub tcv: Amount,
}

/// The time that is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Timestamp,
    pub to: Timestamp,
}

impl Span {
    /// The first term of a new subscription, which begins after its trial.
    pub fn of_new(subscription: &Subscription) -> Result<Span, Refusal> {
        let from = subscription.renewals.base.instant();
        let to = Grid::new(subscription.renewals.base.clone(), subscription.terms.term)?;
        let to = to.boundary(1)?;
        Ok(Span { from, to: subscription.end.map_or(to, |end| end.min(to)) })
    }

    /// What is left of the term of one that is changed.
    pub fn of_changed(subscription: &Subscription, at: Timestamp) -> Span {
        let to = subscription.known_end().unwrap_or(subscription.renewals.date);
        Span { from: at.min(to), to }
    }
}

/// The value of a subscription over a span, with what is bought once.
pub fn value(
    snapshot: &Snapshot,
    id: &SubscriptionHandle,
    span: Span,
    once: Amount,
) -> Result<Value, Refusal> {
    let known = snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    let zone = known.terms.anchor.zone().clone();
    let month = Grid::new(Anchor::new(span.from, zone), Term::every(Frequency::Month))?;
    let year = month.boundary(12)?;
    // Nobody knows what will be used, or which objects there will be: neither is promised.
    let unused = alone(snapshot, known);
    let mut ahead = Ahead::of(snapshot, known, span)?;
    let (mut all, mut first, mut at) = (Ratio::ZERO, Ratio::ZERO, span.from);
    while at < span.to {
        let subscription = ahead.at(id, at)?;
        let brings = monthly(&unused, &subscription, at)?.0;
        let mut until = next_cut(&subscription, at)?.map_or(span.to, |cut| cut.min(span.to));
        if at < year {
            until = until.min(year);
        }
        let part = &brings * &(months(&month, until)? - months(&month, at)?);
        if at < year {
            first += &part;
        }
        all += &part;
        at = until;
    }
    let length = months(&month, span.to)?;
    let yearly = match span.to < year {
        true => annualised(&first, &length),
        false => first,
    };
    let currency = known.terms.currency;
    let round = |exact: &Ratio| exact.to_minor(currency, Rounding::HalfAwayFromZero);
    Ok(Value { acv: round(&yearly)?, tcv: round(&all)?.checked_add(once)? })
}

/// What a shorter time would bring in twelve months; nothing of no time.
fn annualised(first: &Ratio, length: &Ratio) -> Ratio {
    (first * &Ratio::from(12)).checked_div(length).unwrap_or_default()
}

/// How many months lie between the beginning and an instant: whole ones, and the days of another.
fn months(grid: &Grid, at: Timestamp) -> Result<Ratio, Refusal> {
    let index = grid.index_at(at)?;
    let whole = grid.period_containing(at)?;
    let part = Period { start: whole.start, end: at };
    let zone = grid.anchor().zone();
    // Days, and seconds where it is not whole days.
    let measure = match zone.local(at).time() == zone.local(whole.start).time() {
        true => Measure::LocalDays,
        false => Measure::Seconds,
    };
    Ok(Ratio::from(index) + Share::of(part, whole, measure, zone)?.ratio())
}

/// When the value may next be another.
fn next_cut(subscription: &Subscription, at: Timestamp) -> Result<Option<Timestamp>, Refusal> {
    let mut cuts: Vec<Timestamp> = Vec::new();
    let terms = subscription.state.components().map(|(_, state)| state.component.term);
    if let Some(shortest) = terms.max_by_key(|term| monthly_factor(*term)) {
        let grid = subscription.grid(shortest)?;
        let ends = subscription.discounts.iter().filter_map(|discount| discount.expires);
        for end in ends {
            cuts.push(grid.next_boundary_from(end)?);
        }
    }
    for (subscribed, state) in subscription.state.components() {
        if state.component.pricing.pricing_type != charge::SCHEDULED {
            continue;
        }
        let grid = subscription.grid(state.component.term)?;
        let first = grid.index_at(grid.next_boundary_from(subscribed.since)?)?;
        let reached = grid.index_at(at)?.saturating_sub(first);
        if usize::try_from(reached).is_ok_and(|reached| reached < MOST_PRICES) || reached < 0 {
            cuts.push(grid.next_boundary_after(at)?);
        }
    }
    let ahead = subscription.lifecycle.changes.iter().filter(|change| change.applied.is_none());
    cuts.extend(ahead.map(|change| change.at));
    Ok(cuts.into_iter().filter(|cut| *cut > at).min())
}

/// A subscription in the time that lies ahead of it.
enum Ahead {
    /// Nothing about it changes by itself: as it is once it is paid for.
    Same(Arc<Subscription>),
    /// Changes are agreed: what is due is decided until then.
    Decided(Box<Snapshot>),
}

impl Ahead {
    fn of(snapshot: &Snapshot, known: &Arc<Subscription>, span: Span) -> Result<Ahead, Refusal> {
        if !known.lifecycle.changes.iter().any(|change| change.applied.is_none()) {
            return Ok(Ahead::Same(Arc::new(paid_for(known, span))));
        }
        let terms = known.state.components().map(|(_, state)| state.component.term);
        if let Some(shortest) = terms.max_by_key(|term| monthly_factor(*term)) {
            let grid = known.grid(shortest)?;
            let dates = grid.index_at(span.to)?.saturating_sub(grid.index_at(span.from)?);
            if dates > MOST_DATES {
                let mut faults = Faults::default();
                let detail = "come with a term of too many billing dates";
                faults.add("scheduled_changes", "too_many_dates", detail);
                return faults.or(None).map_err(Refusal::Invalid);
            }
        }
        Ok(Ahead::Decided(Box::new(alone(snapshot, known))))
    }

    fn at(&mut self, id: &SubscriptionHandle, at: Timestamp) -> Result<Arc<Subscription>, Refusal> {
        match self {
            Ahead::Same(subscription) => Ok(subscription.clone()),
            Ahead::Decided(snapshot) => {
                for fact in decide(snapshot, &Command::RunDue, at)? {
                    project(snapshot, &fact)?;
                }
                snapshot.subscription(id).cloned().ok_or(Refusal::NotFound)
            }
        }
    }
}

/// The subscription as it is when it has begun and its trial, if it has one, is over.
fn paid_for(known: &Subscription, span: Span) -> Subscription {
    let mut paid = known.clone();
    for discount in &mut paid.discounts {
        if discount.state == DiscountState::Pending {
            discount.state = DiscountState::Active;
        }
    }
    if let Some(trial) = paid.lifecycle.trial.take() {
        if !trial.anchored {
            paid.terms.anchor = Anchor::new(span.from, paid.terms.anchor.zone().clone());
        }
        paid.state.pricings.iter_mut().for_each(|subscribed| subscribed.since = span.from);
    }
    paid
}

/// A snapshot of nothing but this subscription, billed by itself.
fn alone(snapshot: &Snapshot, known: &Arc<Subscription>) -> Snapshot {
    let mut alone = snapshot.clone();
    alone.subscriptions.retain(|other| other.id == known.id);
    alone.credits.clear();
    alone.one_times.clear();
    alone.late.clear();
    alone.meter = Arc::new(NoUsage);
    Arc::make_mut(&mut alone.payer).rollup = None;
    alone
}
