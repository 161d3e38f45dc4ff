//! Small changes that move no money by themselves.

use std::sync::Arc;

use crate::command::PatchSubscription;
use crate::definition::Faults;
use crate::fact::{Fact, SubscriptionFact};
use crate::id::SubscriptionHandle;
use crate::refusal::Refusal;
use crate::work::Work;

/// Details of a subscription; they hold for invoices to come.
pub(crate) fn subscription(work: &mut Work, wanted: &PatchSubscription) -> Result<(), Refusal> {
    let known = work.snapshot.subscription(&wanted.subscription).ok_or(Refusal::NotFound)?;
    let minimum = wanted.minimum.unwrap_or(known.terms.minimum);
    if minimum.is_some_and(|minimum| minimum.currency != known.terms.currency) {
        let mut faults = Faults::default();
        let detail = "must be the currency of the subscription";
        faults.add("minimum_spend/currency", "currency_mismatch", detail);
        return Err(Refusal::Invalid(faults));
    }
    let fact = Fact::Subscription {
        subscription: known.id.clone(),
        at: work.now,
        fact: SubscriptionFact::Updated {
            auto_charges: wanted.auto_charges.unwrap_or(known.terms.auto_charges),
            due_days: wanted.due_days.unwrap_or(known.terms.due_days),
            minimum,
        },
    };
    work.tell(fact);
    Ok(())
}

/// Lets a parked subscription be billed again.
pub(crate) fn retry(work: &mut Work, id: &SubscriptionHandle) -> Result<(), Refusal> {
    let subscription = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    if subscription.parked.is_none() {
        return Err(Refusal::NotParked);
    }
    work.tell(Fact::Subscription {
        subscription: id.clone(),
        at: work.now,
        fact: SubscriptionFact::Retried,
    });
    Ok(())
}

/// Takes over what a customer has who was managed elsewhere: what runs was billed there,
/// and what has not begun yet begins here.
pub(crate) fn take_over(work: &mut Work, customer: &Arc<str>) {
    let own = work.snapshot.subscriptions.iter().filter(|known| known.customer == *customer);
    let begun = own.filter(|known| known.state.begun && !known.is_over());
    let ids: Vec<SubscriptionHandle> = begun.map(|known| known.id.clone()).collect();
    let at = work.now;
    let taken_over =
        |subscription| Fact::Subscription { subscription, at, fact: SubscriptionFact::TakenOver };
    work.tell_all(ids.into_iter().map(taken_over).collect());
}
