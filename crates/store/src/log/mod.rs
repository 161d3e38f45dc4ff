//! Facts, and what follows them: endpoints that are told, and jobs that are done outside.

pub mod email;
pub mod email_template;
pub mod events;
pub mod fact;
pub mod job;
pub mod webhook;
