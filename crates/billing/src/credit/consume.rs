//! Using credits outside of any invoice: all that is asked for, or nothing.

use std::sync::Arc;

use crate::command::Consume;
use crate::credit::grant::pointer;
use crate::credit::state::{Credit, CreditState};
use crate::definition::Faults;
use crate::fact::{CreditFact, Fact};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::work::Work;

/// Consumes a value, in the order in which credits are used.
pub(crate) fn consume(work: &mut Work, wanted: &Consume) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    check(&work.snapshot, wanted, &mut faults);
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    let mut rest = wanted.value.clone();
    let mut facts = Vec::new();
    for credit in usable(&work.snapshot, wanted) {
        let value = credit.balance.at_most(&rest);
        if !value.is_positive() {
            continue;
        }
        rest = rest.checked_sub(&value)?;
        let (subscription, note) = (wanted.subscription.clone(), wanted.note.clone());
        let fact = CreditFact::Consumed { value, subscription, note };
        facts.push(Fact::Credit { credit: credit.id.clone(), at: work.now, fact });
    }
    if rest.is_positive() {
        let mut faults = Faults::default();
        let detail = format!("is more than what is left: {rest} of it are missing");
        faults.add(pointer(&wanted.value), "insufficient_balance", detail);
        return Err(Refusal::Invalid(faults));
    }
    work.tell_all(facts);
    Ok(())
}

fn check(snapshot: &Snapshot, wanted: &Consume, faults: &mut Faults) {
    if !wanted.value.is_positive() {
        faults.add(pointer(&wanted.value), "not_positive", "must be greater than zero");
    }
    let subscription = wanted.subscription.as_ref();
    if subscription.is_some_and(|id| snapshot.subscription(id).is_none()) {
        faults.add("subscription_id", "unknown", "is no subscription of this customer");
    }
    let Some(id) = &wanted.credit else { return };
    let own = snapshot.credit(id).filter(|known| known.customer == wanted.customer);
    let Some(credit) = own else {
        faults.add("credit_id", "unknown", "is no credit of this customer");
        return;
    };
    if !credit.balance.is_like(&wanted.value) {
        faults.add("credit_id", "mismatch", "holds something else");
    }
    if credit.subscription.is_some()
        && subscription.is_some()
        && credit.subscription != wanted.subscription
    {
        faults.add("credit_id", "other_subscription", "is for another subscription");
    }
}

/// The credits that may be used, the most bound first.
fn usable<'a>(snapshot: &'a Snapshot, wanted: &Consume) -> Vec<&'a Arc<Credit>> {
    let known = wanted.subscription.as_ref().and_then(|id| snapshot.subscription(id));
    let mut found: Vec<&Arc<Credit>> = snapshot
        .credits
        .iter()
        .filter(|credit| {
            credit.state == CreditState::Active
                && credit.customer == wanted.customer
                && credit.balance.is_like(&wanted.value)
                && wanted.credit.as_ref().is_none_or(|id| *id == credit.id)
        })
        .filter(|credit| {
            // What is used for no subscription in particular may be paid by any of them.
            known.is_none_or(|known| {
                credit.subscription.as_ref().is_none_or(|of| *of == known.id)
                    && (credit.products.is_empty()
                        || credit.products.iter().any(|product| known.has_product(product)))
            })
        })
        .collect();
    found.sort_by_key(|credit| credit.rank());
    found
}
