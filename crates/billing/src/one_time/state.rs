//! A one-time charge as a record, and the order that it came with.

use std::sync::Arc;

use calendar::Timestamp;
use money::Currency;
use serde::{Deserialize, Serialize};

use crate::id::{ChangeHandle, InvoiceHandle, OneTimeHandle, RequestHandle, SubscriptionHandle};
use crate::one_time::item::{OneTimeItem, OneTimeTiming};
use crate::subscription::Discount;

/// Something that is bought once.
#[derive(Clone, Debug)]
pub struct OneTime {
    pub id: OneTimeHandle,
    pub order: Arc<OneTimeOrder>,
    pub item: OneTimeItem,
    pub state: OneTimeState,
}

/// What was asked for together: it has one currency and is billed together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneTimeOrder {
    pub id: RequestHandle,
    pub customer: Arc<str>,
    pub currency: Currency,
    #[serde(with = "calendar::micros")]
    pub created: Timestamp,
    pub timing: OneTimeTiming,
    /// The subscription whose invoices bill it, where it was not asked for by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<OrderedWith>,
    pub auto_charges: bool,
    pub due_days: Option<u32>,
    /// They hold for its lines, on the invoice that has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
}

/// What an order came with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedWith {
    pub subscription: SubscriptionHandle,
    /// Absent where it came with the subscription itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeHandle>,
}

/// Where it is in its life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OneTimeState {
    Pending,
    Invoiced { invoice: InvoiceHandle },
    Cancelled,
}

impl OneTime {
    pub fn is_pending(&self) -> bool {
        self.state == OneTimeState::Pending
    }

    /// When it is billed by itself, as long as it waits for that.
    pub fn due(&self) -> Option<Timestamp> {
        match self.order.timing {
            OneTimeTiming::Immediate(at) if self.is_pending() && self.order.with.is_none() => {
                Some(at)
            }
            OneTimeTiming::Immediate(_) | OneTimeTiming::Next => None,
        }
    }

    /// Whether the invoices of this subscription bill it, and it waits for one.
    pub fn waits_with(&self, subscription: &SubscriptionHandle) -> bool {
        let of = self.order.with.as_ref().is_some_and(|with| with.subscription == *subscription);
        of && self.is_pending()
    }
}
