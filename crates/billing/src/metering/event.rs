//! One usage event, as far as metering is concerned.

use calendar::Timestamp;

use crate::definition::Value;

/// Something that was used. Events of one instant count in the order they were received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub timestamp: Timestamp,
    /// Rises with the order of receipt.
    pub received: u64,
    pub properties: Value,
}
