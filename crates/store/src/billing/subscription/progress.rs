//! What moves with every invoice: how far a subscription is billed, and when it is next.

use super::Columns;
use crate::driver::statement::statements;
use crate::{Error, Tx, Value};

statements! {
    INSERT = "INSERT INTO subscription_progress
            (company_id, id, renewal_date, next_invoice_date, past_due_at, updated_at, progress,
             version)
        SELECT $1, c2, c3, c4, c5, c6, c7, 1 FROM {rows text, int, int, int, int, text}";
    MOVE_ON = "UPDATE subscription_progress AS t SET renewal_date = r.c3, next_invoice_date = r.c4,
            past_due_at = r.c5, updated_at = r.c6, progress = r.c7, version = t.version + 1
        FROM {rows text, int, int, int, int, text}
        WHERE t.company_id = $1 AND t.id = r.c2";
    TOUCH = "UPDATE subscription_progress SET updated_at = $3, version = version + 1
        WHERE company_id = $1 AND id = $2";
    PAST_DUE = "UPDATE subscription_progress SET past_due_at =
            (SELECT min(+i.past_due_at) FROM invoice i
            WHERE i.company_id = subscription_progress.company_id
                AND i.subscription_id = subscription_progress.id
                AND i.status = 'PENDING' AND i.due > 0)
        WHERE company_id = $1 AND id IN {texts $2}";
}

/// The row of a subscription.
pub(super) fn row(company: &str, c: &Columns, progress: &str) -> Vec<Value> {
    vec![
        company.into(),
        (&c.id).into(),
        c.renewal_date.into(),
        c.next_invoice_date.into(),
        c.past_due_at.into(),
        c.updated_at.into(),
        progress.into(),
    ]
}

pub(super) fn insert(tx: &mut Tx<'_>, rows: &[Vec<Value>]) -> Result<(), Error> {
    tx.run_many(&INSERT, rows).map(|_| ())
}

/// The version counts up, whatever the columns say of it.
pub(super) fn move_on(tx: &mut Tx<'_>, rows: &[Vec<Value>]) -> Result<(), Error> {
    tx.run_many(&MOVE_ON, rows).map(|_| ())
}

/// Something else of it was changed at this instant.
pub(super) fn touch(tx: &mut Tx<'_>, company: &str, id: &str, at: Value) -> Result<(), Error> {
    tx.run(&TOUCH, &[company.into(), id.into(), at]).map(|_| ())
}

/// Works out again from when on these are past due: the earliest of their open invoices.
pub fn past_due(tx: &mut Tx<'_>, company: &str, ids: &[String]) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    tx.run(&PAST_DUE, &[company.into(), ids.to_vec().into()]).map(|_| ())
}
