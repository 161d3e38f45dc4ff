//! Customers: the row, its document, and everything by which it is found.

mod finding;
pub mod following;
pub mod party;
mod row;
pub(crate) mod write;

use records::{CompanyId, CompanyUserId, Customer, CustomerId};

pub use finding::FIND;
pub use row::{CustomerRow, EntitlementsRow, Revenue};
pub use write::{insert, labels, names, set_entitlements, set_revenue, update};

use crate::driver::statement::statements;
use crate::{Result, Tx};

pub const KIND: &str = "customer";

statements! {
    BY_ID: CustomerRow = "{select} AND t.id = $2";
    BY_IDENTIFIER: CustomerRow = "{select} AND t.identifier = $2";
    BY_IDS: CustomerRow = "{select} AND t.id IN {texts $2}";
    BY_IDENTIFIERS: (String, CustomerId) = "SELECT identifier, id FROM customer
        WHERE company_id = $1 AND identifier IN {texts $2}";
    KNOWN_IDS: CustomerId = "SELECT id FROM customer
        WHERE company_id = $1 AND id IN {texts $2}";
    LOCK = "SELECT id FROM customer WHERE company_id = $1 AND id = $2 FOR UPDATE";
    COLUMNS_OF: (String, String, Option<CompanyUserId>, Option<CustomerId>, (bool, bool)) =
        "SELECT identifier, status, owner_id, parent_customer_id, exclude_from_metrics,
            managed_externally FROM customer
        WHERE company_id = $1 AND id = $2";
    DOCUMENTS: (CustomerId, String) = "SELECT id, doc FROM customer
        WHERE company_id = $1 AND id IN {texts $2}";
    PARENT_OF: Option<CustomerId> = "SELECT parent_customer_id FROM customer
        WHERE company_id = $1 AND id = $2";
    CHILDREN: CustomerId = "SELECT id FROM customer
        WHERE company_id = $1 AND parent_customer_id IN {texts $2} AND
            parent_customer_id IS NOT NULL";
    LOCK_ALL: CustomerRow = "{select} AND t.id IN {texts $2} ORDER BY t.id FOR UPDATE";
    BEHIND: CustomerId = "SELECT id FROM customer
        WHERE company_id = $1 AND entitlements_version < $2 AND id > $3 ORDER BY id LIMIT $4";
    AFTER: CustomerRow = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
}

/// Which customers have these identifiers.
pub fn by_identifiers(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    identifiers: Vec<String>,
) -> Result<Vec<(String, CustomerId)>> {
    tx.rows_of(&BY_IDENTIFIERS, company, identifiers)
}

/// Which of these customers there are.
pub fn known_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CustomerId>,
) -> Result<Vec<CustomerId>> {
    tx.rows_of(&KNOWN_IDS, company, ids)
}

pub fn by_id(tx: &mut Tx<'_>, company: &CompanyId, id: &CustomerId) -> Result<Option<CustomerRow>> {
    tx.row_by(&BY_ID, &[company, id])
}

pub fn by_identifier(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    identifier: &str,
) -> Result<Option<CustomerRow>> {
    tx.row_by(&BY_IDENTIFIER, &[company, identifier])
}

/// All of these that are there, each with its id, by one statement.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CustomerId>,
) -> Result<Vec<(CustomerId, CustomerRow)>> {
    let rows = tx.rows_of(&BY_IDS, company, ids)?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

/// Holds the customer until the transaction ends: the unit of concurrency of all billing.
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, id: &CustomerId) -> Result<()> {
    tx.row(&LOCK, &[company.into(), id.into()]).map(|_| ())
}

/// Holds these customers until the transaction ends, in the order of their ids.
pub fn lock_all(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CustomerId>,
) -> Result<Vec<CustomerRow>> {
    tx.rows_of(&LOCK_ALL, company, ids)
}

/// Customers behind `after` that were computed by an older catalog than this version, by id.
pub fn with_older_entitlements(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    version: i64,
    (after, limit): (&CustomerId, i64),
) -> Result<Vec<CustomerId>> {
    tx.rows(&BEHIND, &[company.into(), version.into(), after.into(), limit.into()])
}

/// The documents of these customers, by id, in any order.
pub fn documents(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CustomerId>,
) -> Result<Vec<(CustomerId, String)>> {
    tx.rows(&DOCUMENTS, &[company.into(), ids.into()])
}

/// Whether the columns say what the document says, for the audits.
pub fn columns_agree(tx: &mut Tx<'_>, customer: &Customer) -> Result<bool> {
    let key = [(&customer.company_id).into(), (&customer.id).into()];
    let columns = tx.row(&COLUMNS_OF, &key)?;
    let (owner, parent) = (customer.owner_id.clone(), customer.parent_customer_id.clone());
    let status = customer.status.as_str().to_owned();
    let flags = (customer.exclude_from_metrics, customer.managed_externally);
    Ok(columns == Some((customer.identifier.clone(), status, owner, parent, flags)))
}

/// The parent of a customer: none where there is no such customer, `Some(None)` at the top.
pub fn parent_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &CustomerId,
) -> Result<Option<Option<CustomerId>>> {
    tx.row(&PARENT_OF, &[company.into(), id.into()])
}

/// The children of all these customers.
pub fn children(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    parents: Vec<CustomerId>,
) -> Result<Vec<CustomerId>> {
    tx.rows(&CHILDREN, &[company.into(), parents.into()])
}

/// Up to `limit` customers whose ids follow `after`, for the audits.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &CustomerId,
    limit: i64,
) -> Result<Vec<CustomerRow>> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])
}
