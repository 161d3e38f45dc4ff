//! What moves with every invoice: how far a subscription is billed, and when it is next.

use records::{CompanyId, SubscriptionId};

use super::Columns;
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx, Value};

columns! {
    /// How far a subscription is billed.
    pub(crate) struct Progress<'a> {
        pub columns: &'a Columns,
        pub progress: &'a str,
    }
}

statements! {
    INSERT(Progress: renewal_date, next_invoice_date, past_due_at, updated_at, progress) =
        "INSERT INTO subscription_progress (company_id, {names}, version)
        SELECT $1, {r.values}, 1 FROM {rows}";
    // The version counts up, whatever the columns say of it.
    MOVE_ON(Progress: renewal_date, next_invoice_date, past_due_at, updated_at, progress) =
        "UPDATE subscription_progress AS t SET {r.sets}, version = t.version + 1 FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    TOUCH = "UPDATE subscription_progress SET updated_at = $3, version = version + 1
        WHERE company_id = $1 AND id = $2";
    PAST_DUE = "UPDATE subscription_progress SET past_due_at =
            (SELECT min(+i.past_due_at) FROM invoice i
            WHERE i.company_id = $1
                AND i.subscription_id = subscription_progress.id
                AND i.status = 'PENDING' AND i.due > 0)
        WHERE company_id = $1 AND id IN {texts $2}";
}

/// Something else of it was changed at this instant.
pub(super) fn touch(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &SubscriptionId,
    at: Value,
) -> Result<()> {
    tx.run(&TOUCH, &[company.into(), id.into(), at]).map(|_| ())
}

/// Works out again from when on these are past due: the earliest of their open invoices.
pub fn past_due(tx: &mut Tx<'_>, company: &CompanyId, ids: &[SubscriptionId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    tx.run(&PAST_DUE, &[company.into(), ids.to_vec().into()]).map(|_| ())
}
