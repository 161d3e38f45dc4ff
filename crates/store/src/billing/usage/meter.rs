//! Meters: what is rolled up of a customer's usage of an item, by one metric each. The row without
//! a metric is that of the item itself. Whoever changes or bills that usage holds the rows, in the
//! order of their keys.

use records::{CompanyId, CustomerId, Moment};

use super::event::Place;
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx, Value};

/// Nobody has looked yet whether there is anything to roll up.
pub const NEW: &str = "NEW";
/// Every event is rolled up.
pub const FILLED: &str = "FILLED";
/// Events up to a place are rolled up.
pub const FILLING: &str = "FILLING";
/// Nothing that is rolled up holds.
pub const STALE: &str = "STALE";

columns! {
    /// A meter by its key.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Key {
        pub customer_id: CustomerId => "t.customer_id",
        pub item_id: String => "t.item_id",
        /// Empty for the item itself.
        pub metric_id: String => "t.metric_id",
    }

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MeterRow in "usage_meter t" {
        pub key: Key,
        pub state: String,
        /// By which rule of the metric it was rolled up.
        pub rule: String,
        pub filled_timestamp: Moment,
        pub filled_received: i64,
        pub filled_id: String,
        /// The last end of a period that was billed by it.
        pub closed_until: Moment,
        pub version: i64,
    }
}

impl MeterRow {
    /// Everything up to a place is rolled up by a rule.
    pub fn fill(&mut self, state: &str, rule: &str, to: Place) {
        (self.state, self.rule) = (state.to_owned(), rule.to_owned());
        self.filled_timestamp = to.timestamp;
        (self.filled_received, self.filled_id) = (to.received, to.id);
    }

    /// Up to where events are rolled up.
    pub fn filled_to(&self) -> Place {
        let (timestamp, received) = (self.filled_timestamp, self.filled_received);
        Place { timestamp, received, id: self.filled_id.clone() }
    }
}

statements! {
    ADD(Key) = "INSERT INTO usage_meter (company_id, {names}, state, rule, version)
        SELECT $1, {r.values}, 'NEW', '', 0 FROM {rows} WHERE true
        ON CONFLICT (company_id, customer_id, item_id, metric_id) DO NOTHING";
    HOLD(Key): MeterRow = "UPDATE usage_meter AS t SET version = t.version + 1 FROM {rows}
        WHERE t.company_id = $1 AND t.customer_id = {r.customer_id}
            AND t.item_id = {r.item_id} AND t.metric_id = {r.metric_id}
        RETURNING customer_id, item_id, metric_id, state, rule, filled_timestamp,
            filled_received, filled_id, closed_until, version";
    OF(Key): MeterRow = "SELECT t.customer_id, t.item_id, t.metric_id, t.state, t.rule,
            t.filled_timestamp, t.filled_received, t.filled_id, t.closed_until, t.version
        FROM {rows} CROSS JOIN usage_meter t
        WHERE t.company_id = $1 AND t.customer_id = {r.customer_id}
            AND t.item_id = {r.item_id} AND t.metric_id = {r.metric_id}";
    LOCK: MeterRow = "{select} AND t.customer_id = $2 AND t.item_id = $3 AND t.metric_id = $4
        FOR UPDATE";
    SET_STATE = "UPDATE usage_meter AS t SET state = r.c5, rule = r.c6, filled_timestamp = r.c7,
            filled_received = r.c8, filled_id = r.c9
        FROM {rows text, text, text, text, text, int, int, text}
        WHERE t.company_id = $1 AND t.customer_id = r.c2 AND t.item_id = r.c3
            AND t.metric_id = r.c4";
    CLOSE: i64 = "UPDATE usage_meter AS t
        SET closed_until = CASE WHEN t.closed_until < r.c5 THEN r.c5 ELSE t.closed_until END
        FROM {rows text, text, text, int}
        WHERE t.company_id = $1 AND t.customer_id = r.c2 AND t.item_id = r.c3
            AND t.metric_id = r.c4
        RETURNING version";
    BEGIN = "INSERT INTO usage_meter
            (company_id, customer_id, item_id, metric_id, state, rule, version)
        SELECT $1, t.customer_id, t.item_id, $3, 'STALE', '', 0 FROM usage_meter t
        WHERE t.company_id = $1 AND t.item_id = $2 AND t.metric_id = ''
        ON CONFLICT (company_id, customer_id, item_id, metric_id)
        DO UPDATE SET state = 'STALE', rule = '', version = usage_meter.version + 1";
    UNFILLED: MeterRow = "{select} AND t.state IN ('STALE', 'FILLING') AND t.metric_id > ''
        ORDER BY t.state, t.metric_id, t.customer_id LIMIT $2";
    COUNT_UNFILLED: i64 = "SELECT count(*) FROM usage_meter
        WHERE company_id = $1 AND metric_id = $2 AND state IN ('STALE', 'FILLING')";
    COMPANIES_UNFILLED: CompanyId = "SELECT DISTINCT company_id || '' FROM usage_meter
        WHERE state IN ('STALE', 'FILLING') LIMIT 1000";
    AFTER: MeterRow = "{select} AND (t.customer_id, t.item_id, t.metric_id) > ($2, $3, $4)
        ORDER BY t.customer_id, t.item_id, t.metric_id LIMIT $5";
}

