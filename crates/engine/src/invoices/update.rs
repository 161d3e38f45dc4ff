//! Changes details of an invoice of which nothing is paid.

use billing::decision::Command;
use records::{Moment, Object};
use serde_json::Value;

use super::act::decided;
use super::get::get;
use crate::bill::kept::{self, InvoiceDocument};
use crate::overlay::laid_over;
use crate::{Failure, Refusal, Session};

const LARGEST_METADATA: usize = 64 << 10;

pub fn update(session: &mut Session<'_, '_>, uuid: &str, sent: &Object) -> Result<String, Failure> {
    if sent.get("due_date").is_some_and(Value::is_null) {
        let detail = "A due date can be changed and not cleared.";
        return Err(Refusal::invalid("/due_date", "required", detail).into());
    }
    let due = sent.get("due_date").and_then(Value::as_str).and_then(Moment::parse);
    let due_date = kept::maybe_instant(due).map_err(|_| {
        Refusal::invalid("/due_date", "out_of_range", "This date lies too far away.")
    })?;
    decided(session, uuid, |invoice| Command::PatchInvoice { invoice, due_date })?;
    let mut details = sent.clone();
    details.remove("due_date");
    if !details.is_empty() {
        amend(session, uuid, &details)?;
    }
    get(session, uuid)
}

/// Notes and metadata are nobody's business but the caller's.
fn amend(session: &mut Session<'_, '_>, uuid: &str, details: &Object) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let row = store::invoice::get(session.tx, &company, uuid)?;
    let row = row.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    let before: InvoiceDocument = kept::read(&row.doc)?;
    let after: InvoiceDocument = laid_over(&before, details)?;
    if serde_json::json!(after.metadata).to_string().len() > LARGEST_METADATA {
        let detail = "Metadata may have 64 KiB a record.";
        return Err(Refusal::invalid("/metadata", "too_large", detail).into());
    }
    let doc = kept::written(&after)?;
    Ok(store::invoice::annotate(session.tx, &company, uuid, &doc)?)
}
