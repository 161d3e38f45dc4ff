//! Contracts: what was asked for, what is answered, and when they expire. The row is the lock:
//! whoever signs, starts or expires one holds it.

pub mod attachment;
mod finding;

pub use finding::FIND;

use records::{
    CompanyId, CompanyUserId, ContractId, CustomerId, Moment, SalesUserId, SubscriptionId,
};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::search::{self, Subject};
use crate::{Result, Tx};

pub const KIND: &str = "contract";

columns! {
    /// A contract as it lies in the table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ContractRow in "contract t" {
        pub id: ContractId,
        pub customer_id: CustomerId,
        pub owner_id: Option<CompanyUserId>,
        pub sales_user_id: Option<SalesUserId>,
        pub kind: String,
        pub status: String,
        pub auto_charges: bool,
        pub auto_renews: bool,
        pub previous_subscription_id: Option<SubscriptionId>,
        /// What it made or changed, once it was executed.
        pub subscription_id: Option<SubscriptionId>,
        /// What it charged once, where that is all it was for.
        pub order_id: Option<String>,
        /// When it expires, as long as it can be signed.
        pub due_at: Option<Moment>,
        /// SHA-256 of the document, once it is frozen.
        pub document_hash: Option<String>,
        pub created_at: Moment,
        pub updated_at: Moment,
        /// What was asked for.
        pub terms: String,
        pub doc: String,
    }
}

statements! {
    INSERT(ContractRow) = "INSERT INTO contract (company_id, {names}, version)
        VALUES ($1, {values}, 1)";
    UPDATE(ContractRow except created_at) = "UPDATE contract SET {sets}, version = version + 1
        WHERE company_id = $1 AND id = $2";
    GET: ContractRow = "{select} AND t.id = $2";
    LOCK: ContractRow = "{select} AND t.id = $2 FOR UPDATE";
    NEXT_DUE: Option<Moment> = "SELECT min(t.due_at) FROM contract t
        WHERE t.company_id = $1 AND t.due_at IS NOT NULL AND t.due_at <= $2";
    DUE: ContractId = "SELECT t.id FROM contract t
        WHERE t.company_id = $1 AND t.due_at IS NOT NULL AND t.due_at <= $2
        ORDER BY t.due_at, t.id LIMIT 500";
    COMPANIES_DUE: CompanyId = "SELECT DISTINCT b.company_id || '' FROM contract b
        WHERE b.due_at IS NOT NULL AND b.due_at <= $1 AND NOT EXISTS
            (SELECT 1 FROM company c WHERE c.company_id = b.company_id AND c.clock_now IS NOT NULL)
        LIMIT 1000";
    PAGE: ContractRow = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
}

/// Puts a new contract there, to be found by its names.
pub fn insert(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    row: &ContractRow,
    names: &[&str],
) -> Result<()> {
    tx.put(&INSERT, company, row)?;
    search::put(tx, Subject { company, kind: KIND, id: &row.id }, names)
}

/// Writes a contract over what it was; `names` where they have changed.
pub fn update(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    row: &ContractRow,
    names: Option<&[&str]>,
) -> Result<()> {
    tx.put(&UPDATE, company, row)?;
    match names {
        Some(names) => search::put(tx, Subject { company, kind: KIND, id: &row.id }, names),
        None => Ok(()),
    }
}

pub fn get(tx: &mut Tx<'_>, company: &CompanyId, id: &ContractId) -> Result<Option<ContractRow>> {
    tx.row(&GET, &[company.into(), id.into()])
}

/// The same, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, id: &ContractId) -> Result<Option<ContractRow>> {
    tx.row(&LOCK, &[company.into(), id.into()])
}

/// When the first of them expires, if one does until then.
pub fn next_due(tx: &mut Tx<'_>, company: &CompanyId, until: Moment) -> Result<Option<Moment>> {
    Ok(tx.rows(&NEXT_DUE, &[company.into(), until.into()])?.into_iter().next().flatten())
}

/// Those that expire until an instant, some hundred at a time.
pub fn due(tx: &mut Tx<'_>, company: &CompanyId, until: Moment) -> Result<Vec<ContractId>> {
    tx.rows(&DUE, &[company.into(), until.into()])
}

/// Companies that live in real time and have any that expires until an instant.
pub fn companies_due(tx: &mut Tx<'_>, wall: Moment) -> Result<Vec<CompanyId>> {
    tx.rows(&COMPANIES_DUE, &[wall.into()])
}

/// Up to `limit` contracts whose ids follow `after`, for the audits.
pub fn page(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &ContractId,
    limit: i64,
) -> Result<Vec<ContractRow>> {
    tx.rows(&PAGE, &[company.into(), after.into(), limit.into()])
}
