//! Credits whose time is over. Nothing is given here.

use std::sync::Arc;

use calendar::Timestamp;

use crate::credit::state::Credit;
use crate::fact::{CreditFact, Fact};
use crate::work::Work;

/// What is left of credits whose time is over. Those of others lapse in their own books.
pub(crate) fn credits(work: &mut Work, at: Timestamp) {
    let payer = work.snapshot.payer.id.clone();
    let over = |credit: &&Arc<Credit>| {
        credit.customer == payer && credit.lapses().is_some_and(|expires| expires <= at)
    };
    let expired = |known: &Arc<Credit>| Fact::Credit {
        credit: known.id.clone(),
        // What was granted late had lapsed when it came.
        at: at.max(known.created),
        fact: CreditFact::Expired { value: known.balance.clone() },
    };
    let facts = work.snapshot.credits.iter().filter(over).map(expired).collect();
    work.tell_all(facts);
}
