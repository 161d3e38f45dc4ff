//! A one-time charge as a record, and the order that it came with.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, Currency, Quantity, Ratio};
use serde::{Deserialize, Serialize};

use crate::id::{InvoiceHandle, OneTimeHandle, RequestHandle};
use crate::pricing::{ProductPricing, reference};
use crate::subscription::Discount;

/// Something that is bought once.
#[derive(Clone, Debug)]
pub struct OneTime {
    pub id: OneTimeHandle,
    pub order: Arc<OneTimeOrder>,
    pub price: OneTimePrice,
    pub quantity: Quantity,
    /// Where its line stands on an invoice.
    pub sort_order: Option<Ratio>,
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
    pub auto_charges: bool,
    pub due_days: Option<u32>,
    /// They hold for its lines, on the invoice that has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
}

/// Which invoice has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OneTimeTiming {
    /// One of its own, at this instant.
    Immediate(#[serde(with = "calendar::micros")] Timestamp),
    /// The next one of the customer in its currency.
    Next,
}

/// What it costs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum OneTimePrice {
    Pricing(#[serde(with = "reference")] Arc<ProductPricing>),
    /// A price that stands in no catalog; the amount is for one.
    Custom {
        amount: Amount,
        name: String,
        product: Option<Arc<str>>,
    },
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
            OneTimeTiming::Immediate(at) if self.is_pending() => Some(at),
            OneTimeTiming::Immediate(_) | OneTimeTiming::Next => None,
        }
    }
}
