//! One-time charges that are asked for, and those that are dropped before they are billed.

use std::sync::Arc;

use crate::command::AskOneTimes;
use crate::definition::Faults;
use crate::fact::{Fact, OneTimeFact, SubscriptionFact};
use crate::id::{OneTimeHandle, RequestHandle};
use crate::invoice::DiscountScope;
use crate::one_time::item::OneTimeTiming;
use crate::one_time::state::{OneTimeOrder, OneTimeState};
use crate::one_time::{bill, order};
use crate::refusal::Refusal;
use crate::subscription::{Discount, DiscountState, NewDiscount};
use crate::work::Work;

/// Takes an order. What is due now is billed by what runs after it.
pub(crate) fn ask(work: &mut Work, wanted: &AskOneTimes) -> Result<(), Refusal> {
    let minted = work.snapshot.minted;
    let now = work.now;
    let order = Arc::new(OneTimeOrder {
        id: minted.upcoming(0),
        customer: wanted.customer.clone(),
        currency: wanted.currency,
        created: now,
        timing: match wanted.next {
            true => OneTimeTiming::Next,
            false => OneTimeTiming::Immediate(wanted.at.unwrap_or(now).max(now)),
        },
        with: None,
        auto_charges: wanted.auto_charges,
        due_days: wanted.due_days,
        discounts: discounts(work, wanted),
    });
    let mut faults = Faults::default();
    if work.snapshot.customer(&wanted.customer)?.managed_externally {
        faults.add("customer_id", "managed_externally", "is managed elsewhere and billed there");
    }
    order::check(&wanted.items, Some(wanted.currency), &mut faults);
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    work.parks = false;
    work.tell_all(order::made(&work.snapshot, &order, &wanted.items));
    bill::check(work, &order)
}

/// Drops what is not billed yet.
pub(crate) fn drop(work: &mut Work, id: &OneTimeHandle) -> Result<(), Refusal> {
    let known = work.snapshot.one_time(id).ok_or(Refusal::NotFound)?;
    match known.state {
        OneTimeState::Pending => {}
        OneTimeState::Invoiced { .. } => return Err(Refusal::OneTimeInvoiced),
        OneTimeState::Cancelled => return Err(Refusal::OneTimeCancelled),
    }
    let at = work.now;
    let mut facts = revoked(work, id);
    facts.push(Fact::OneTime { one_time: id.clone(), at, fact: OneTimeFact::Cancelled });
    work.tell_all(facts);
    Ok(())
}

/// The facts that discounts of this charge alone hold for nothing any more.
fn revoked(work: &Work, id: &OneTimeHandle) -> Vec<Fact> {
    let scope = DiscountScope::OneTimeCharge(id.to_string());
    let mut facts = Vec::new();
    for subscription in &work.snapshot.subscriptions {
        let (id, at) = (&subscription.id, work.now);
        let of = |known: &&Discount| known.scope == scope && known.holds(at);
        facts.extend(subscription.discounts.iter().filter(of).map(|known| Fact::Subscription {
            subscription: id.clone(),
            at,
            fact: SubscriptionFact::DiscountRevoked { discount: known.id.clone() },
        }));
    }
    facts
}

/// What is taken off an order, and only there.
fn discounts(work: &Work, wanted: &AskOneTimes) -> Vec<Discount> {
    let order: RequestHandle = work.snapshot.minted.upcoming(0);
    let made = |(ahead, new): (u32, &NewDiscount)| {
        let id = work.snapshot.minted.upcoming(ahead);
        let mut discount = new.made(id, work.now, DiscountState::Active);
        if discount.scope == DiscountScope::Anything {
            discount.scope = DiscountScope::OneTime(order.to_string());
        }
        discount
    };
    (0_u32..).zip(&wanted.discounts).map(made).collect()
}
