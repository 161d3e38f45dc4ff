//! The pricings that what is stored refers to.

use std::collections::HashMap;
use std::sync::Arc;

use billing::pricing::ProductPricing;

/// Product pricings by their ids.
pub(crate) type Pricings = HashMap<String, Arc<ProductPricing>>;
