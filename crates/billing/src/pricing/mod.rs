//! What units cost: `base_price + model(units beyond base_units)`, exact, with rows that say how
//! the charge came about. Nothing here knows who is charged or when; periods come as numbers.
//!
//! A new model is one file in `models`, one table of checks and one line in its list.

mod carryover;
pub(crate) mod charge;
mod compute;
pub(crate) mod credit_price;
pub(crate) mod define;
pub(crate) mod minimum_schedule;
mod minimum_spend;
pub(crate) mod models;
mod overrides;
mod product_pricing;
pub(crate) mod quantity_bounds;
pub(crate) mod recognition;
pub(crate) mod reference;

pub use carryover::{Carried, Carryover};
pub(crate) use charge::{BASE, INCLUDED};
pub use charge::{Charge, ChargeError, Demand, Kind, Row};
pub use credit_price::{CreditPrice, ExpirationPolicy, Granted};
pub use define::{ChargeType, ItemPricing, ProrationType};
pub use minimum_schedule::{MinimumSchedule, ScheduleKind};
pub use minimum_spend::{Shortfall, shortfall};
pub use models::{MODELS, Model, Registration, Terms};
pub use overrides::{Overrides, TierPrice};
pub use product_pricing::{Component, Configuration, ProductPricing, Setting};
pub use quantity_bounds::{QuantityBounds, QuantityError};
pub use recognition::Recognition;
pub use reference::Pricings;
