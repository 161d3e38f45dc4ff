//! Changes details of an invoice of which nothing is paid.

use billing::command::Command;
use billing::fact::FactType;
use records::{InvoiceId, Moment, Object};
use serde_json::Value;
use store::invoice::InvoiceRow;

use super::act::decided;
use super::get::get;
use crate::bill::stored::{self, InvoiceDocument};
use crate::overlay::laid_over;
use crate::{Failure, Refusal, Session};

const LARGEST_METADATA: usize = 64 << 10;

pub fn update(
    session: &mut Session<'_, '_>,
    uuid: &InvoiceId,
    sent: &Object,
) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let owner = store::invoice::customer_of(session.tx, &company, uuid)?;
    let (customer, _) = owner.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    store::billed::lock(session.tx, &company, &customer, session.now())?;
    let row = store::invoice::get(session.tx, &company, uuid)?;
    let row = row.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    refuse_settled(&row)?;
    let mut details = sent.clone();
    if let Some(due) = details.shift_remove("due_date") {
        postpone(session, uuid, &due)?;
    }
    if !details.is_empty() {
        amend(session, uuid, &details)?;
    }
    get(session, uuid)
}

/// Only what nobody has begun to pay may change.
fn refuse_settled(row: &InvoiceRow) -> Result<(), Refusal> {
    let columns = &row.columns;
    match columns.status.as_str() {
        "VOID" => Err(Refusal::conflict("invoice_void", "The invoice is void.")),
        "PAID" => Err(Refusal::conflict("invoice_paid", "The invoice is paid.")),
        _ if columns.paid > 0 => {
            Err(Refusal::conflict("invoice_partly_paid", "The invoice is paid in part."))
        }
        _ => Ok(()),
    }
}

fn postpone(session: &mut Session<'_, '_>, uuid: &InvoiceId, due: &Value) -> Result<(), Failure> {
    let Some(due) = due.as_str().and_then(Moment::parse) else {
        let detail = "A due date can be changed and not cleared.";
        return Err(Refusal::invalid("/due_date", "required", detail).into());
    };
    let due_date = stored::instant(due).map_err(|_| {
        Refusal::invalid("/due_date", "out_of_range", "This date lies too far away.")
    })?;
    let due_date = Some(due_date);
    decided(session, uuid, |invoice| Command::PatchInvoice { invoice, due_date }).map(|_| ())
}

/// Notes and metadata are nobody's business but the caller's.
fn amend(session: &mut Session<'_, '_>, uuid: &InvoiceId, details: &Object) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let row = store::invoice::get(session.tx, &company, uuid)?;
    let row = row.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    let before: InvoiceDocument = stored::read(&row.doc)?;
    let after: InvoiceDocument = laid_over(&before, details)?;
    if serde_json::json!(after.metadata).to_string().len() > LARGEST_METADATA {
        let detail = "Metadata may have 64 KiB a record.";
        return Err(Refusal::invalid("/metadata", "too_large", detail).into());
    }
    if after == before {
        return Ok(());
    }
    store::invoice::annotate(session.tx, &company, uuid, (&stored::written(&after)?, now))?;
    session.fact(FactType::InvoiceUpdated, uuid, details.clone())
}
