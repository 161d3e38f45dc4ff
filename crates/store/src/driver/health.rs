//! Whether writes go through: what the last one came to, so that whoever asks can be told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::driver::job::{Job, Verdict};
use crate::{Error, Tx};

/// Shared by the store and every write on its way.
#[derive(Clone, Default)]
pub(crate) struct Health(Arc<Known>);

#[derive(Default)]
struct Known {
    failing: AtomicBool,
    why: Mutex<Option<Error>>,
}

impl Health {
    /// Why the last write did not go through.
    pub(crate) fn trouble(&self) -> Option<Error> {
        match self.0.failing.load(Ordering::Relaxed) {
            true => self.0.why.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            false => None,
        }
    }

    fn note(&self, end: &Result<(), Error>) {
        let why = match end {
            Err(why @ (Error::Away(_) | Error::Full(_) | Error::Unknown(_))) => Some(why.clone()),
            // A write that was refused or collided says nothing of the database.
            Err(_) => return,
            Ok(()) if !self.0.failing.load(Ordering::Relaxed) => return,
            Ok(()) => None,
        };
        self.0.failing.store(why.is_some(), Ordering::Relaxed);
        *self.0.why.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }
}

/// A write whose end is noted.
pub(crate) struct Noted {
    pub(crate) job: Box<dyn Job>,
    pub(crate) health: Health,
}

impl Job for Noted {
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        self.job.run(tx)
    }

    fn is_awaited(&self) -> bool {
        self.job.is_awaited()
    }

    fn finish(self: Box<Self>, end: Result<(), Error>) {
        self.health.note(&end);
        self.job.finish(end);
    }
}
