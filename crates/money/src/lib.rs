//! Exact money: currencies, amounts, one exact ratio, rounding and splitting.
//!
//! Nothing here rounds unless the call names the rounding, nothing wraps, and no float is
//! involved: prices, quantities and shares are all [`Ratio`]s until a line becomes an [`Amount`].

mod amount;
pub mod compact;
mod currency;
mod decimal;
mod limit;
mod ratio;
mod ratio_arithmetic;
mod rounding;
mod split;
mod wire;

pub use amount::{Amount, AmountError};
pub use currency::{Currency, UnknownCurrency};
pub use decimal::DecimalError;
pub use limit::{LimitError, Price, Quantity};
pub use ratio::Ratio;
pub use rounding::Rounding;
pub use split::{SplitError, apportion, split};
