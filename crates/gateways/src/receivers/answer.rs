//! The beginning of an answer: enough to see what went wrong, whatever the receiver sends.

use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};

/// How much is kept.
const KEPT: usize = 4 << 10;
/// How much is read, and how long, before the connection is given up. Its status is known by then.
const READ: usize = 64 << 10;
const PATIENCE: Duration = Duration::from_secs(5);

/// What is kept of a body, and whether it was read to its end.
pub(super) async fn beginning(mut body: Incoming) -> (String, bool) {
    let mut bytes = Vec::new();
    let read = async {
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return false };
            if let Some(data) = frame.data_ref() {
                bytes.extend_from_slice(data);
            }
            if bytes.len() > READ {
                return false;
            }
        }
        true
    };
    let whole = tokio::time::timeout(PATIENCE, read).await.unwrap_or(false);
    let whole = whole && body.is_end_stream();
    bytes.truncate(KEPT);
    // A database keeps no NUL.
    (String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}"), whole)
}
