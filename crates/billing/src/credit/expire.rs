//! Credits and discounts: what lapses with time, and what is given.

use std::sync::Arc;

use calendar::Timestamp;

use crate::command::Grant;
use crate::credit::log::Action;
use crate::credit::state::{Credit, CreditState, LogEntry, Origin};
use crate::definition::Faults;
use crate::fact::{CreditFact, Fact};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::work::Work;

/// What is left of credits whose time is over. Those of others lapse in their own books.
pub(crate) fn credits(work: &mut Work, at: Timestamp) {
    let payer = work.snapshot.payer.id.clone();
    let over = |credit: &&Arc<Credit>| {
        credit.customer == payer && credit.lapses().is_some_and(|expires| expires <= at)
    };
    let expired = |known: &Arc<Credit>| Fact::Credit {
        credit: known.id.clone(),
        at,
        fact: CreditFact::Expired { value: known.balance.clone() },
    };
    let facts = work.snapshot.credits.iter().filter(over).map(expired).collect();
    work.tell_all(facts);
}

/// Gives a credit of money.
pub(crate) fn grant(work: &mut Work, grant: &Grant) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    if !grant.amount.is_positive() {
        faults.add("amount", "not_positive", "must be greater than zero");
    }
    if grant.expires.is_some_and(|expires| expires <= work.now) {
        faults.add("expiration_date", "in_the_past", "must lie in the future");
    }
    if grant.subscription.as_ref().is_some_and(|id| work.snapshot.subscription(id).is_none()) {
        faults.add("subscription_id", "unknown", "is no subscription of this customer");
    }
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    let credit = Credit {
        customer: grant.customer.clone(),
        name: grant.name.clone(),
        expires: grant.expires,
        subscription: grant.subscription.clone(),
        products: grant.products.clone(),
        ..issued(work, grant.amount, Origin::Grant)
    };
    work.tell(Fact::issued(credit, None));
    Ok(())
}

/// A new credit of the payer, without scope or expiry.
pub(crate) fn issued(work: &Work, amount: money::Amount, origin: Origin) -> Credit {
    plain(&work.snapshot, work.now, amount, origin)
}

pub(crate) fn plain(
    snapshot: &Snapshot,
    now: Timestamp,
    amount: money::Amount,
    origin: Origin,
) -> Credit {
    Credit {
        id: snapshot.minted.upcoming(0),
        customer: snapshot.payer.id.clone(),
        name: String::new(),
        origin,
        issued: amount.into(),
        balance: amount.into(),
        expires: None,
        created: now,
        subscription: None,
        products: Vec::new(),
        state: CreditState::Active,
        source: None,
        log: vec![LogEntry { action: Action::Issued, value: amount.into(), invoice: None }],
    }
}
