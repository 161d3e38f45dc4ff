//! What happens to a running subscription besides its periods, changes and its end.

pub(in crate::decision) mod next;
pub(in crate::decision) mod pause;
pub(in crate::decision) mod trial;
