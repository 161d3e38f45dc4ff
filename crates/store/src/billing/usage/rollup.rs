//! Rollups: what a metric counted of a customer in an hour, or in many, by group; and the values
//! that UNIQUE tells apart.

use records::{CompanyId, CustomerId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{FromRow, Result, Row, Tx, Value};

columns! {
    /// A number in billionths: `hi` of 10^12 of them each, and `lo`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Max {
        pub hi: i64 => "t.max_hi",
        pub lo: i64 => "t.max_lo",
    }

    /// The last number, with the place of its event.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Last {
        pub hi: i64 => "t.last_hi",
        pub lo: i64 => "t.last_lo",
        pub timestamp: Moment => "t.last_timestamp",
        pub received: i64 => "t.last_received",
        pub id: String => "t.last_id",
    }

    /// What came to a rollup; below zero where events were taken out of it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Delta {
        pub customer_id: CustomerId => "t.customer_id",
        pub metric_id: String => "t.metric_id",
        /// How long it is, in hours.
        pub span: i64 => "t.span",
        pub starts_at: Moment => "t.starts_at",
        pub group_key: String => "t.group_key",
        /// The group, where its key is a digest.
        pub group_doc: Option<String> => "t.group_doc",
        pub events: i64 => "t.events",
        /// How many of them have a number.
        pub numbers: i64 => "t.numbers",
        pub sum_hi: i64 => "t.sum_hi",
        pub sum_lo: i64 => "t.sum_lo",
        pub max: Option<Max>,
        pub last: Option<Last>,
    }

    /// What came to a value that UNIQUE counts.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ValueDelta {
        pub customer_id: CustomerId => "t.customer_id",
        pub metric_id: String => "t.metric_id",
        pub starts_at: Moment => "t.starts_at",
        pub group_key: String => "t.group_key",
        pub value: String => "t.value",
        pub events: i64 => "t.events",
    }
}

columns! {
    /// A rollup that was asked for, with the number of who asked.
    #[derive(Clone, Debug)]
    pub struct Rolled {
        pub number: i64 => "r.c2",
        pub span: i64 => "t.span",
        pub starts_at: Moment => "t.starts_at",
        pub group_key: String => "t.group_key",
        pub group_doc: Option<String> => "t.group_doc",
        pub events: i64 => "t.events",
        pub numbers: i64 => "t.numbers",
        pub sum_hi: i64 => "t.sum_hi",
        pub sum_lo: i64 => "t.sum_lo",
        pub max: Option<Max>,
        pub last: Option<Last>,
        pub version: i64 => "t.version",
    }

    /// A value that was asked for.
    #[derive(Clone, Debug)]
    pub struct ValueRow {
        pub number: i64 => "r.c2",
        pub starts_at: Moment => "t.starts_at",
        pub group_key: String => "t.group_key",
        pub value: String => "t.value",
        pub events: i64 => "t.events",
    }
}

impl FromRow for Option<Max> {
    fn read(row: &mut Row<'_>) -> Result<Option<Max>> {
        let (hi, lo): (Option<i64>, Option<i64>) = row.get()?;
        Ok(hi.zip(lo).map(|(hi, lo)| Max { hi, lo }))
    }
}

impl FromRow for Option<Last> {
    fn read(row: &mut Row<'_>) -> Result<Option<Last>> {
        let (hi, lo): (Option<i64>, Option<i64>) = row.get()?;
        let place = row.get()?;
        let (timestamp, received, id): (Option<Moment>, Option<i64>, Option<String>) = place;
        let number = hi.zip(lo);
        let place = timestamp.zip(received).zip(id);
        let last = number.zip(place);
        Ok(last.map(|((hi, lo), ((timestamp, received), id))| Last {
            hi,
            lo,
            timestamp,
            received,
            id,
        }))
    }
}

