//! What is due, in which order, and what will be.

pub(in crate::decision) mod due;
pub(in crate::decision) mod expire;
pub(in crate::decision) mod instant;
pub(in crate::decision) mod preview;
