//! A discount of a subscription, as a record: its arithmetic is in `invoice`.

use calendar::{Measure, Period, Timestamp};
use money::{Amount, Ratio};
use serde::{Deserialize, Serialize};

use crate::id::{DiscountHandle, InvoiceHandle, OneTimeHandle};
use crate::invoice::totals;
use crate::invoice::{DiscountScope, Effect};
use crate::subscription::lifecycle::{DiscountDetails, NewDiscount};

/// What is taken off, from what, and until when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    pub id: DiscountHandle,
    pub name: String,
    pub scope: DiscountScope,
    /// As agreed; what was used of an amount is in `used`.
    pub effect: Effect,
    pub cap: Option<Amount>,
    /// It holds for billing dates before this.
    #[serde(with = "calendar::micros::optional")]
    pub expires: Option<Timestamp>,
    #[serde(with = "calendar::micros")]
    pub created: Timestamp,
    pub state: DiscountState,
    /// What one billing date took of an amount: it is given once for each.
    #[serde(with = "calendar::micros::paired", default, skip_serializing_if = "Option::is_none")]
    pub used: Option<(Timestamp, Amount)>,
    /// What changes gave back of an amount and their charges could not take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenAmount>,
    /// When its state became another, where it did.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Timestamp>,
    /// The one-time charge that consumed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_time: Option<OneTimeHandle>,
    #[serde(default, skip_serializing_if = "DiscountDetails::is_empty")]
    pub details: DiscountDetails,
}

/// A part of an amount off that later changes of the same period may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenAmount {
    /// The invoice that left it, or whose line it was taken of.
    pub by: InvoiceHandle,
    /// The time that it is for; it lessens with the days of it that are left.
    pub period: Period,
    /// In minor units.
    pub minor: Ratio,
    pub measure: Measure,
}

/// Where a discount is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiscountState {
    Pending,
    Active,
    Revoked,
    Expired,
    Consumed,
}

impl NewDiscount {
    /// The discount that it is from an instant on; nothing of it is used yet.
    pub fn made(&self, id: DiscountHandle, created: Timestamp, state: DiscountState) -> Discount {
        Discount {
            id,
            name: self.name.clone(),
            scope: self.scope.clone(),
            effect: self.effect.clone(),
            cap: self.cap,
            expires: self.expires,
            created,
            state,
            used: None,
            open: Vec::new(),
            changed: None,
            one_time: None,
            details: self.details.clone(),
        }
    }
}

impl Discount {
    /// Whether it holds on a billing date. An expiry that came later takes nothing back.
    pub fn holds(&self, billing_date: Timestamp) -> bool {
        let dead = matches!(self.state, DiscountState::Revoked | DiscountState::Consumed);
        !dead && self.expires.is_none_or(|expires| billing_date < expires)
    }

    /// The discount as the arithmetic of an invoice takes it.
    pub fn on(&self, billing_date: Timestamp) -> totals::Discount {
        let effect = match (&self.effect, self.used) {
            (Effect::Amount { amount, .. }, Some((date, used))) if date == billing_date => {
                Effect::Amount { amount: *amount, used }
            }
            (effect, _) => effect.clone(),
        };
        totals::Discount {
            scope: self.scope.clone(),
            effect,
            cap: self.cap,
            created: self.created,
            prorated: false,
            part: 0,
            order: None,
        }
    }
}
