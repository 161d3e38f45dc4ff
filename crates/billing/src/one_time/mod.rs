//! One-time charges: bought once, and billed on an invoice of their own or on the next one that the
//! customer gets. What is asked for together is an order, and is billed together.

pub(crate) mod ask;
pub(crate) mod bill;
pub(crate) mod lines;
pub(crate) mod state;

pub use state::{OneTime, OneTimeOrder, OneTimePrice, OneTimeState, OneTimeTiming};
