//! Turns of batches that are written at once: numbers are given in the order of the walk.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Longer than this nobody waits: numbers out of order are better than none.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whose turn it is, of those who have one.
#[derive(Default)]
pub(super) struct NumberingOrder {
    /// How many were given out.
    given: AtomicU64,
    next: Mutex<u64>,
    moved: Condvar,
}

/// One place in the order; it is given up with the batch that has it.
pub(crate) struct NumberingPlace {
    all: Arc<NumberingOrder>,
    number: u64,
}

impl NumberingPlace {
    /// Behind all that were given out before.
    pub(super) fn behind(all: &Arc<NumberingOrder>) -> NumberingPlace {
        NumberingPlace { all: Arc::clone(all), number: all.given.fetch_add(1, Ordering::Relaxed) }
    }

    /// Of one that is alone.
    pub(super) fn alone() -> NumberingPlace {
        NumberingPlace::behind(&Arc::default())
    }

    /// Returns once all before it have had their turn.
    pub(super) fn wait(&self) {
        let next = self.all.next.lock().unwrap_or_else(PoisonError::into_inner);
        let before = |next: &mut u64| *next < self.number;
        drop(self.all.moved.wait_timeout_while(next, PATIENCE, before));
    }

    pub(super) fn pass(&self) {
        let mut next = self.all.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(self.number + 1);
        self.all.moved.notify_all();
    }
}

impl Drop for NumberingPlace {
    fn drop(&mut self) {
        self.pass();
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberingOrder, NumberingPlace};
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    #[test]
    fn turns_are_taken_in_order_and_given_up() {
        let (all, order) = (Arc::<NumberingOrder>::default(), Mutex::new(Vec::new()));
        let places: Vec<NumberingPlace> = (0..6).map(|_| NumberingPlace::behind(&all)).collect();
        std::thread::scope(|scope| {
            for place in places.into_iter().rev() {
                let (number, order) = (place.number, &order);
                scope.spawn(move || {
                    // One of them fails before it has had its turn, the others take theirs.
                    std::thread::sleep(Duration::from_millis(if number == 3 { 50 } else { 0 }));
                    if number != 3 {
                        place.wait();
                        order.lock().unwrap().push(number);
                        place.pass();
                    }
                });
            }
        });
        assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 4, 5]);
    }
}
