//! How numbers, money and days are written in a locale.

mod date;
mod money;
mod number;
mod separators;

pub use date::{at, day, days, range};
pub use money::{digits, money};
pub use number::{decimal, number, percent};
