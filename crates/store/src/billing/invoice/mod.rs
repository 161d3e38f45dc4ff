//! Invoices: columns for what is searched, counted and summed, the answer without its lines, the
//! lines, and how each line came about.

mod finding;
mod row;
pub(crate) mod write;

pub use finding::FIND;
pub use row::{Billing, Columns, InvoiceRow, read};
pub(crate) use write::backwards;
pub use write::{New, annotate, follow_customer, insert_many, replace_many};

use crate::driver::statement::statements;
use crate::{Error, Tx};
use row::{billing, columns};

/// What labels of invoices are kept under.
pub const KIND: &str = "invoice";

statements! {
    BY_ID = concat!("SELECT ", columns!(), ", t.doc, t.lines FROM invoice t
        WHERE t.company_id = $1 AND t.id = $2");
    BY_IDS = concat!("SELECT ", columns!(), ", t.doc, t.lines FROM invoice t
        WHERE t.company_id = $1 AND t.id IN {texts $2}");
    DRAFTS_OF = concat!("SELECT ", columns!(), ", t.doc, t.lines, t.derivations, t.draft
        FROM invoice t WHERE t.company_id = $1 AND t.billed_customer_id IN {texts $2}
            AND t.status = 'DRAFT'
        ORDER BY +t.created_at, t.id");
    BILLING_BY_IDS = concat!("SELECT ", columns!(), ", t.doc, t.lines, t.derivations, t.draft
        FROM invoice t WHERE t.company_id = $1 AND t.id IN {texts $2}
        ORDER BY +t.created_at, t.id");
    CUSTOMER_OF = "SELECT billed_customer_id, customer_id FROM invoice
        WHERE company_id = $1 AND id = $2";
    AFTER = concat!("SELECT ", columns!(), ", t.doc, t.lines, t.derivations, t.draft
        FROM invoice t WHERE t.company_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3");
}

pub fn get(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<InvoiceRow>, Error> {
    tx.row(&BY_ID, &[company.into(), id.into()], read)
}

/// All of these that are there, in any order.
pub fn by_ids(tx: &mut Tx<'_>, company: &str, ids: Vec<String>) -> Result<Vec<InvoiceRow>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&BY_IDS, &[company.into(), ids.into()], read)
}

/// The drafts that are to be billed to these customers, in the order in which they were made.
pub fn open_of(
    tx: &mut Tx<'_>,
    company: &str,
    customers: Vec<String>,
) -> Result<Vec<Billing>, Error> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&DRAFTS_OF, &[company.into(), customers.into()], billing)
}

/// All of these that are there, whatever their status, in the order in which they were made.
pub fn billing_by_ids(
    tx: &mut Tx<'_>,
    company: &str,
    ids: Vec<String>,
) -> Result<Vec<Billing>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&BILLING_BY_IDS, &[company.into(), ids.into()], billing)
}

/// Who pays an invoice, and whose it is.
pub fn customer_of(
    tx: &mut Tx<'_>,
    company: &str,
    id: &str,
) -> Result<Option<(String, String)>, Error> {
    let key = [company.into(), id.into()];
    tx.row(&CUSTOMER_OF, &key, |row| Ok((row.text(0)?, row.text(1)?)))
}

/// Up to `limit` invoices whose ids follow `after`, for the audits.
pub fn after(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<Billing>, Error> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()], billing)
}
