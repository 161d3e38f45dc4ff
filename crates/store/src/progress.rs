//! How far long work has come, for whoever waits for it.

use std::sync::Arc;

/// Hears what is being done, how much of it is done, and of how much.
#[derive(Clone)]
pub struct Progress(Arc<Hears>);

type Hears = dyn Fn(&str, u64, u64) + Send + Sync;

impl Progress {
    pub fn new(hear: impl Fn(&str, u64, u64) + Send + Sync + 'static) -> Progress {
        Progress(Arc::new(hear))
    }

    /// Nobody waits.
    pub fn silent() -> Progress {
        Progress::new(|_, _, _| ())
    }

    /// Tells it; whoever hears it decides how often it is shown.
    pub fn at(&self, what: &str, done: u64, of: u64) {
        (self.0)(what, done, of);
    }
}
