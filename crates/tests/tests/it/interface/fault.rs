//! One difference between what was promised and what the document says.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// An operation, or a record and its field.
    pub at: String,
    pub wanted: String,
    pub got: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: wanted {}, got {}", self.at, self.wanted, self.got)
    }
}
