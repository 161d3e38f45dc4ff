//! Thresholds of balances stand as the balances do, and the log says so.

use records::CreditThresholdId;
use store::credit::threshold;

use super::Found;
use crate::Session;
use crate::credits::thresholds::cross;

/// So many thresholds are looked at together.
const BATCH: i64 = 500;

pub(super) fn check(session: &mut Session<'_, '_>) -> Found {
    let company = session.company_id().to_owned();
    let (mut findings, mut last) = (Vec::new(), CreditThresholdId::default());
    loop {
        let rows = threshold::after(session.tx, &company, (None, &last), BATCH)?;
        let Some(end) = rows.last() else { return Ok(findings) };
        last = end.id.clone();
        for (row, left) in cross::with_balances(session, rows)? {
            if row.below != (left < cross::value(&row)?.number()) {
                let side = if row.below { "below" } else { "not below" };
                let id = &row.id;
                findings.push(format!("threshold {id} is {side}, and its balance is {left}"));
            }
        }
    }
}
