//! What is bought once, as it is asked for: by itself, with a subscription, or with a change.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, Currency, Quantity, Ratio};
use serde::{Deserialize, Serialize};

use crate::pricing::{ProductPricing, reference};

/// Something that is to be bought once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OneTimeItem {
    pub price: OneTimePrice,
    pub quantity: Quantity,
    /// Where its line stands on an invoice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort_order: Option<Ratio>,
}

/// Which invoice has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OneTimeTiming {
    /// One of its own at this instant, or that of the subscription which it came with.
    Immediate(#[serde(with = "calendar::micros")] Timestamp),
    /// The next one of the customer in its currency, or of the subscription which it came with.
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

impl OneTimePrice {
    /// The pricing of the catalog, where it is one.
    pub fn pricing(&self) -> Option<&Arc<ProductPricing>> {
        match self {
            OneTimePrice::Pricing(pricing) => Some(pricing),
            OneTimePrice::Custom { .. } => None,
        }
    }

    pub fn currency(&self) -> Currency {
        match self {
            OneTimePrice::Pricing(pricing) => pricing.currency,
            OneTimePrice::Custom { amount, .. } => amount.currency,
        }
    }
}
