//! Credits and the log of everything that was ever done to them.

use std::borrow::Borrow;

use records::Moment;

use crate::driver::statement::statements;
use crate::{Error, Row, Tx, Value};

macro_rules! columns {
    () => {
        "t.id, t.customer_id, t.subscription_id, t.kind, t.currency, t.amount, t.issued, t.state, \
         t.expires_at, t.version, t.created_at, t.updated_at, t.doc"
    };
}

statements! {
    INSERT = "INSERT INTO credit
            (company_id, id, customer_id, subscription_id, kind, currency, amount, issued, state,
             expires_at, created_at, updated_at, doc, version)
        SELECT $1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, 1
        FROM {rows text, text, text, text, text, int, int, text, int, int, int, text}";
    REPLACE = "UPDATE credit AS t SET amount = r.c3, state = r.c4, expires_at = r.c5,
            updated_at = r.c6, version = t.version + 1
        FROM {rows text, int, text, int, int}
        WHERE t.company_id = $1 AND t.id = r.c2";
    ACTIVE_OF = concat!("SELECT ", columns!(), " FROM credit t
        WHERE t.company_id = $1 AND t.customer_id IN {texts $2} AND t.state = 'ACTIVE'
            AND t.kind = 'AMOUNT'
        ORDER BY +t.created_at, t.id");
    BY_IDS = concat!("SELECT ", columns!(), " FROM credit t
        WHERE t.company_id = $1 AND t.id IN {texts $2}");
    EVERY_OF = concat!("SELECT ", columns!(), " FROM credit t
        WHERE t.company_id = $1 AND t.customer_id IN {texts $2} ORDER BY +t.created_at, t.id");
    LOG = "INSERT INTO credit_log
            (company_id, id, credit_id, customer_id, invoice_id, action, kind, amount, created_at,
             note)
        SELECT $1, c2, c3, c4, c5, c6, c7, c8, c9, c10
        FROM {rows text, text, text, text, text, text, int, int, text}";
    OF_CREDIT = "SELECT id, credit_id, customer_id, invoice_id, action, kind, amount, created_at,
            note FROM credit_log
        WHERE company_id = $1 AND credit_id = $2 ORDER BY created_at, id";
    OF_CREDITS = "SELECT id, credit_id, customer_id, invoice_id, action, kind, amount,
            created_at, note FROM credit_log
        WHERE company_id = $1 AND credit_id IN {texts $2} ORDER BY +created_at, id";
    OF_INVOICES = "SELECT id, credit_id, customer_id, invoice_id, action, kind, amount,
            created_at, note FROM credit_log
        WHERE company_id = $1 AND invoice_id IN {texts $2} AND invoice_id IS NOT NULL
        ORDER BY +created_at, id";
}

/// A credit as it lies in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditRow {
    pub id: String,
    pub customer_id: String,
    pub subscription_id: Option<String>,
    /// AMOUNT or UNITS.
    pub kind: String,
    pub currency: Option<String>,
    /// What is left of it.
    pub amount: i64,
    pub issued: i64,
    /// ACTIVE, CONSUMED, EXPIRED or REVOKED.
    pub state: String,
    pub expires_at: Option<Moment>,
    pub version: i64,
    pub created_at: Moment,
    pub updated_at: Moment,
    pub doc: String,
}

/// A new entry of the log.
#[derive(Clone, Debug)]
pub struct Log {
    pub id: String,
    pub credit_id: String,
    pub customer_id: String,
    pub invoice_id: Option<String>,
    pub action: &'static str,
    pub kind: &'static str,
    pub amount: i64,
    pub created_at: Moment,
    pub note: Option<String>,
}

/// An entry of the log as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    pub id: String,
    pub credit_id: String,
    pub customer_id: String,
    pub invoice_id: Option<String>,
    pub action: String,
    pub kind: String,
    pub amount: i64,
    pub created_at: Moment,
    pub note: Option<String>,
}

pub fn insert_many<R: Borrow<CreditRow>>(
    tx: &mut Tx<'_>,
    company: &str,
    credits: &[R],
) -> Result<(), Error> {
    let row = |credit: &CreditRow| -> Vec<Value> {
        vec![
            company.into(),
            (&credit.id).into(),
            (&credit.customer_id).into(),
            (&credit.subscription_id).into(),
            (&credit.kind).into(),
            (&credit.currency).into(),
            credit.amount.into(),
            credit.issued.into(),
            (&credit.state).into(),
            credit.expires_at.into(),
            credit.created_at.into(),
            credit.updated_at.into(),
            (&credit.doc).into(),
        ]
    };
    tx.run_many(&INSERT, &credits.iter().map(|value| row(value.borrow())).collect::<Vec<_>>())
        .map(|_| ())
}

/// Writes what can change of credits: what is left, the state and the end.
pub fn replace_many<R: Borrow<CreditRow>>(
    tx: &mut Tx<'_>,
    company: &str,
    credits: &[R],
) -> Result<(), Error> {
    let row = |credit: &CreditRow| -> Vec<Value> {
        vec![
            company.into(),
            (&credit.id).into(),
            credit.amount.into(),
            (&credit.state).into(),
            credit.expires_at.into(),
            credit.updated_at.into(),
        ]
    };
    tx.run_many(&REPLACE, &credits.iter().map(|value| row(value.borrow())).collect::<Vec<_>>())
        .map(|_| ())
}

/// The credits in money that these customers can use, oldest first.
pub fn active_of(
    tx: &mut Tx<'_>,
    company: &str,
    customers: Vec<String>,
) -> Result<Vec<CreditRow>, Error> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&ACTIVE_OF, &[company.into(), customers.into()], read)
}

