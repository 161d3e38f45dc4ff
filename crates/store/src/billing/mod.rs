//! What is billed and to whom: subscriptions, invoices, credits, and what they are counted by.

pub mod billed;
pub mod contract;
pub mod credit;
pub mod invoice;
pub mod number;
pub mod one_time;
pub mod rollup;
pub mod subscription;
pub mod tally;
pub mod turn;
pub mod usage;
