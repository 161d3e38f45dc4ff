//! Rollups: what a customer and those below it are billed waits, and dates of the payer's own make
//! one invoice of it for each currency. When the state of one is needed, see `customer`.

pub(crate) mod again;
pub(crate) mod bill;
pub(crate) mod collect;
pub(crate) mod waiting;
