//! A new subscription: what is wrong with it, what it is, and everything it bills at once.

pub(crate) mod check;

use crate::fact::FactType;
use crate::invoice::Invoice;
use std::sync::Arc;

use calendar::{Anchor, Grid, Term, Timestamp};
use money::{Amount, Currency};

use crate::command::{ScheduledChange, Subscribe};
use crate::fact::Fact;
use crate::id::SubscriptionHandle;
use crate::one_time::{OneTimeTiming, order};
use crate::period::{BillingState, SubscribedPricing, charge, monthly_factor};
use crate::refusal::Refusal;
use crate::subscription::check::size;
use crate::subscription::discount::{Discount, DiscountState};
use crate::subscription::lifecycle::{Change, Lifecycle, NewDiscount, Proration, Timing, Trial};
use crate::subscription::recurring_revenue;
use crate::subscription::state::{RecurringRevenue, Renewals, Status, Subscription, Terms};
use crate::work::Work;

/// So many invoices may be made for the past.
const MOST_PAST: usize = 500;

/// Makes a subscription and bills what is due of it.
pub(crate) fn subscribe(work: &mut Work, wanted: &Subscribe) -> Result<(), Refusal> {
    let (currency, term) = check::check(work, wanted)?;
    let known = subscription(work, wanted, currency, term)?;
    // What cannot be valued cannot be sold; its worth is told once it is made.
    recurring_revenue::computed(&work.snapshot, &known, work.now)?;
    if known.terms.past_until.is_some() {
        check_past(&known, work.now)?;
    }
    let (made, now) = (known.clone(), work.now);
    work.tell(Fact::created(known));
    let timing = OneTimeTiming::Immediate(made.terms.first_billing_date);
    let items = &wanted.onetime_items;
    work.tell_all(order::with(&work.snapshot, &made, (None, timing, now), items));
    work.parks = false;
    Ok(())
}

/// Refuses a subscription that was made for a past of too many invoices, given its first fact.
pub(crate) fn check_made(work: &Work, first: usize) -> Result<(), Refusal> {
    let made = work.facts.iter().skip(first);
    let mut made = made.filter(|fact| fact.kind() == FactType::SubscriptionCreated);
    let Some(id) = made.find_map(Fact::subscription) else { return Ok(()) };
    let facts = work.facts.iter().skip(first);
    let past = facts.filter(|fact| is_past(fact, id, work.now)).count();
    match past > MOST_PAST {
        true => Err(Refusal::TooManyPastInvoices(MOST_PAST)),
        false => Ok(()),
    }
}

fn subscription(
    work: &Work,
    wanted: &Subscribe,
    currency: Currency,
    term: Term,
) -> Result<Subscription, Refusal> {
    let now = work.now;
    let start = wanted.start.unwrap_or(now);
    let zone = work.snapshot.company.zone.clone();
    let anchor = Anchor::new(wanted.anchor.unwrap_or(start), zone);
    let zero = Amount::zero(currency);
    let past = wanted.past_invoices && start < now;
    let status = if start > now { Status::Pending } else { Status::Active };
    let pricings = wanted.pricings.iter().map(|wanted| {
        SubscribedPricing::new(wanted.pricing.clone(), start, wanted.configurations.clone())
    });
    let pricings = pricings.collect::<Result<_, _>>()?;
    let renewals = renewals(wanted, &anchor, (start, now), term)?;
    let terms = Terms {
        created: now,
        currency,
        start,
        anchor,
        term,
        auto_renews: wanted.auto_renews,
        auto_charges: wanted.auto_charges,
        due_days: wanted.due_days,
        grace: wanted.grace,
        untaxed: wanted.untaxed,
        minimum: wanted.minimum,
        first_billing_date: if past { start } else { start.max(now) },
        past_until: past.then_some(now),
        taken_over: None,
    };
    Ok(Subscription {
        id: work.snapshot.minted.upcoming(0),
        customer: work.snapshot.customer(&wanted.customer)?.id.clone(),
        status,
        terms,
        end: wanted.end.filter(|end| Some(*end) != wanted.trial),
        renewals,
        discounts: discounts(work, wanted, status),
        state: BillingState { pricings, ..BillingState::default() },
        lifecycle: life(work, wanted),
        recurring_revenue: RecurringRevenue { mrr: zero, arr: zero },
        parked: None,
    })
}

/// A trial to begin with, and changes that are agreed beforehand.
fn life(work: &Work, wanted: &Subscribe) -> Lifecycle {
    let change = |(place, scheduled_change): (u32, &ScheduledChange)| Change {
        id: work.snapshot.minted.upcoming(place),
        asked: work.now,
        timing: Timing::CustomDate,
        proration: Proration::Next,
        at: scheduled_change.at,
        applied: None,
        scheduled: true,
        wanted: scheduled_change.wanted.clone(),
    };
    Lifecycle {
        trial: wanted.trial.map(|end| Trial {
            end,
            anchored: wanted.anchor.is_some(),
            since: None,
        }),
        changes: (0..).zip(&wanted.changes).map(|entry| Arc::new(change(entry))).collect(),
        ..Lifecycle::default()
    }
}

/// Renewal dates are counted from the given one, else from the start or the end of a trial. Terms
/// that are over when the subscription is made are not told one by one.
fn renewals(
    wanted: &Subscribe,
    anchor: &Anchor,
    (start, now): (Timestamp, Timestamp),
    term: Term,
) -> Result<Renewals, Refusal> {
    let first = if wanted.renewal.is_some() { 0 } else { 1 };
    let from = wanted.renewal.or(wanted.trial).unwrap_or(start);
    let base = Anchor::new(from, anchor.zone().clone());
    let grid = Grid::new(base.clone(), term)?;
    let next = match wanted.auto_renews && wanted.trial.is_none() {
        true => grid.index_at(now)?.saturating_add(1).max(first),
        false => first,
    };
    let last = if next > first { Some(grid.boundary(next.saturating_sub(1))?) } else { None };
    Ok(Renewals { base, next, date: grid.boundary(next)?, last })
}

fn discounts(work: &Work, wanted: &Subscribe, status: Status) -> Vec<Discount> {
    let state = match status {
        Status::Pending => DiscountState::Pending,
        _ => DiscountState::Active,
    };
    let made = |(place, new): (u32, &NewDiscount)| {
        new.made(work.snapshot.minted.upcoming(place), work.now, state)
    };
    (0_u32..).zip(&wanted.discounts).map(made).collect()
}

/// Refuses a long past before it is computed.
fn check_past(subscription: &Subscription, now: Timestamp) -> Result<(), Refusal> {
    let terms = subscription.state.components().map(|(_, state)| state.component.term);
    let Some(shortest) = terms.max_by_key(|term| monthly_factor(*term)) else { return Ok(()) };
    let grid = subscription.grid(shortest)?;
    let until = subscription.known_end().map_or(now, |end| end.min(now));
    let from = subscription.lifecycle.trial.map_or(subscription.terms.start, |trial| trial.end);
    let periods = charge::periods_since(grid.index_at(from)?, grid.index_at(until)?)?;
    match periods > MOST_PAST {
        true => Err(Refusal::TooManyPastInvoices(MOST_PAST)),
        false => size::check_at_once(subscription, (from, until), "start_date"),
    }
}

fn is_past(fact: &Fact, id: &SubscriptionHandle, now: Timestamp) -> bool {
    let past = |made: &Invoice| made.subscription.as_ref() == Some(id) && made.billing_date < now;
    fact.kind() != FactType::InvoiceWaived && fact.invoice_made().is_some_and(past)
}
