//! Whoever is billed: the unit of concurrency, and what the cycle goes by.
//!
//! One row per customer that pays for a subscription. Whoever changes anything that is billed to it
//! holds the row or proves by its version that nobody else did.

use records::{CompanyId, CustomerId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Error, Result, Tx};

columns! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Billed in "billed_customer t" {
        pub customer_id: CustomerId,
        /// When anything of it is next due.
        pub due_at: Option<Moment>,
        /// The creation of its first subscription.
        pub since: Moment,
        pub version: i64,
        /// Where its rollup is active: the zone of its dates.
        pub rollup_zone: Option<String>,
        /// When its rollup next begins or ends.
        pub rollup_turn_at: Option<Moment>,
        pub run: RollupRun,
    }

    /// When a rollup last made invoices, and how many.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct RollupRun {
        pub at: Option<Moment> => "t.rollup_at",
        pub parts: i64 => "t.rollup_parts",
    }
}

statements! {
    ADD(Billed) = "INSERT INTO billed_customer (company_id, {names}, real_time)
        VALUES ($1, {values}, CASE WHEN EXISTS (SELECT 1 FROM company c
            WHERE c.company_id = $1 AND c.clock_now IS NOT NULL) THEN 0 ELSE 1 END)
        ON CONFLICT (company_id, customer_id) DO NOTHING";
    LEAVE_REAL_TIME = "UPDATE billed_customer SET real_time = 0
        WHERE company_id = $1 AND customer_id > '' AND real_time = 1";
    LOCK: Billed = "{select} AND t.customer_id = $2 FOR UPDATE";
    BY_IDS: Billed = "{select} AND t.customer_id IN {texts $2}
        ORDER BY t.due_at, t.since, t.customer_id";
    AFTER: Billed = "{select} AND t.customer_id > $2 ORDER BY t.customer_id LIMIT $3";
    TOUCH = "UPDATE billed_customer SET version = version + 1
        WHERE company_id = $1 AND customer_id = $2";
    TOUCH_PAYERS = "UPDATE billed_customer SET version = version + 1
        WHERE company_id = $1 AND customer_id IN (SELECT s.billed_customer_id FROM subscription s
            WHERE s.company_id = $1 AND s.customer_id = $2
                AND s.billed_customer_id <> s.customer_id)";
    NEXT_DUE: Moment = "SELECT due_at FROM billed_customer
        WHERE company_id = $1 AND due_at IS NOT NULL AND due_at <= $2 ORDER BY due_at LIMIT 1";
    DUE: (Moment, Moment, CustomerId, i64) = "SELECT due_at, since, customer_id, version
        FROM billed_customer
        WHERE company_id = $1 AND due_at IS NOT NULL AND due_at <= $2
            AND (due_at, since, customer_id) > ($3, $4, $5)
        ORDER BY due_at, since, customer_id LIMIT $6";
    CLAIM: (CustomerId, i64) = "UPDATE billed_customer AS b SET claimed_by = $3, claimed_until = $5
        FROM (SELECT s.customer_id AS held FROM billed_customer s
            WHERE s.company_id = $1 AND s.customer_id IN {texts $2}
                AND (s.claimed_until IS NULL OR s.claimed_until < $4 OR s.claimed_by = $3)
            ORDER BY s.customer_id FOR UPDATE SKIP LOCKED) AS h
        WHERE b.company_id = $1 AND b.customer_id = h.held RETURNING customer_id, version";
    SETTLE(Settled): CustomerId = "UPDATE billed_customer AS b
        SET due_at = {r.due_at}, version = b.version + 1, claimed_by = NULL, claimed_until = NULL,
            rollup_at = {r.rollup_at}, rollup_parts = {r.rollup_parts}
        FROM {rows}
        WHERE b.company_id = $1 AND b.customer_id = {r.customer_id} AND b.version = {r.version}
        RETURNING customer_id";
    COMPANIES_DUE: CompanyId = "SELECT DISTINCT b.company_id || '' FROM billed_customer b
        WHERE b.due_at IS NOT NULL AND b.due_at <= $1 AND b.real_time = 1 AND NOT EXISTS
            (SELECT 1 FROM company c WHERE c.company_id = b.company_id AND c.clock_now IS NOT NULL)
        LIMIT 1000";
}

/// A place in the order in which those that are due are billed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub due_at: Moment,
    pub since: Moment,
    pub customer_id: CustomerId,
}

columns! {
    /// What a customer is after it was billed, if it still has the version it was read with.
    #[derive(Clone, Debug)]
    pub struct Settled {
        pub customer_id: CustomerId,
        /// The version that it was read with.
        pub version: i64,
        pub due_at: Option<Moment>,
        pub run: RollupRun,
    }
}

