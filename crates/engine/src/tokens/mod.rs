//! API tokens: prefix, company, chance and checksum; shown once, kept as a digest.

mod authorize;
mod issue;
mod list;
mod revoke;
mod seal;
mod secret;
mod usage;

pub(crate) use authorize::authorize;
pub use authorize::{Caller, Grant};
pub use issue::{issue, issue_all_access};
pub use list::list;
pub use revoke::{revoke, revoke_named};
pub use seal::Seal;
pub use secret::Secret;
pub(crate) use usage::Seen;
