//! One-time charges: bought once, and billed on an invoice of their own or on the next one that the
//! customer gets, or with a subscription and on its invoices. What is asked for together is an
//! order, and is billed together.

pub(crate) mod ask;
pub(crate) mod bill;
pub(crate) mod item;
pub(crate) mod lines;
pub(crate) mod order;
pub(crate) mod state;

pub use item::{OneTimeItem, OneTimePrice, OneTimeTiming};
pub use state::{OneTime, OneTimeOrder, OneTimeState, OrderedWith};
