//! One-time charges: asked for, found, and dropped as long as they are not invoiced.

mod body;
mod create;
mod drop;
mod find;
pub(crate) mod items;
mod route;

pub(crate) use body::{Read, read};
pub use create::create;
pub use drop::drop;
pub use find::find;
pub(crate) use find::{shown, waiting_with};
pub(crate) use route::{reroute, route};
pub use store::one_time::FIND;
