//! What can be asked for, what can happen, and why something is refused.

pub(in crate::decision) mod command;
pub(in crate::decision) mod fact;
pub(in crate::decision) mod refusal;
