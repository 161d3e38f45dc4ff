//! Mails as they are answered.

use records::{Email, InvoiceId};
use store::email::{EmailRow, FIND};

use crate::bill::stored;
use crate::engine::found;
use crate::find::{FindRequest, FoundPage, walk};
use crate::listing::{self, ListRequest, Listed};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |_, row: EmailRow| row.doc)
}

/// What was, or will be, written about an invoice, in the order in which it was queued.
pub fn of_invoice(
    session: &mut Session<'_, '_>,
    (uuid, request): (&InvoiceId, &ListRequest),
) -> Result<Listed<Email>, Failure> {
    let company = session.company_id().to_owned();
    found(store::invoice::customer_of(session.tx, &company, uuid)?, "invoice", uuid)?;
    let operation = format!("invoices/{uuid}/emails");
    let id = |email: &Email| email.id.clone();
    listing::walk(session, &operation, request, id, |tx, company, after, limit| {
        store::email::of_object(tx, company, (uuid, after), limit)
    })
}

/// A row as a record.
pub(super) fn shown(row: &EmailRow) -> Result<Email, Failure> {
    Ok(stored::read(&row.doc)?)
}
