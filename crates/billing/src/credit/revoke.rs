//! Taking back what is left of a credit. What it paid before stays paid.

use crate::credit::state::CreditState;
use crate::fact::{CreditFact, Fact};
use crate::id::CreditHandle;
use crate::refusal::Refusal;
use crate::work::Work;

/// Revokes a credit of which something is left.
pub(crate) fn revoke(work: &mut Work, id: &CreditHandle) -> Result<(), Refusal> {
    let credit = work.snapshot.credit(id).ok_or(Refusal::NotFound)?;
    match credit.state {
        CreditState::Active => {}
        CreditState::Consumed | CreditState::Expired | CreditState::Revoked => {
            return Err(Refusal::CreditOver);
        }
    }
    let value = credit.balance.clone();
    let fact = CreditFact::Revoked { invoice: None, value };
    let (credit, at) = (id.clone(), work.now);
    work.tell(Fact::Credit { credit, at, fact });
    Ok(())
}
