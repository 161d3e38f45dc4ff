//! Connections that wait for the next request to the same receiver.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Sender;
use super::target::Target;

/// How many wait for a receiver, and how long a connection is used at all: a name that moves to
/// another address is followed by then.
const MOST: usize = 8;
const LONGEST: Duration = Duration::from_secs(20);

#[derive(Default)]
pub(super) struct Idle(Mutex<HashMap<(bool, String, u16), Vec<(Instant, Sender)>>>);

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
            waiting.push((super::now(), sender));
        }
    }
}
