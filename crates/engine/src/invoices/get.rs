//! Reads an invoice.

use records::InvoiceId;

use super::answer::{Lines, answers};
use crate::{Failure, Refusal, Session};

/// The record as JSON, with all its lines.
pub fn get(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let row = store::invoice::get(session.tx, &company, uuid)?;
    let row = row.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    let mut all = answers(session, std::slice::from_ref(&row), Lines::All)?;
    Ok(all.pop().unwrap_or_default())
}
