//! The pricings that what is stored refers to.

use std::collections::HashMap;
use std::sync::Arc;

use billing::pricing::ProductPricing;

use super::Unreadable;

/// Product pricings by their ids.
pub(crate) type Pricings = HashMap<String, Arc<ProductPricing>>;

/// The pricing of a reference.
pub(super) fn named<'a>(
    pricings: &'a Pricings,
    id: &str,
) -> Result<&'a Arc<ProductPricing>, Unreadable> {
    pricings.get(id).ok_or_else(|| Unreadable::plan(id))
}
