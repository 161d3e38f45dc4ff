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

/// The moment so many days ago, as it is written.
pub fn days_ago(days: u64) -> String {
    #[expect(clippy::disallowed_methods, reason = "a past is counted from the present")]
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let then = since.saturating_sub(Duration::from_secs(days * 86_400));
    records::Moment::from_micros(i64::try_from(then.as_micros()).unwrap_or(0)).to_string()
}
