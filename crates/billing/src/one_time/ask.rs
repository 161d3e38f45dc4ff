//! One-time charges that are asked for, and those that are dropped before they are billed.

use std::sync::Arc;

use crate::command::AskOneTimes;
use crate::definition::Faults;
use crate::fact::{Fact, OneTimeFact};
use crate::id::{OneTimeHandle, RequestHandle};
use crate::invoice::DiscountScope;
use crate::one_time::state::{OneTime, OneTimeOrder, OneTimePrice, OneTimeState, OneTimeTiming};
use crate::one_time::{bill, lines};
use crate::refusal::Refusal;
use crate::subscription::{Discount, DiscountState};
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
        auto_charges: wanted.auto_charges,
        due_days: wanted.due_days,
        discounts: discounts(work, wanted),
    });
    let (mut faults, mut facts) = (Faults::default(), Vec::new());
    if work.snapshot.customer(&wanted.customer)?.managed_externally {
        faults.add("customer_id", "managed_externally", "is managed elsewhere and billed there");
    }
    for (ahead, (place, item)) in (0_u32..).zip(wanted.items.iter().enumerate()) {
        let one_time = OneTime {
            id: minted.upcoming(ahead),
            order: order.clone(),
            price: item.price.clone(),
            quantity: item.quantity.clone(),
            sort_order: item.sort_order.clone(),
            state: OneTimeState::Pending,
        };
        let pointer = format!("onetime_items/{place}");
        if currency(&one_time.price) != wanted.currency {
            let detail = "must have the currency of the others";
            faults.add(&pointer, "currency_mismatch", detail);
        }
        if let Err(refusal) = lines::lines(&one_time, now) {
            faults.add(&format!("{pointer}/aggregate"), refusal.code(), refusal.to_string());
        }
        let (id, made) = (one_time.id.clone(), Box::new(one_time));
        facts.push(Fact::OneTime { one_time: id, at: now, fact: OneTimeFact::Created(made) });
    }
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    work.parks = false;
    work.tell_all(facts);
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
    let (one_time, at) = (id.clone(), work.now);
    work.tell(Fact::OneTime { one_time, at, fact: OneTimeFact::Cancelled });
    Ok(())
}

fn currency(price: &OneTimePrice) -> money::Currency {
    match price {
        OneTimePrice::Pricing(pricing) => pricing.currency,
        OneTimePrice::Custom { amount, .. } => amount.currency,
    }
}

/// What is taken off an order, and only there.
fn discounts(work: &Work, wanted: &AskOneTimes) -> Vec<Discount> {
    let order: RequestHandle = work.snapshot.minted.upcoming(0);
    let numbered = (0_u32..).zip(&wanted.discounts);
    let discount = |(ahead, new): (u32, &crate::subscription::NewDiscount)| Discount {
        id: work.snapshot.minted.upcoming(ahead),
        name: new.name.clone(),
        scope: match &new.scope {
            DiscountScope::Anything => DiscountScope::OneTime(order.to_string()),
            scope => scope.clone(),
        },
        effect: new.effect.clone(),
        cap: new.cap,
        expires: new.expires,
        created: work.now,
        state: DiscountState::Active,
        used: None,
        open: Vec::new(),
    };
    numbered.map(discount).collect()
}
