//! Numbers without a gap: a series gives them out under a lock that the transaction keeps.

use records::{CompanyId, Moment};

use crate::driver::statement::statements;
use crate::{Error, Result, Tx};

statements! {
    BEGIN = "INSERT INTO number_series (company_id, series, last, last_date)
        VALUES ($1, $2, 0, $3) ON CONFLICT (company_id, series) DO NOTHING";
    LOCK: (i64, Moment) = "SELECT last, last_date FROM number_series
        WHERE company_id = $1 AND series = $2 FOR UPDATE";
    TAKE = "UPDATE number_series SET last = $3, last_date = $4
        WHERE company_id = $1 AND series = $2";
    LAST: i64 = "SELECT last FROM number_series WHERE company_id = $1 AND series = $2";
}

/// The series of invoices and that of credit notes.
pub const INVOICE: &str = "invoice";
pub const CREDIT_NOTE: &str = "credit_note";

/// Numbers that were just taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub first: i64,
    /// The latest date of the numbers before; the asked one where there were none.
    pub last_date: Moment,
}

/// Takes `count` numbers in a row for a date. They are given back if the transaction is undone,
/// and nobody else gets any before it ends.
pub fn take(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    series: &str,
    count: i64,
    date: Moment,
) -> Result<Taken> {
    let key = [company.into(), series.into()];
    let mut held = tx.row(&LOCK, &key)?;
    if held.is_none() {
        tx.run(&BEGIN, &[company.into(), series.into(), date.into()])?;
        held = tx.row(&LOCK, &key)?;
    }
    let (last, last_date) =
        held.ok_or_else(|| Error::Again("a series that was just begun is gone".to_owned()))?;
    let [company, series] = key;
    tx.run(&TAKE, &[company, series, (last + count).into(), last_date.max(date).into()])?;
    Ok(Taken { first: last + 1, last_date })
}

/// The last number given, 0 before the first, for the audits.
pub fn last(tx: &mut Tx<'_>, company: &CompanyId, series: &str) -> Result<i64> {
    Ok(tx.row(&LAST, &[company.into(), series.into()])?.unwrap_or(0))
}
