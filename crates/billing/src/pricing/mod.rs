//! What units cost: `base_price + model(units beyond base_units)`, exact, with rows that say how
//! the charge came about. Nothing here knows who is charged or when; periods come as numbers.
//!
//! A new model is one file in `models`, one table of checks and one line in its list.

mod carryover;
mod charge;
mod credit_price;
mod define;
mod minimum_schedule;
mod minimum_spend;
mod models;
mod quantity_bounds;

pub use carryover::{Carried, Carryover};
pub(crate) use charge::{BASE, INCLUDED};
pub use charge::{Charge, ChargeError, Demand, Kind, Row};
pub use credit_price::{CreditPrice, ExpirationPolicy, Granted};
pub use define::{ChargeType, Pricing, ProrationType};
pub use minimum_schedule::{MinimumSchedule, ScheduleKind};
pub use minimum_spend::{Shortfall, shortfall};
pub use models::{MODELS, Model, Overrides, Registration, Terms, TierPrice};
pub use quantity_bounds::{QuantityBounds, QuantityError};
