//! What an audit says.

/// One thing that is wrong.
pub type Finding = String;
