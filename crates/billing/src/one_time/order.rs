//! Orders: what can be wrong with items that are bought once, the charges that they make, and those
//! of a subscription that never come to be billed.

use std::sync::Arc;

use calendar::Timestamp;
use money::Currency;

use crate::definition::Faults;
use crate::fact::{Fact, OneTimeFact};
use crate::id::ChangeHandle;
use crate::one_time::item::{OneTimeItem, OneTimeTiming};
use crate::one_time::lines;
use crate::one_time::state::{OneTime, OneTimeOrder, OneTimeState, OrderedWith};
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// What is wrong with items, each by its place.
pub(crate) fn check(items: &[OneTimeItem], currency: Option<Currency>, faults: &mut Faults) {
    for (place, item) in items.iter().enumerate() {
        let pointer = format!("onetime_items/{place}");
        if Some(item.price.currency()) != currency {
            faults.add(&pointer, "currency_mismatch", "has another currency than the first");
        }
        if let Err(refusal) = lines::check(item) {
            faults.add(&format!("{pointer}/aggregate"), refusal.code(), refusal.to_string());
        }
    }
}

/// The same of items that come with a subscription, which is not billed elsewhere.
pub(crate) fn check_with(
    (snapshot, customer): (&Snapshot, &Arc<str>),
    (items, currency): (&[OneTimeItem], Option<Currency>),
    faults: &mut Faults,
) {
    let elsewhere = snapshot.customer(customer).is_ok_and(|known| known.managed_externally);
    if !items.is_empty() && elsewhere {
        let detail = "cannot be billed: the customer is managed elsewhere";
        faults.add("onetime_items", "managed_externally", detail);
    }
    check(items, currency, faults);
}

/// The facts of the charges of an order.
pub(crate) fn made(
    snapshot: &Snapshot,
    order: &Arc<OneTimeOrder>,
    items: &[OneTimeItem],
) -> Vec<Fact> {
    let made = |(ahead, item): (u32, &OneTimeItem)| {
        let one_time = OneTime {
            id: snapshot.minted.upcoming(ahead),
            order: order.clone(),
            item: item.clone(),
            state: OneTimeState::Pending,
        };
        let (id, made) = (one_time.id.clone(), Box::new(one_time));
        Fact::OneTime { one_time: id, at: order.created, fact: OneTimeFact::Created(made) }
    };
    (0_u32..).zip(items).map(made).collect()
}

/// The facts of what comes with a subscription, or with a change of it.
pub(crate) fn with(
    snapshot: &Snapshot,
    subscription: &Subscription,
    (change, timing, created): (Option<ChangeHandle>, OneTimeTiming, Timestamp),
    items: &[OneTimeItem],
) -> Vec<Fact> {
    let order = Arc::new(OneTimeOrder {
        id: snapshot.minted.upcoming(0),
        customer: subscription.customer.clone(),
        currency: subscription.terms.currency,
        created,
        timing,
        with: Some(OrderedWith { subscription: subscription.id.clone(), change }),
        auto_charges: subscription.terms.auto_charges,
        due_days: subscription.terms.due_days,
        discounts: Vec::new(),
    });
    made(snapshot, &order, items)
}

/// What came with a subscription and was not billed when that is over.
pub(crate) fn drop_all(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Vec<Fact> {
    let waits = |known: &&Arc<OneTime>| known.waits_with(&subscription.id);
    let dropped = |known: &Arc<OneTime>| Fact::OneTime {
        one_time: known.id.clone(),
        at,
        fact: OneTimeFact::Cancelled,
    };
    snapshot.one_times.iter().filter(waits).map(dropped).collect()
}
