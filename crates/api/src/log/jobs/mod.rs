//! What is done outside, over HTTP.

mod find;
mod retry;

pub use find::operation as find;
pub use retry::operation as retry;

const TAG: &str = "Jobs";
