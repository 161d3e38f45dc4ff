//! Bodies: read within limits, parsed exactly, checked against the served schema.

mod number;
mod parse;
mod read;
mod validate;

pub use parse::{Refused, parse, parse_long};
pub use read::read;
pub use validate::{Validator, compile};