statements! {
    ADD(Delta) = "INSERT INTO usage_rollup AS t (company_id, {names}, version)
        SELECT $1, {r.values}, 1 FROM {rows} WHERE true
        ON CONFLICT (company_id, customer_id, metric_id, span, starts_at, group_key)
        DO UPDATE SET events = t.events + excluded.events,
            numbers = t.numbers + excluded.numbers,
            sum_hi = t.sum_hi + excluded.sum_hi
                + (t.sum_lo + excluded.sum_lo) / 1000000000000,
            sum_lo = (t.sum_lo + excluded.sum_lo) % 1000000000000,
            max_hi = CASE WHEN t.max_hi IS NULL
                    OR (excluded.max_hi, excluded.max_lo) > (t.max_hi, t.max_lo)
                THEN excluded.max_hi ELSE t.max_hi END,
            max_lo = CASE WHEN t.max_hi IS NULL
                    OR (excluded.max_hi, excluded.max_lo) > (t.max_hi, t.max_lo)
                THEN excluded.max_lo ELSE t.max_lo END,
            last_hi = CASE WHEN t.last_id IS NULL
                    OR (excluded.last_timestamp, excluded.last_received, excluded.last_id)
                        > (t.last_timestamp, t.last_received, t.last_id)
                THEN excluded.last_hi ELSE t.last_hi END,
            last_lo = CASE WHEN t.last_id IS NULL
                    OR (excluded.last_timestamp, excluded.last_received, excluded.last_id)
                        > (t.last_timestamp, t.last_received, t.last_id)
                THEN excluded.last_lo ELSE t.last_lo END,
            last_timestamp = CASE WHEN t.last_id IS NULL
                    OR (excluded.last_timestamp, excluded.last_received, excluded.last_id)
                        > (t.last_timestamp, t.last_received, t.last_id)
                THEN excluded.last_timestamp ELSE t.last_timestamp END,
            last_received = CASE WHEN t.last_id IS NULL
                    OR (excluded.last_timestamp, excluded.last_received, excluded.last_id)
                        > (t.last_timestamp, t.last_received, t.last_id)
                THEN excluded.last_received ELSE t.last_received END,
            last_id = CASE WHEN t.last_id IS NULL
                    OR (excluded.last_timestamp, excluded.last_received, excluded.last_id)
                        > (t.last_timestamp, t.last_received, t.last_id)
                THEN excluded.last_id ELSE t.last_id END,
            version = t.version + 1";
    ADD_VALUE(ValueDelta) = "INSERT INTO usage_value AS t (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true
        ON CONFLICT (company_id, customer_id, metric_id, starts_at, group_key, value)
        DO UPDATE SET events = t.events + excluded.events";
    SET(Delta) = "UPDATE usage_rollup AS t SET max_hi = {r.max_hi}, max_lo = {r.max_lo},
            last_hi = {r.last_hi}, last_lo = {r.last_lo}, last_timestamp = {r.last_timestamp},
            last_received = {r.last_received}, last_id = {r.last_id}, version = t.version + 1
        FROM {rows} WHERE t.company_id = $1 AND t.customer_id = {r.customer_id}
            AND t.metric_id = {r.metric_id} AND t.span = {r.span}
            AND t.starts_at = {r.starts_at} AND t.group_key = {r.group_key}";
    WITHIN: Rolled = "SELECT {columns} FROM {rows int, text, text, int, int, int}
        CROSS JOIN usage_rollup t
        WHERE t.company_id = $1 AND t.customer_id = r.c3 AND t.metric_id = r.c4
            AND t.span = r.c5 AND t.starts_at >= r.c6 AND t.starts_at < r.c7";
    VALUES_WITHIN: ValueRow = "SELECT {columns} FROM {rows int, text, text, int, int}
        CROSS JOIN usage_value t
        WHERE t.company_id = $1 AND t.customer_id = r.c3 AND t.metric_id = r.c4
            AND t.starts_at >= r.c5 AND t.starts_at < r.c6 AND t.events <> 0";
    VERSIONS: (i64, i64) = "SELECT r.c2, CAST(coalesce(sum(t.version), 0) AS BIGINT)
        FROM {rows int, text, text, int, int, int} CROSS JOIN usage_rollup t
        WHERE t.company_id = $1 AND t.customer_id = r.c3 AND t.metric_id = r.c4
            AND t.span = r.c5 AND t.starts_at >= r.c6 AND t.starts_at < r.c7
        GROUP BY r.c2";
    FORGET = "DELETE FROM usage_rollup
        WHERE company_id = $1 AND customer_id = $2 AND metric_id = $3";
    FORGET_VALUES = "DELETE FROM usage_value
        WHERE company_id = $1 AND customer_id = $2 AND metric_id = $3";
}

