//! What units cost: `base_price + model(units beyond base_units)`, exact, with rows that say how
//! the charge came about. Nothing here knows who is charged or when; periods come as numbers.
//!
//! A new model is one file beside these, one table of checks and one line in `model.rs`.

mod advance;
mod carryover;
mod charge;
mod credit_price;
mod custom;
mod define;
mod fixed;
mod gradient;
mod minimum_schedule;
mod minimum_spend;
mod model;
mod quantity_bounds;
mod scheduled;
mod step;
mod tier;
mod volume;

pub use advance::{advance, excess, true_up};
pub use carryover::{Carried, Carryover};
pub use charge::{Charge, ChargeError, Demand, Kind, Row};
pub use credit_price::{CreditPrice, ExpirationPolicy, Granted};
pub use define::{ChargeType, Pricing, ProrationType};
pub use minimum_schedule::{MinimumSchedule, ScheduleKind, Settled};
pub use minimum_spend::{Shortfall, Spend, shortfall};
pub use model::{MODELS, Model, Overrides, Registration, Terms, TierPrice};
pub use quantity_bounds::{QuantityBounds, QuantityError};
