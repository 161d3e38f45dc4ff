//! Why an invoice was made.

use serde::{Deserialize, Serialize};

/// The kind of cause that customers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    Cycle,
    Change,
    Cancel,
    OneTime,
    Rollup,
    Adjustment,
}
