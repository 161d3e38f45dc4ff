//! What units cost: the models, their numbers, and trying them out.

pub mod estimates;
mod minimums;
mod models;
mod numbers;
mod tiers;
