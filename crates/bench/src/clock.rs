//! The one place where the benchmarks read the time.

use std::time::{Duration, Instant};

#[expect(clippy::disallowed_methods, reason = "measuring time is what this crate is for")]
pub fn now() -> Instant {
    Instant::now()
}

/// How long something took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = now();
    let done = work();
    (start.elapsed(), done)
}
