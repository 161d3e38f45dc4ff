//! Credits and the log of everything that was ever done to them.

mod finding;
pub mod threshold;

pub use finding::{FIND, FIND_LOGS};

use std::borrow::Borrow;

use records::{CompanyId, CreditId, CustomerId, InvoiceId, Moment, SubscriptionId};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::search;
use crate::{Result, Tx};

pub const KIND: &str = "credit";
/// What notes of entries are kept under.
pub const LOG_KIND: &str = "credit_log";

columns! {
    /// A credit as it lies in the table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CreditRow in "credit t" {
        pub id: CreditId,
        pub customer_id: CustomerId,
        pub subscription_id: Option<SubscriptionId>,
        /// AMOUNT or UNITS.
        pub kind: String,
        pub currency: Option<String>,
        /// What is left of it; zero where it is of units.
        pub amount: i64,
        pub issued: i64,
        pub item_id: Option<String>,
        /// What is left of its units: an exact number.
        pub units: Option<String>,
        pub issued_units: Option<String>,
        /// The usage record that it paid last.
        pub metric_record_id: Option<String>,
        /// ACTIVE, CONSUMED, EXPIRED or REVOKED.
        pub state: String,
        pub expires_at: Option<Moment>,
        pub version: i64,
        pub created_at: Moment,
        pub updated_at: Moment,
        pub doc: String,
    }

    /// Where a credit was before it came here.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Imported in "credit t" {
        pub id: CreditId,
        pub imported_from: Option<String>,
        pub import_ref: Option<String>,
        pub import_created_at_ref: Option<Moment>,
    }

    /// What is left of one that can be used.
    #[derive(Clone, Debug)]
    pub struct Held in "credit t" {
        pub currency: Option<String>,
        pub amount: i64,
        pub item_id: Option<String>,
        pub units: Option<String>,
    }

    /// An entry of the log with the currency of its credit.
    #[derive(Clone, Debug)]
    pub struct Booked in "credit_log t JOIN credit c
            ON c.company_id = $1 AND c.id = t.credit_id" {
        pub log: Log,
        pub currency: Option<String> => "c.currency",
    }

    /// An entry of the log.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Log in "credit_log t" {
        pub id: String,
        pub credit_id: CreditId,
        pub customer_id: CustomerId,
        pub invoice_id: Option<InvoiceId>,
        pub action: String,
        pub kind: String,
        pub amount: i64,
        pub item_id: Option<String>,
        pub units: Option<String>,
        /// The usage record that it paid.
        pub metric_record_id: Option<String>,
        pub created_at: Moment,
        pub note: Option<String>,
    }
}

statements! {
    INSERT(CreditRow except version) = "INSERT INTO credit (company_id, {names}, version)
        SELECT $1, {r.values}, 1 FROM {rows}";
    // Whoever pays for its customer may use it too, and neither holds the other.
    REPLACE(CreditRow: amount, units, metric_record_id, state, expires_at, updated_at) =
        "UPDATE credit AS t
        SET amount = {r.amount}, units = {r.units},
            metric_record_id = coalesce({r.metric_record_id}, t.metric_record_id), state = {r.state}, expires_at = {r.expires_at},
            version = t.version + 1, updated_at =
            CASE WHEN t.updated_at > {r.updated_at} THEN t.updated_at ELSE {r.updated_at} END
        FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    ACTIVE_OF: CreditRow = "{select} AND t.customer_id IN {texts $2} AND t.state = 'ACTIVE'
        ORDER BY +t.created_at, t.id";
    BY_IDS: CreditRow = "{select} AND t.id IN {texts $2}";
    EVERY_OF: CreditRow = "{select} AND t.customer_id IN {texts $2} ORDER BY +t.created_at, t.id";
    IMPORTS_OF: Imported = "{select} AND t.id IN {texts $2}
            AND coalesce(t.imported_from, t.import_ref) IS NOT NULL";
    SET_IMPORT(Imported) = "UPDATE credit AS t SET {r.sets} FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    HELD_BY: Held = "{select} AND t.customer_id = $2 AND t.state = 'ACTIVE'
            AND (t.expires_at IS NULL OR t.expires_at > $3)";
    BOOKED_OF: Booked = "{select} AND t.customer_id IN {texts $2} AND t.created_at < $3
        ORDER BY +t.created_at, t.id";
    LOG(Log) = "INSERT INTO credit_log (company_id, {names}) SELECT $1, {r.values} FROM {rows}";
    OF_CREDIT: Log = "{select} AND t.credit_id = $2 ORDER BY t.created_at, t.id";
    OF_CREDITS: Log = "{select} AND t.credit_id IN {texts $2} ORDER BY +t.created_at, t.id";
    OF_INVOICES: Log = "{select} AND t.invoice_id IN {texts $2} AND t.invoice_id IS NOT NULL
        ORDER BY +t.created_at, t.id";
}

