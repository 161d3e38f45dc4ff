//! Reads a customer by id or identifier.

use super::named;
use crate::{Failure, Session};

/// The record as JSON.
pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    let row = named(session, key)?;
    Ok(row.answer(&session.company().preferred_currency))
}
