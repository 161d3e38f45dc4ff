//! What can happen to a credit.

use calendar::Timestamp;
use money::Amount;

use crate::credit::Credit;
use crate::fact::event::FactType;
use crate::id::Handle;

/// What happened to a credit.
#[derive(Clone, Debug)]
pub enum CreditFact {
    Issued { credit: Box<Credit>, invoice: Option<Handle> },
    Applied { invoice: Handle, amount: Amount },
    Restored { invoice: Handle, amount: Amount, expires: Option<Timestamp> },
    Expired { amount: Amount },
    Revoked { invoice: Option<Handle>, amount: Amount },
}

impl CreditFact {
    pub(crate) fn kind(&self) -> FactType {
        match self {
            CreditFact::Issued { .. } => FactType::CreditIssued,
            CreditFact::Applied { .. } => FactType::CreditApplied,
            CreditFact::Restored { .. } => FactType::CreditRestored,
            CreditFact::Expired { .. } => FactType::CreditExpired,
            CreditFact::Revoked { .. } => FactType::CreditRevoked,
        }
    }
}
