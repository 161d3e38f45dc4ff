//! Facts as others see them, and what follows them.

pub mod email;
pub mod events_log;
pub mod job;
pub mod webhook;
