//! Reads a subscription by id or identifier.

use super::{expand, named};
use crate::{Failure, Session};

/// The record as JSON, with everything that it refers to.
pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    let row = named(session, key)?;
    let mut all = expand::answers(session, std::slice::from_ref(&row))?;
    Ok(all.pop().unwrap_or_default())
}
