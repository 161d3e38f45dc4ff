//! Money, dates and numbers as a language writes them. Nothing is rounded here.

mod date;
mod money;

pub use date::{day, day_of_year, days};
pub use money::{money, number, percent};
