//! Definitions as they are sent: values, fields by their paths, and everything that is wrong with
//! them.

mod fault;
mod field;
mod value;

pub use fault::{Fault, Faults};
pub(crate) use field::Field;
pub(crate) use value::NULL;
pub use value::Value;
