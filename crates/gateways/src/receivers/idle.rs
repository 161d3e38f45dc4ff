//! Connections that wait for the next request to the same receiver.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::clock::Stopwatch;

use super::Sender;
use super::target::Target;

/// How many wait for a receiver, and for how long.
const MOST: usize = 8;
const LONGEST: Duration = Duration::from_secs(20);

/// Each since it last had something to do.
type Waiting = Vec<(Stopwatch, Sender)>;

#[derive(Default)]
pub(super) struct Idle(Mutex<HashMap<(bool, String, u16), Waiting>>);

impl Idle {
    pub(super) fn take(&self, target: &Target) -> Option<Sender> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle.get_mut(&target.peer())?;
        while let Some((since, sender)) = waiting.pop() {
            if since.elapsed() < LONGEST && sender.is_ready() {
                return Some(sender);
            }
        }
        idle.remove(&target.peer());
        None
    }

    pub(super) fn keep(&self, target: Target, sender: Sender) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle.entry(target.peer()).or_default();
        waiting.retain(|(since, sender)| since.elapsed() < LONGEST && !sender.is_closed());
        if waiting.len() < MOST {
            waiting.push((Stopwatch::start(), sender));
        }
    }
}
