//! Usage over HTTP.

pub mod events;
