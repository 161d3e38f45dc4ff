//! Credits and discounts: what lapses with time, and what is given.

use std::sync::Arc;

use calendar::Timestamp;

use crate::credit::Action;
use crate::decision::command::Grant;
use crate::decision::{Fact, Moment, Refusal, Work, due};
use crate::fault::Faults;
use crate::snapshot::{
    Credit, CreditState, DiscountState, LogEntry, Noun, Origin, Snapshot, Subscription,
};

/// What is left of credits whose time is over.
pub(in crate::decision) fn credits(work: &mut Work, at: Timestamp) {
    let over = |own: &&Arc<Credit>| due::expiry(own).is_some_and(|expires| expires <= at);
    let expired =
        |own: &Arc<Credit>| Fact::CreditExpired { credit: own.id.clone(), at, amount: own.balance };
    let facts = work.snapshot.credits.iter().filter(over).map(expired).collect();
    work.tell_all(facts);
}

/// Discounts whose time is over.
pub(in crate::decision) fn discounts(
    _: &Snapshot,
    own: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let active = own.discounts.iter().filter(|own| own.state == DiscountState::Active);
    let over = active.filter(|own| own.expires.is_some_and(|expires| expires <= moment.at));
    let expired = over.map(|discount| Fact::DiscountExpired {
        subscription: own.id.clone(),
        discount: discount.id.clone(),
        at: moment.at,
    });
    Ok(expired.collect())
}

/// Gives a credit of money.
pub(in crate::decision) fn grant(work: &mut Work, grant: &Grant) -> Result<(), Refusal> {
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
        name: grant.name.clone(),
        expires: grant.expires,
        subscription: grant.subscription.clone(),
        products: grant.products.clone(),
        ..issued(work, grant.amount, Origin::Grant)
    };
    work.tell(Fact::CreditIssued { credit: Box::new(credit), invoice: None });
    Ok(())
}

/// A new credit without scope or expiry.
pub(in crate::decision) fn issued(work: &Work, amount: money::Amount, origin: Origin) -> Credit {
    plain(&work.snapshot, work.now, amount, origin)
}

pub(in crate::decision) fn plain(
    snapshot: &Snapshot,
    now: Timestamp,
    amount: money::Amount,
    origin: Origin,
) -> Credit {
    Credit {
        id: snapshot.minted.upcoming(Noun::Credit, 0),
        name: String::new(),
        origin,
        issued: amount,
        balance: amount,
        expires: None,
        created: now,
        subscription: None,
        products: Vec::new(),
        state: CreditState::Active,
        source: None,
        log: vec![LogEntry { action: Action::Issued, amount, invoice: None }],
    }
}
