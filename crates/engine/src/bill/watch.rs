//! Who hears of every fact that is written: tests and the simulator.

use std::sync::Arc;

use billing::fact::Fact;
use records::CustomerId;

/// A fact on its way into the log.
#[derive(Clone, Copy, Debug)]
pub struct WatchedFact<'a> {
    pub id: &'a str,
    pub customer: &'a CustomerId,
    pub fact: &'a Fact,
}

/// Hears of every fact of a billed customer, by the id under which the log has it once it is
/// committed.
pub type Watch = Arc<dyn Fn(WatchedFact<'_>) + Send + Sync>;