/// Adds to rollups, in the order of their keys.
pub fn add(tx: &mut Tx<'_>, company: &CompanyId, mut all: Vec<Delta>) -> Result<()> {
    let key = |delta: &Delta| {
        let Delta { customer_id, metric_id, span, starts_at, group_key, .. } = delta;
        (customer_id.clone(), metric_id.clone(), *span, *starts_at, group_key.clone())
    };
    all.sort_by_cached_key(key);
    tx.put_many(&ADD, company, all.iter())
}

/// Adds to the values that UNIQUE counts, in the order of their keys.
pub fn add_values(tx: &mut Tx<'_>, company: &CompanyId, mut all: Vec<ValueDelta>) -> Result<()> {
    let key = |delta: &ValueDelta| {
        let ValueDelta { customer_id, metric_id, starts_at, group_key, value, .. } = delta;
        (customer_id.clone(), metric_id.clone(), *starts_at, group_key.clone(), value.clone())
    };
    all.sort_by_cached_key(key);
    tx.put_many(&ADD_VALUE, company, all.iter())
}

/// Writes the largest and the last number of rollups anew; their meters are held.
pub fn set(tx: &mut Tx<'_>, company: &CompanyId, all: &[Delta]) -> Result<()> {
    tx.put_many(&SET, company, all.iter())
}

/// Rollups of one span of a customer and metric that begin from one instant until another.
#[derive(Clone, Debug)]
pub struct Range<'a> {
    /// What its rollups are told apart by.
    pub number: i64,
    pub customer_id: &'a CustomerId,
    pub metric_id: &'a str,
    pub span: i64,
    pub from: Moment,
    pub until: Moment,
}

/// All rollups of these ranges.
pub fn within(tx: &mut Tx<'_>, company: &CompanyId, ranges: &[Range<'_>]) -> Result<Vec<Rolled>> {
    tx.rows_many(&WITHIN, &ranges.iter().map(|range| asked(company, range)).collect::<Vec<_>>())
}

/// The versions of these ranges, each with the number of who asked; nothing of what is empty.
pub fn versions(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ranges: &[Range<'_>],
) -> Result<Vec<(i64, i64)>> {
    tx.rows_many(&VERSIONS, &ranges.iter().map(|range| asked(company, range)).collect::<Vec<_>>())
}

fn asked(company: &CompanyId, range: &Range<'_>) -> Vec<Value> {
    vec![
        company.into(),
        range.number.into(),
        range.customer_id.into(),
        range.metric_id.into(),
        range.span.into(),
        range.from.into(),
        range.until.into(),
    ]
}

/// All values of these ranges, whatever their span.
pub fn values_within(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ranges: &[Range<'_>],
) -> Result<Vec<ValueRow>> {
    let row = |range: &Range<'_>| -> Vec<Value> {
        vec![
            company.into(),
            range.number.into(),
            range.customer_id.into(),
            range.metric_id.into(),
            range.from.into(),
            range.until.into(),
        ]
    };
    tx.rows_many(&VALUES_WITHIN, &ranges.iter().map(row).collect::<Vec<_>>())
}

/// Drops everything that is rolled up of a customer by a metric; its meter is held.
pub fn forget(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    metric: &str,
) -> Result<()> {
    let key = [company.into(), customer.into(), metric.into()];
    tx.run(&FORGET, &key)?;
    tx.run(&FORGET_VALUES, &key).map(|_| ())
}
