//! Facts as others see them, and what follows them, over HTTP.

pub mod emails;
pub mod events_log;
pub mod jobs;
pub mod webhooks;
