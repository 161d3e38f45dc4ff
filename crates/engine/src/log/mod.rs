//! Facts as others see them, and what follows them: endpoints that are told, and jobs that are done
//! outside.

pub mod emails;
pub mod events_log;
pub mod jobs;
pub mod ports;
pub mod webhooks;