pub fn insert_many<R: Borrow<CreditRow>>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    credits: &[R],
) -> Result<()> {
    tx.put_many(&INSERT, company, credits.iter().map(Borrow::borrow))
}

/// Writes what can change of credits: what is left, the state and the end.
pub fn replace_many<R: Borrow<CreditRow>>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    credits: &[R],
) -> Result<()> {
    tx.put_many(&REPLACE, company, credits.iter().map(Borrow::borrow))
}

/// The credits that these customers can use, oldest first.
pub fn active_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<CreditRow>> {
    tx.rows_of(&ACTIVE_OF, company, customers)
}

/// All of these that are there, in any order.
pub fn by_ids(tx: &mut Tx<'_>, company: &CompanyId, ids: Vec<CreditId>) -> Result<Vec<CreditRow>> {
    tx.rows_of(&BY_IDS, company, ids)
}

/// All credits that these customers ever had, oldest first, for the audits.
pub fn every_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<CreditRow>> {
    tx.rows_of(&EVERY_OF, company, customers)
}

/// What can be used at an instant of the credits of a customer.
pub fn held_by(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    at: Moment,
) -> Result<Vec<Held>> {
    tx.rows(&HELD_BY, &[company.into(), customer.into(), at.into()])
}

/// Everything that was done to credits of these customers before an instant, in order.
pub fn booked_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
    until: Moment,
) -> Result<Vec<Booked>> {
    tx.rows(&BOOKED_OF, &[company.into(), customers.into(), until.into()])
}

/// Adds entries to the log; those with a note are found by it.
pub fn log_many<R: Borrow<Log>>(tx: &mut Tx<'_>, company: &CompanyId, logs: &[R]) -> Result<()> {
    tx.put_many(&LOG, company, logs.iter().map(Borrow::borrow))?;
    let noted = logs.iter().map(Borrow::borrow);
    let noted: Vec<(&str, Vec<&str>)> =
        noted.filter_map(|log: &Log| Some((log.id.as_str(), vec![log.note.as_deref()?]))).collect();
    match noted.is_empty() {
        true => Ok(()),
        false => search::put_all(tx, (company, LOG_KIND), &noted),
    }
}

/// Where a credit was before, as far as it came from elsewhere.
pub fn imports_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CreditId>,
) -> Result<Vec<Imported>> {
    tx.rows_of(&IMPORTS_OF, company, ids)
}

/// Writes where a credit was before.
pub fn set_import(tx: &mut Tx<'_>, company: &CompanyId, imported: &Imported) -> Result<()> {
    tx.put_many(&SET_IMPORT, company, std::iter::once(imported))
}

/// Everything that was done to a credit, in order.
pub fn logs_of_credit(tx: &mut Tx<'_>, company: &CompanyId, id: &CreditId) -> Result<Vec<Log>> {
    tx.rows(&OF_CREDIT, &[company.into(), id.into()])
}

/// Everything that was done to these credits, in order.
pub fn logs_of_credits(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CreditId>,
) -> Result<Vec<Log>> {
    tx.rows_of(&OF_CREDITS, company, ids)
}

/// Everything that these invoices did to credits, in order.
pub fn logs_of_invoices(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<InvoiceId>,
) -> Result<Vec<Log>> {
    tx.rows_of(&OF_INVOICES, company, ids)
}
