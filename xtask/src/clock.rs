//! The one place where a task reads the time: to say how long it took and to wait no longer.

use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "tasks measure themselves; nothing is billed here")]
pub fn now() -> Instant {
    Instant::now()
}
