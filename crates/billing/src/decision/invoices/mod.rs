//! What people do to invoices that are made.

pub(in crate::decision) mod patch;
pub(in crate::decision) mod pay;
pub(in crate::decision) mod reissue;
pub(in crate::decision) mod void;
