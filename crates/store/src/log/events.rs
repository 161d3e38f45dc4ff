//! The log as it is read by those who look for something in it.

use records::{CompanyId, EventsLogEntry, Moment};

use crate::driver::statement::statements;
use crate::{Result, Tx, fact};

statements! {
    OF_ONE_AFTER: EventsLogEntry = "{select} AND t.object_id = $2 AND t.position > $3
        ORDER BY t.position LIMIT $4";
    BETWEEN: (i64, Moment) = "SELECT position, created_at FROM fact
        WHERE company_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT 5001";
    AT: EventsLogEntry = "{select} AND t.position = $2";
    LATEST: EventsLogEntry = "{select} AND t.position > $2 AND t.event_type = $3
        ORDER BY t.position DESC LIMIT 1";
    FIRST_SINCE: i64 = "SELECT coalesce(min(l.position), 0) FROM (SELECT f.position FROM fact f
            WHERE f.company_id = $1 AND f.created_at >= $2 AND f.position IS NOT NULL
            ORDER BY f.created_at LIMIT 5000) l";
}

/// The facts of one record behind a position, in order.
pub fn of_one_after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (object, position): (&str, i64),
    limit: i64,
) -> Result<Vec<EventsLogEntry>> {
    tx.rows(&OF_ONE_AFTER, &[company.into(), object.into(), position.into(), limit.into()])
}

/// The fact at a position.
pub fn at(tx: &mut Tx<'_>, company: &CompanyId, position: i64) -> Result<Option<EventsLogEntry>> {
    tx.row(&AT, &[company.into(), position.into()])
}

/// The latest fact of a type among the last ten thousand.
pub fn last_of_type(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    event_type: &str,
) -> Result<Option<EventsLogEntry>> {
    let from = fact::last_position(tx, company)? - 10_000;
    tx.row(&LATEST, &[company.into(), from.into(), event_type.into()])
}

/// A position before that of every fact since an instant. Stamps and positions may pass each other
/// by what was written at once: so much is given.
pub fn position_before(tx: &mut Tx<'_>, company: &CompanyId, since: Moment) -> Result<i64> {
    let first = tx.row(&FIRST_SINCE, &[company.into(), since.into()])?.unwrap_or(0);
    if first == 0 {
        return fact::last_position(tx, company);
    }
    let before = (first - 5_000).max(0);
    let mut position = first - 1;
    for entry in tx.rows(&BETWEEN, &[company.into(), before.into(), first.into()])? {
        let (at, stamp): (i64, Moment) = entry;
        if stamp >= since {
            position = position.min(at - 1);
        }
    }
    Ok(position)
}
