//! A fuse for tests of crashes: after so many commits the store does and answers nothing any more,
//! as a process that was killed there.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::driver::job::{Job, Verdict};
use crate::{Error, Result, Tx};

/// Shared by whoever sets it and the store that it ends. A new one holds for ever.
#[derive(Clone, Debug)]
pub struct Fuse(Arc<AtomicI64>);

const WHOLE: i64 = -1;
const BLOWN: i64 = 0;

impl Default for Fuse {
    fn default() -> Fuse {
        Fuse(Arc::new(AtomicI64::new(WHOLE)))
    }
}

impl Fuse {
    /// Blows with the answer to the so-manieth commit from now on.
    pub fn blow_after(&self, commits: u32) {
        self.0.store(i64::from(commits.max(1)), Ordering::SeqCst);
    }

    /// Whole again: holds until it is set.
    pub fn mend(&self) {
        self.0.store(WHOLE, Ordering::SeqCst);
    }

    pub fn is_blown(&self) -> bool {
        self.0.load(Ordering::SeqCst) == BLOWN
    }

    fn burn(&self) {
        let less = |left: i64| (left > BLOWN).then(|| left - 1);
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
    }
}

/// A write behind a fuse.
pub(crate) struct Fused {
    pub(crate) job: Box<dyn Job>,
    pub(crate) fuse: Fuse,
    pub(crate) keeps: bool,
}

impl Job for Fused {
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        if self.fuse.is_blown() {
            return Verdict::Undo;
        }
        let verdict = self.job.run(tx);
        self.keeps = matches!(verdict, Verdict::Keep);
        verdict
    }

    fn is_awaited(&self) -> bool {
        self.job.is_awaited()
    }

    fn finish(self: Box<Self>, end: Result<(), Error>) {
        if end.is_ok() && self.keeps {
            self.fuse.burn();
        }
        match self.fuse.is_blown() {
            true => self.job.finish(Err(Error::Away("the fuse has blown".to_owned()))),
            false => self.job.finish(end),
        }
    }
}
