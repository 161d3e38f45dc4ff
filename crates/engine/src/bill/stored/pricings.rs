//! The pricings that what is stored refers to.

use std::collections::HashMap;
use std::sync::Arc;

use billing::pricing::ProductPricing;

/// Plans by the id of their pricing.
pub(crate) type Pricings = HashMap<String, Arc<ProductPricing>>;
