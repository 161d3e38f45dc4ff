//! The one place where real time enters. Everything else is handed a clock.

use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use records::Moment;

/// Wall time: what protects the service (tokens, limits, keys) goes by it.
pub trait WallClock: Send + Sync {
    fn now(&self) -> Moment;
}

/// The machine's clock.
pub struct SystemClock;

impl WallClock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "this is the clock that is injected")]
    fn now(&self) -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Moment::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// A clock that a test sets.
pub struct HeldClock(Mutex<Moment>);

impl HeldClock {
    pub fn at(now: Moment) -> HeldClock {
        HeldClock(Mutex::new(now))
    }

    pub fn set(&self, now: Moment) {
        if let Ok(mut held) = self.0.lock() {
            *held = now;
        }
    }
}

impl WallClock for HeldClock {
    fn now(&self) -> Moment {
        self.0.lock().map(|held| *held).unwrap_or_default()
    }
}

/// Measures how long something took, for logs and metrics.
pub struct Stopwatch(Instant);

impl Stopwatch {
    #[allow(clippy::disallowed_methods, reason = "durations are measured, never decided upon")]
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