/// Holds the row until the transaction ends; one that is not there yet is made, since `since`.
pub fn lock(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    since: Moment,
) -> Result<Billed> {
    let key = [company.into(), customer.into()];
    if let Some(billed) = tx.row(&LOCK, &key)? {
        return Ok(billed);
    }
    let new = Billed {
        customer_id: customer.to_owned(),
        due_at: None,
        since,
        version: 0,
        rollup_zone: None,
        rollup_turn_at: None,
        run: RollupRun::default(),
    };
    tx.put(&ADD, company, &new)?;
    let held = tx.row(&LOCK, &key)?;
    held.ok_or_else(|| Error::Again("a billed customer that was just made is gone".to_owned()))
}

/// All of these, in the order in which they are billed.
pub fn by_ids(tx: &mut Tx<'_>, company: &CompanyId, ids: Vec<CustomerId>) -> Result<Vec<Billed>> {
    tx.rows_of(&BY_IDS, company, ids)
}

/// Up to `limit` of those whose ids follow `after`, for the audits.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &CustomerId,
    limit: i64,
) -> Result<Vec<Billed>> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])
}

/// The company sets its own clock from now on: the clock on the wall says nothing of what is due.
pub fn leave_real_time(tx: &mut Tx<'_>, company: &CompanyId) -> Result<()> {
    tx.run(&LEAVE_REAL_TIME, &[company.into()]).map(|_| ())
}

/// Something changed that decisions depend on: whoever decided by it before is beaten.
pub fn touch(tx: &mut Tx<'_>, company: &CompanyId, customer: &CustomerId) -> Result<()> {
    tx.run(&TOUCH, &[company.into(), customer.into()]).map(|_| ())
}

/// The same for everybody else who pays for a customer.
pub fn touch_payers(tx: &mut Tx<'_>, company: &CompanyId, customer: &CustomerId) -> Result<()> {
    tx.run(&TOUCH_PAYERS, &[company.into(), customer.into()]).map(|_| ())
}

/// The earliest instant, up to `limit`, at which anything is due.
pub fn next_due(tx: &mut Tx<'_>, company: &CompanyId, limit: Moment) -> Result<Option<Moment>> {
    tx.row(&NEXT_DUE, &[company.into(), limit.into()])
}

/// Those that are due at `now`, behind a place in their order, each with its version. Nothing is
/// held.
pub fn due(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    now: Moment,
    after: Option<&Key>,
    limit: i64,
) -> Result<Vec<(Key, i64)>> {
    let first = Moment::from_micros(i64::MIN);
    let (due_at, since, customer) = match after {
        Some(key) => (key.due_at, key.since, key.customer_id.as_str()),
        None => (first, first, ""),
    };
    let place = [due_at.into(), since.into(), customer.into()];
    let [due_at, since, customer] = place;
    let values = [company.into(), now.into(), due_at, since, customer, limit.into()];
    let key = |(due_at, since, customer_id, version)| (Key { due_at, since, customer_id }, version);
    Ok(tx.rows(&DUE, &values)?.into_iter().map(key).collect())
}

/// Who claims customers, and for how long of wall time.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    pub by: &'a str,
    pub wall: Moment,
    pub until: Moment,
}

/// Claims those of these customers that nobody else has claimed; answers them with their versions,
/// in any order. What another transaction holds is left out, not waited for.
pub fn claim(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: &[CustomerId],
    claim: Claim<'_>,
) -> Result<Vec<(CustomerId, i64)>> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    let values = [
        company.into(),
        customers.to_vec().into(),
        claim.by.into(),
        claim.wall.into(),
        claim.until.into(),
    ];
    tx.rows(&CLAIM, &values)
}

/// Writes when the customers are next due, and lets go of claims. Answers those whose version was
/// the expected one; somebody else was faster with the rest.
pub fn settle(tx: &mut Tx<'_>, company: &CompanyId, rows: &[Settled]) -> Result<Vec<CustomerId>> {
    let mut sorted: Vec<&Settled> = rows.iter().collect();
    sorted.sort_by(|a, b| a.customer_id.cmp(&b.customer_id));
    let rows: Vec<_> = sorted.into_iter().map(|row| SETTLE.values(company, &row)).collect();
    tx.rows_many(&SETTLE, &rows)
}

/// Companies that live in real time and have anything due at it, at most a thousand.
pub fn companies_due(tx: &mut Tx<'_>, wall: Moment) -> Result<Vec<CompanyId>> {
    tx.rows(&COMPANIES_DUE, &[wall.into()])
}
