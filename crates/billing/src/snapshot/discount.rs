//! A discount of a subscription, as a record: its arithmetic is in `invoice`.

use calendar::Timestamp;
use money::Amount;

use super::Handle;
use crate::invoice::{self, DiscountScope, Effect};

/// What is taken off, from what, and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discount {
    pub id: Handle,
    pub name: String,
    pub scope: DiscountScope,
    /// As agreed; what was used of an amount is in `used`.
    pub effect: Effect,
    pub cap: Option<Amount>,
    /// It holds for billing dates before this.
    pub expires: Option<Timestamp>,
    pub created: Timestamp,
    pub state: DiscountState,
    /// What one billing date took of an amount: it is given once for each.
    pub used: Option<(Timestamp, Amount)>,
}

/// Where a discount is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscountState {
    Pending,
    Active,
    Revoked,
    Expired,
    Consumed,
}

impl Discount {
    /// Whether it holds on a billing date. An expiry that came later takes nothing back.
    pub fn holds(&self, billing_date: Timestamp) -> bool {
        let dead = matches!(self.state, DiscountState::Revoked | DiscountState::Consumed);
        !dead && self.expires.is_none_or(|expires| billing_date < expires)
    }

    /// The discount as the arithmetic of an invoice takes it.
    pub fn on(&self, billing_date: Timestamp) -> invoice::Discount {
        let effect = match (&self.effect, self.used) {
            (Effect::Amount { amount, .. }, Some((date, used))) if date == billing_date => {
                Effect::Amount { amount: *amount, used }
            }
            (effect, _) => effect.clone(),
        };
        invoice::Discount {
            scope: self.scope.clone(),
            effect,
            cap: self.cap,
            created: self.created,
        }
    }
}
