//! The two engines behind one transaction type.

pub mod dialect;
pub(crate) mod postgres;
pub(crate) mod sqlite;
