//! Mail: to a server that relays it by SMTP, or into a folder. Both take the same messages, and a
//! test that each passes says what that means (`contract.rs`).

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod contract;
mod folder;
mod message;
mod smtp;
mod url;

use std::sync::Arc;
use std::time::Duration;

use engine::ports::MailRelay;

pub use folder::Folder;
pub use smtp::Smtp;

/// How long a mail waits after each try in vain: a server that does not know us yet asks us to come
/// again in some minutes.
pub const DELAYS: [Duration; 8] = [
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(15 * 60),
    Duration::from_secs(3600),
    Duration::from_secs(4 * 3600),
    Duration::from_secs(12 * 3600),
    Duration::from_secs(24 * 3600),
    Duration::from_secs(24 * 3600),
];

/// What `--smtp-url` names, or why it names nothing.
pub fn relay(url: &str) -> Result<Arc<dyn MailRelay>, String> {
    match url.strip_prefix("file:") {
        Some(path) => Ok(Arc::new(Folder::open(path)?)),
        None => Ok(Arc::new(Smtp::open(url)?)),
    }
}
