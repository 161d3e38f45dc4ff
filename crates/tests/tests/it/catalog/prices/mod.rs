//! What units cost: the models, their numbers, and trying them out.

mod billed;
pub mod estimates;
mod minimums;
mod models;
mod numbers;
mod tiers;
