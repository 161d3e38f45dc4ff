//! Metered periods that were billed: by which value, and by which version of what was rolled up.

use records::{CompanyId, CustomerId, InvoiceId, Moment, SubscriptionId};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx, Value};

columns! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PeriodRow in "metered_period t" {
        pub subscription_id: SubscriptionId,
        pub component_id: String,
        pub starts_at: Moment,
        pub ends_at: Moment,
        pub customer_id: CustomerId,
        pub item_id: String,
        pub metric_id: String,
        /// Events before it count too.
        pub looks_back: bool,
        /// The invoice with the last line that billed it.
        pub invoice_id: InvoiceId,
        pub value: String,
        pub version: i64,
        /// Its usage is another than it was billed by.
        pub dirty: bool,
    }
}

statements! {
    PUT(PeriodRow) = "INSERT INTO metered_period (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true
        ON CONFLICT (company_id, subscription_id, component_id, starts_at, ends_at)
        DO UPDATE SET invoice_id = excluded.invoice_id, value = excluded.value,
            version = excluded.version, dirty = excluded.dirty";
    SPOIL = "UPDATE metered_period AS t SET dirty = 1 FROM {rows text, text, int}
        WHERE t.company_id = $1 AND t.customer_id = r.c2 AND t.metric_id = r.c3
            AND t.ends_at > r.c4 AND (t.starts_at <= r.c4 OR t.looks_back = 1) AND t.dirty = 0";
    LATE_INVOICES: InvoiceId = "SELECT t.invoice_id FROM metered_period t
        WHERE t.company_id = $1 AND t.subscription_id IN {texts $2} AND t.dirty = 1";
    ON_INVOICES: PeriodRow = "{select} AND t.invoice_id IN {texts $2}";
    FORGET = "DELETE FROM metered_period WHERE company_id = $1 AND invoice_id IN {texts $2}";
    LATE_PAYERS: CustomerId = "SELECT s.billed_customer_id FROM metered_period t
            CROSS JOIN subscription s
        WHERE t.company_id = $1 AND t.dirty = 1 AND s.company_id = $1
            AND s.id = t.subscription_id AND s.parked_id IS NULL";
    WAKE = "UPDATE billed_customer SET due_at = CASE WHEN due_at < $2 THEN due_at ELSE $2 END
        WHERE company_id = $1 AND customer_id IN {texts $3}";
    LATE_OF: SubscriptionId = "SELECT DISTINCT t.subscription_id FROM metered_period t
            JOIN subscription s ON s.company_id = $1 AND s.id = t.subscription_id
        WHERE t.company_id = $1 AND t.dirty = 1 AND s.billed_customer_id IN {texts $2}";
    ANY_LATE: i64 = "SELECT dirty FROM metered_period
        WHERE company_id = $1 AND dirty = 1 LIMIT 1";
    COMPANIES_LATE: CompanyId = "SELECT DISTINCT t.company_id || '' FROM metered_period t
        WHERE t.dirty = 1 AND NOT EXISTS (SELECT 1 FROM company c
            WHERE c.company_id = t.company_id AND c.clock_now IS NOT NULL) LIMIT 1000";
    OF: PeriodRow = "{select} AND t.subscription_id IN {texts $2}
        ORDER BY t.subscription_id, t.component_id, t.starts_at";
}

/// Writes what periods were billed by.
pub fn put(tx: &mut Tx<'_>, company: &CompanyId, rows: &[PeriodRow]) -> Result<()> {
    tx.put_many(&PUT, company, rows.iter())
}

/// An instant at which the usage of a customer by a metric changed.
pub struct Changed<'a> {
    pub customer_id: &'a CustomerId,
    pub metric_id: &'a str,
    pub at: Moment,
}

/// Marks the billed periods that such changes concern. The meters are held.
pub fn spoil(tx: &mut Tx<'_>, company: &CompanyId, all: &[Changed<'_>]) -> Result<()> {
    let row = |changed: &Changed<'_>| -> Vec<Value> {
        let (customer, metric) = (changed.customer_id.into(), changed.metric_id.into());
        vec![company.into(), customer, metric, changed.at.into()]
    };
    // One statement each: PostgreSQL would write a row that two of many concern only once, and
    // that is all that is needed; SQLite runs them one by one anyway.
    tx.run_many(&SPOIL, &all.iter().map(row).collect::<Vec<_>>())
}

/// What was billed on invoices of these subscriptions of which some usage is another by now.
pub fn late(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    subscriptions: Vec<SubscriptionId>,
) -> Result<Vec<PeriodRow>> {
    let mut invoices: Vec<InvoiceId> = tx.rows_of(&LATE_INVOICES, company, subscriptions)?;
    invoices.sort();
    invoices.dedup();
    let mut periods: Vec<PeriodRow> = tx.rows_of(&ON_INVOICES, company, invoices)?;
    periods.sort_by(|a, b| {
        let key = |row: &PeriodRow| (row.starts_at, row.ends_at);
        (&a.subscription_id, &a.component_id)
            .cmp(&(&b.subscription_id, &b.component_id))
            .then(key(a).cmp(&key(b)))
    });
    Ok(periods)
}

/// What these invoices billed is billed no more.
pub fn forget(tx: &mut Tx<'_>, company: &CompanyId, invoices: Vec<InvoiceId>) -> Result<()> {
    match invoices.is_empty() {
        true => Ok(()),
        false => tx.run(&FORGET, &[company.into(), invoices.into()]).map(|_| ()),
    }
}

/// Makes everybody due now who pays for a period whose usage is another by now.
pub fn wake(tx: &mut Tx<'_>, company: &CompanyId, now: Moment) -> Result<()> {
    let mut payers: Vec<CustomerId> = tx.rows(&LATE_PAYERS, &[company.into()])?;
    payers.sort();
    payers.dedup();
    match payers.is_empty() {
        true => Ok(()),
        false => tx.run(&WAKE, &[company.into(), now.into(), payers.into()]).map(|_| ()),
    }
}

/// Whether there are any such periods.
pub fn any_late(tx: &mut Tx<'_>, company: &CompanyId) -> Result<bool> {
    Ok(tx.row(&ANY_LATE, &[company.into()])?.is_some())
}

/// The subscriptions of these payers that have such periods, whatever became of them.
pub fn late_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    payers: Vec<CustomerId>,
) -> Result<Vec<SubscriptionId>> {
    tx.rows_of(&LATE_OF, company, payers)
}

/// Companies that live in real time and have such periods.
pub fn companies_late(tx: &mut Tx<'_>) -> Result<Vec<CompanyId>> {
    tx.rows(&COMPANIES_LATE, &[])
}

/// All that was billed of these subscriptions by usage, for the audits.
pub fn of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    subscriptions: Vec<SubscriptionId>,
) -> Result<Vec<PeriodRow>> {
    tx.rows_of(&OF, company, subscriptions)
}
