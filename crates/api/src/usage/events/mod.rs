//! Usage events over HTTP.

mod amend;
mod find;
mod ingest;
mod void;

pub use amend::operation as amend;
pub use find::operation as find;
pub use ingest::operation as ingest;
pub use void::operation as void;

const TAG: &str = "Events";
