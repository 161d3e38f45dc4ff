//! Lines that wait for the next invoice of a subscription, whatever that is for.

use calendar::Timestamp;

use super::Fact;
use crate::snapshot::{Handle, Line, Subscription};

/// The fact that these lines wait, all of them.
pub(super) fn wait(own: &Subscription, at: Timestamp, lines: Vec<Line>) -> Fact {
    Fact::LinesWaiting { subscription: own.id.clone(), at, lines }
}

/// What goes on waiting once an invoice is void: lines that gave back something of it are dropped,
/// and those of its own that gave back something of another one return.
pub(super) fn without(own: &Subscription, void: &Handle, returned: Vec<Line>) -> Vec<Line> {
    let stays = own.life.waiting.iter().filter(|line| line.corrects() != Some(void)).cloned();
    stays.chain(returned).collect()
}