/// All of these that are there, in any order.
pub fn by_ids(tx: &mut Tx<'_>, company: &str, ids: Vec<String>) -> Result<Vec<CreditRow>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&BY_IDS, &[company.into(), ids.into()], read)
}

/// All credits that these customers ever had, oldest first, for the audits.
pub fn every_of(
    tx: &mut Tx<'_>,
    company: &str,
    customers: Vec<String>,
) -> Result<Vec<CreditRow>, Error> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&EVERY_OF, &[company.into(), customers.into()], read)
}

fn read(row: Row<'_>) -> Result<CreditRow, Error> {
    Ok(CreditRow {
        id: row.text(0)?,
        customer_id: row.text(1)?,
        subscription_id: row.maybe_text(2)?,
        kind: row.text(3)?,
        currency: row.maybe_text(4)?,
        amount: row.int(5)?,
        issued: row.int(6)?,
        state: row.text(7)?,
        expires_at: row.maybe_moment(8)?,
        version: row.int(9)?,
        created_at: row.moment(10)?,
        updated_at: row.moment(11)?,
        doc: row.text(12)?,
    })
}

pub fn log_many<R: Borrow<Log>>(tx: &mut Tx<'_>, company: &str, logs: &[R]) -> Result<(), Error> {
    let row = |log: &Log| -> Vec<Value> {
        vec![
            company.into(),
            (&log.id).into(),
            (&log.credit_id).into(),
            (&log.customer_id).into(),
            (&log.invoice_id).into(),
            log.action.into(),
            log.kind.into(),
            log.amount.into(),
            log.created_at.into(),
            (&log.note).into(),
        ]
    };
    tx.run_many(&LOG, &logs.iter().map(|value| row(value.borrow())).collect::<Vec<_>>()).map(|_| ())
}

/// Everything that was done to a credit, in order.
pub fn logs_of_credit(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Vec<Logged>, Error> {
    tx.rows(&OF_CREDIT, &[company.into(), id.into()], logged)
}

/// Everything that was done to these credits, in order.
pub fn logs_of_credits(
    tx: &mut Tx<'_>,
    company: &str,
    ids: Vec<String>,
) -> Result<Vec<Logged>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&OF_CREDITS, &[company.into(), ids.into()], logged)
}

/// Everything that these invoices did to credits, in order.
pub fn logs_of_invoices(
    tx: &mut Tx<'_>,
    company: &str,
    ids: Vec<String>,
) -> Result<Vec<Logged>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&OF_INVOICES, &[company.into(), ids.into()], logged)
}

fn logged(row: Row<'_>) -> Result<Logged, Error> {
    Ok(Logged {
        id: row.text(0)?,
        credit_id: row.text(1)?,
        customer_id: row.text(2)?,
        invoice_id: row.maybe_text(3)?,
        action: row.text(4)?,
        kind: row.text(5)?,
        amount: row.int(6)?,
        created_at: row.moment(7)?,
        note: row.maybe_text(8)?,
    })
}
