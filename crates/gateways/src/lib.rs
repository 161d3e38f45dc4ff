//! The outside: implementations of the ports of `engine`, and the only outgoing calls there are.
//!
//! Nothing here knows of companies, records or databases. Every implementation of a port passes the
//! one contract test of that port.

mod address;
pub mod mail;
mod receivers;

pub use receivers::{Allowed, HttpReceivers, Resolve};
