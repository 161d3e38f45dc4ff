//! How long a client is waited for, with one timer a connection, however many requests it sends.
//!
//! Every request begins a new deadline, and nearly all of them are called off when the request is
//! there. A timer of the runtime that is set and stopped each time would cost more than the rest
//! of the reading. This one is left to run: when it goes off before the deadline that counts by
//! then, it is set anew.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};
use hyper_util::rt::TokioTimer;

/// The runtime's timer of one connection, once it is needed.
type Running = Arc<Mutex<Option<Pin<Box<tokio::time::Sleep>>>>>;

#[derive(Default)]
pub(super) struct Patience(Running);

impl Timer for Patience {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Deadline { at: deadline.into(), running: Arc::clone(&self.0) })
    }

    fn now(&self) -> Instant {
        TokioTimer::new().now()
    }
}

struct Deadline {
    at: tokio::time::Instant,
    running: Running,
}

impl Sleep for Deadline {}

impl Future for Deadline {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let timer = running.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(self.at)));
        let (set, elapsed) = (timer.deadline(), timer.is_elapsed());
        match () {
            () if elapsed && set >= self.at => return Poll::Ready(()),
            // It wakes this task, which is the only one of the connection, early enough.
            () if !elapsed && set < self.at => return Poll::Pending,
            () if set != self.at => timer.as_mut().reset(self.at),
            () => {}
        }
        timer.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;
    use engine::clock::Stopwatch;
    use hyper::rt::Timer as _;
    use std::time::Duration;

    #[test]
    fn deadlines_that_are_called_off_do_not_count() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (patience, watch) = (Patience::default(), Stopwatch::start());
            let mut first = patience.sleep(Duration::from_millis(20));
            std::future::poll_fn(|context| {
                assert!(first.as_mut().poll(context).is_pending());
                std::task::Poll::Ready(())
            })
            .await;
            drop(first);
            patience.sleep(Duration::from_millis(60)).await;
            assert!(watch.elapsed() >= Duration::from_millis(60));
            patience.sleep(Duration::from_millis(10)).await;
            assert!(watch.elapsed() >= Duration::from_millis(70));
        });
    }

    #[test]
    fn an_earlier_deadline_is_met() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (patience, watch) = (Patience::default(), Stopwatch::start());
            let mut far = patience.sleep(Duration::from_secs(600));
            std::future::poll_fn(|context| {
                assert!(far.as_mut().poll(context).is_pending());
                std::task::Poll::Ready(())
            })
            .await;
            patience.sleep(Duration::from_millis(10)).await;
            assert!(watch.elapsed() < Duration::from_secs(60));
        });
    }
}
