//! Clients that do not say what they want are not waited for without end.
//!
//! A look at each connection every few seconds is enough for that. A timer that is set and stopped
//! with every request would cost more than all the rest of reading one.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::Sleep;

/// How long a client may take to send its headers, or sit idle between requests.
const LIMIT: Duration = Duration::from_secs(30);
/// How often that is looked at.
const LOOKS: u32 = 6;

/// What happens on a connection, as far as it is known once a request's headers are there.
#[derive(Default)]
pub(super) struct Activity {
    begun: AtomicUsize,
    running: AtomicUsize,
}

impl Activity {
    /// The headers of a request have arrived.
    pub(super) fn begin(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    /// A request that takes a while; the client waits for us, not we for it.
    pub(super) fn run(self: &Arc<Activity>) -> Run {
        self.running.fetch_add(1, Ordering::Relaxed);
        Run(Arc::clone(self))
    }
}

pub(super) struct Run(Arc<Activity>);

impl Drop for Run {
    fn drop(&mut self) {
        // An end is as much a sign of life as a beginning.
        self.0.begin();
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection that is given up when nothing was asked on it for too long.
pub(super) struct Patience<F> {
    connection: Pin<Box<F>>,
    activity: Arc<Activity>,
    pause: Duration,
    timer: Pin<Box<Sleep>>,
    /// Whether the timer knows whom to wake.
    set: bool,
    /// How much had begun at the last look, and how many looks ago that was.
    seen: (usize, u32),
}

impl<F: Future> Patience<F> {
    pub(super) fn with(connection: F, activity: Arc<Activity>) -> Patience<F> {
        Patience::new(connection, activity, LIMIT / LOOKS)
    }

    fn new(connection: F, activity: Arc<Activity>, pause: Duration) -> Patience<F> {
        let timer = Box::pin(tokio::time::sleep(pause));
        let connection = Box::pin(connection);
        Patience { connection, activity, pause, timer, set: false, seen: (0, 0) }
    }

    /// Whether nothing has happened in too many looks.
    fn is_over(&mut self) -> bool {
        let begun = self.activity.begun.load(Ordering::Relaxed);
        let busy = self.activity.running.load(Ordering::Relaxed) > 0;
        self.seen = match self.seen {
            (before, looks) if before == begun && !busy => (begun, looks + 1),
            _ => (begun, 0),
        };
        self.seen.1 >= LOOKS
    }
}

impl<F: Future> Future for Patience<F> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.connection.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        // A timer that is set wakes this task, so there is no need to ask it.
        while !self.set || self.timer.is_elapsed() {
            if self.timer.as_mut().poll(context).is_pending() {
                self.set = true;
                return Poll::Pending;
            }
            if self.is_over() {
                return Poll::Ready(());
            }
            // From now on, not from when this look was due: where the machine stood still for a
            // while, many looks in one moment would be taken for a long silence.
            let next = tokio::time::sleep(self.pause);
            self.timer.as_mut().set(next);
            self.set = false;
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::{Activity, LOOKS, Patience};
    use engine::clock::Stopwatch;
    use std::future::pending;
    use std::sync::Arc;
    use std::time::Duration;

    const PAUSE: Duration = Duration::from_millis(10);

    fn waited(meanwhile: impl AsyncFnOnce(Arc<Activity>)) -> Duration {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (watch, activity) = (Stopwatch::start(), Arc::new(Activity::default()));
            let patience = Patience::new(pending::<()>(), Arc::clone(&activity), PAUSE);
            tokio::join!(patience, meanwhile(activity));
            watch.elapsed()
        })
    }

    #[test]
    fn silence_ends_a_connection() {
        assert!(waited(async |_| {}) >= PAUSE * LOOKS);
    }

    #[test]
    fn every_request_begins_the_wait_anew() {
        let asked = async |activity: Arc<Activity>| {
            for _ in 0..10 {
                tokio::time::sleep(PAUSE).await;
                activity.begin();
            }
        };
        assert!(waited(asked) >= PAUSE * (9 + LOOKS));
    }

    #[test]
    fn a_request_that_runs_is_waited_for() {
        let asked = async |activity: Arc<Activity>| {
            let run = activity.run();
            tokio::time::sleep(PAUSE * 20).await;
            drop(run);
        };
        assert!(waited(asked) >= PAUSE * (19 + LOOKS));
    }

    /// The machine stands still while a request runs; that it ran is seen late, and once.
    #[test]
    fn looks_that_are_late_are_one() {
        let asked = async |activity: Arc<Activity>| {
            let run = activity.run();
            tokio::time::sleep(PAUSE).await;
            std::thread::sleep(PAUSE * LOOKS * 3);
            drop(run);
        };
        assert!(waited(asked) >= PAUSE * (1 + LOOKS * 3 + LOOKS));
    }

    #[test]
    fn a_connection_that_ends_is_over() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let activity = Arc::new(Activity::default());
            Patience::new(async {}, activity, Duration::from_secs(600)).await;
        });
    }
}
