//! The columns of an invoice, its document, its lines as they are answered and what those were
//! computed from say the same.

use billing::invoice::Invoice;
use serde_json::Value;
use store::Tx;
use store::invoice::Columns;

use super::{Book, Paper};
use crate::Failure;
use crate::audit::Found;
use crate::bill::apply::invoices::follow;
use crate::bill::stored::{self, InvoiceDocument};

/// What names may have become since a line was made.
const RENAMED: &[&str] = &["gl_code", "name"];

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book, papers: &[Paper]) -> Found {
    let mut wrong = Vec::new();
    for paper in papers {
        let (row, invoice) = (&paper.row, &paper.restored);
        let document = match stored::read::<InvoiceDocument>(&row.doc) {
            Ok(document) => document,
            Err(error) => {
                wrong.push(format!("invoice {}: {error}", row.columns.id));
                continue;
            }
        };
        let followed = follow(invoice, &book.snapshot, row.columns.clone())?;
        let mut fields = columns_that_differ(&row.columns, &followed);
        fields.extend(numbers_that_differ(&row.columns, invoice, &document));
        fields.extend(documents_that_differ(invoice, &document)?);
        if !same_lines(paper).unwrap_or(false) {
            fields.push("line_items");
        }
        let id = &row.columns.id;
        wrong.extend(fields.iter().map(|field| {
            format!("invoice {id} has another {field} than its state and its lines say")
        }));
    }
    Ok(wrong)
}

fn columns_that_differ(noted: &Columns, columns: &Columns) -> Vec<&'static str> {
    let same = [
        ("cause", (&noted.cause_kind, &noted.cause_id) == (&columns.cause_kind, &columns.cause_id)),
        ("status", noted.status == columns.status),
        ("due", noted.due == columns.due),
        ("paid", noted.paid == columns.paid),
        ("invoice_date", noted.invoice_date == columns.invoice_date),
        ("due_date", noted.due_date == columns.due_date),
        ("past_due_at", noted.past_due_at == columns.past_due_at),
        ("paid_date", noted.paid_date == columns.paid_date),
        ("draft_until", noted.draft_until == columns.draft_until),
    ];
    same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect()
}

/// A final invoice has a number, and one that was void after that has a credit note.
fn numbers_that_differ(
    columns: &Columns,
    invoice: &Invoice,
    document: &InvoiceDocument,
) -> Vec<&'static str> {
    let credited = columns.status == "VOID" && invoice.issue().is_some();
    let same = [
        ("number", columns.number.is_some() == invoice.issue().is_some()),
        ("credit_note_number", columns.credit_note_number.is_some() == credited),
        ("credit_note_date", document.credit_note_date.is_some() == credited),
    ];
    same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect()
}

fn documents_that_differ(
    invoice: &Invoice,
    document: &InvoiceDocument,
) -> Result<Vec<&'static str>, Failure> {
    let mut computed = document.clone();
    computed.tell(invoice).map_err(Failure::from)?;
    let same = [
        ("line_count", document.line_count == computed.line_count),
        ("reason", document.reason == computed.reason),
        ("prorated_amount", document.prorated_amount == computed.prorated_amount),
        ("sub_total", document.sub_total == computed.sub_total),
        ("revenue", document.revenue == computed.revenue),
    ];
    Ok(same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect())
}

fn same_lines(paper: &Paper) -> Result<bool, stored::Unreadable> {
    let columns = &paper.row.columns;
    let computed = stored::line_items(&paper.restored, &columns.id)?;
    let (mut computed, mut noted): (Vec<Value>, Vec<Value>) =
        (stored::read(&computed)?, stored::read(&paper.row.lines)?);
    for line in computed.iter_mut().chain(&mut noted) {
        if let Some(fields) = line.as_object_mut() {
            fields.retain(|name, _| !RENAMED.contains(&name.as_str()));
        }
    }
    Ok(computed == noted)
}
