//! Usage over HTTP.

pub mod events;
pub mod objects;
