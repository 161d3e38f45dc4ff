//! How far a run is: a line on standard output, at most one in a few seconds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::clock::Stopwatch;

const PAUSE: Duration = Duration::from_secs(5);

/// Counts the seeds of a run that were tried.
pub struct Progress {
    all: u64,
    tried: AtomicU64,
    failed: AtomicU64,
    /// How many pauses have had their line.
    lines: AtomicU64,
    watch: Stopwatch,
}

impl Progress {
    pub fn of(all: u64) -> Progress {
        let none = AtomicU64::default;
        Progress { all, tried: none(), failed: none(), lines: none(), watch: Stopwatch::start() }
    }

    /// Counts a seed by what it came to, and hands that on.
    pub fn count<T, E>(&self, outcome: Result<T, E>) -> Result<T, E> {
        let failed = u64::from(outcome.is_err());
        let failed = failed + self.failed.fetch_add(failed, Ordering::Relaxed);
        let tried = 1 + self.tried.fetch_add(1, Ordering::Relaxed);
        let elapsed = self.watch.elapsed();
        let pauses = elapsed.as_secs() / PAUSE.as_secs();
        if tried < self.all && self.lines.fetch_max(pauses, Ordering::Relaxed) < pauses {
            let seconds = elapsed.as_secs();
            println!("{tried} of {} seeds tried after {seconds} s, {failed} failed", self.all);
        }
        outcome
    }
}