/// Holds these meters until the transaction ends; those that are not there are made.
pub fn hold(tx: &mut Tx<'_>, company: &CompanyId, keys: &[Key]) -> Result<Vec<MeterRow>> {
    let mut sorted: Vec<&Key> = keys.iter().collect();
    sorted.sort();
    sorted.dedup();
    let rows: Vec<_> = sorted.iter().map(|key| HOLD.values(company, *key)).collect();
    let mut held = tx.rows_many(&HOLD, &rows)?;
    if held.len() < rows.len() {
        let new = sorted.into_iter().filter(|key| !held.iter().any(|row| row.key == **key));
        let new: Vec<_> = new.map(|key| ADD.values(company, key)).collect();
        tx.run_many(&ADD, &new)?;
        held.extend(tx.rows_many(&HOLD, &new)?);
    }
    Ok(held)
}

/// These meters, as far as they are there.
pub fn of(tx: &mut Tx<'_>, company: &CompanyId, keys: &[Key]) -> Result<Vec<MeterRow>> {
    let rows: Vec<_> = keys.iter().map(|key| OF.values(company, key)).collect();
    tx.rows_many(&OF, &rows)
}

/// One meter, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, key: &Key) -> Result<Option<MeterRow>> {
    tx.row(&LOCK, &values(company, key))
}

fn values(company: &CompanyId, key: &Key) -> [Value; 4] {
    [company.into(), (&key.customer_id).into(), (&key.item_id).into(), (&key.metric_id).into()]
}

/// Says what is rolled up of meters that are held.
pub fn set_states(tx: &mut Tx<'_>, company: &CompanyId, meters: &[MeterRow]) -> Result<()> {
    let row = |meter: &MeterRow| {
        let mut all = values(company, &meter.key).to_vec();
        all.extend([(&meter.state).into(), (&meter.rule).into()]);
        all.extend([meter.filled_timestamp.into(), meter.filled_received.into()]);
        all.push((&meter.filled_id).into());
        all
    };
    tx.run_many(&SET_STATE, &meters.iter().map(row).collect::<Vec<_>>())
}

/// Periods until then are billed by these meters, which are held from now on; those that are not
/// there are made.
pub fn close(tx: &mut Tx<'_>, company: &CompanyId, all: &[(Key, Moment)]) -> Result<()> {
    let row = |(key, until): &(Key, Moment)| {
        let mut all = values(company, key).to_vec();
        all.push((*until).into());
        all
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    if tx.rows_many(&CLOSE, &rows)?.len() < rows.len() {
        let keys: Vec<_> = all.iter().map(|(key, _)| ADD.values(company, key)).collect();
        tx.run_many(&ADD, &keys)?;
        tx.rows_many(&CLOSE, &rows)?;
    }
    Ok(())
}

/// What a metric counts changed: it is filled again for everybody who has events of its item.
pub fn begin(tx: &mut Tx<'_>, company: &CompanyId, item: &str, metric: &str) -> Result<()> {
    tx.run(&BEGIN, &[company.into(), item.into(), metric.into()]).map(|_| ())
}

/// Meters that are not filled, at most so many.
pub fn unfilled(tx: &mut Tx<'_>, company: &CompanyId, limit: i64) -> Result<Vec<MeterRow>> {
    tx.rows(&UNFILLED, &[company.into(), limit.into()])
}

/// For how many customers a metric is not filled.
pub fn count_unfilled(tx: &mut Tx<'_>, company: &CompanyId, metric: &str) -> Result<i64> {
    Ok(tx.row(&COUNT_UNFILLED, &[company.into(), metric.into()])?.unwrap_or_default())
}

/// Companies that have such meters.
pub fn companies_unfilled(tx: &mut Tx<'_>) -> Result<Vec<CompanyId>> {
    tx.rows(&COMPANIES_UNFILLED, &[])
}

/// Up to `limit` meters whose keys follow `after`, for the audits.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &Key,
    limit: i64,
) -> Result<Vec<MeterRow>> {
    let mut all = values(company, after).to_vec();
    all.push(limit.into());
    tx.rows(&AFTER, &all)
}
