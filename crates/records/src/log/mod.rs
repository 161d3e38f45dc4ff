//! Facts as others see them, and what follows them.

pub mod events_log;
pub mod job;
pub mod webhook;
