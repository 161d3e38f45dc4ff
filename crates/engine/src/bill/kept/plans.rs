//! The pricings that what is stored refers to.

use std::collections::HashMap;
use std::sync::Arc;

use billing::pricing::Plan;

/// Plans by the id of their pricing.
pub(crate) type Plans = HashMap<String, Arc<Plan>>;
