//! Jobs: what is to be done outside. Whoever takes one moves `try_at` to the end of the lease, so a
//! process that dies gives its jobs back by doing nothing.

use records::{CompanyId, JobId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match};
use crate::{Result, Tx};

columns! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct JobRow in "job t" {
        pub id: JobId,
        pub kind: String,
        pub object_id: String,
        /// Calls to the same target are bounded together.
        pub target: String,
        /// No two jobs of a kind have the same.
        pub once: String,
        pub state: String,
        /// Company time.
        pub due_at: Moment,
        /// Wall time: nobody tries it before.
        pub try_at: Moment,
        pub attempts: i64,
        pub taken_by: Option<String>,
        pub last_error: Option<String>,
        /// JSON: what a company for development did not send.
        pub withheld: Option<String>,
        /// JSON, as its kind wrote it.
        pub input: String,
        pub created_at: Moment,
        pub updated_at: Moment,
    }

    /// One that may be tried.
    #[derive(Clone, Debug)]
    pub struct Ready in "job t" {
        pub id: JobId,
        pub target: String,
    }
}

statements! {
    ADD(JobRow) = "INSERT INTO job (company_id, {names}) VALUES ($1, {values})
        ON CONFLICT (company_id, kind, once) DO NOTHING";
    ADD_MANY(JobRow) = "INSERT INTO job (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true
        ON CONFLICT (company_id, kind, once) DO NOTHING";
    BY_ID: JobRow = "{select} AND t.id = $2";
    LOCK: JobRow = "{select} AND t.id = $2 FOR UPDATE";
    BY_KEY: JobRow = "{select} AND t.kind = $2 AND t.once = $3";
    READY: Ready = "{select} AND t.state = 'PENDING' AND t.try_at <= $2 AND t.due_at <= $3
        AND t.target NOT IN {texts $4} ORDER BY t.try_at, t.id LIMIT $5";
    TAKE: JobRow = "UPDATE job AS t SET taken_by = $3, try_at = $5
        FROM (SELECT s.id AS held FROM job s
            WHERE s.company_id = $1 AND s.id IN {texts $2} AND s.state = 'PENDING'
                AND s.try_at <= $4
            ORDER BY s.id FOR UPDATE SKIP LOCKED) AS h
        WHERE t.company_id = $1 AND t.id = h.held
        RETURNING id, kind, object_id, target, once, state, due_at, try_at, attempts, taken_by,
            last_error, withheld, input, created_at, updated_at";
    RENEW = "UPDATE job SET try_at = $5
        WHERE company_id = $1 AND id = $2 AND taken_by = $3 AND try_at = $4";
    SETTLE(JobRow: state, due_at, try_at, attempts, taken_by, last_error, withheld, input,
        updated_at) = "UPDATE job SET {sets} WHERE company_id = $1 AND id = $2";
    COMPANIES_DUE: CompanyId = "SELECT DISTINCT j.company_id || '' FROM job j
        WHERE j.state = 'PENDING' AND j.try_at <= $1 AND j.due_at <= coalesce(
            (SELECT c.clock_now FROM company c WHERE c.company_id = j.company_id), $1)
        LIMIT 1000";
    BY_WALL = "UPDATE job SET try_at = $2
        WHERE company_id = $1 AND state = 'PENDING' AND try_at = due_at AND try_at > $2";
    FORGET = "DELETE FROM job WHERE company_id = $1 AND id IN (SELECT s.id FROM job s
        WHERE s.company_id = $1 AND s.state = 'DONE' AND s.try_at < $2
        ORDER BY s.try_at, s.id LIMIT 1000)";
    COUNTS: (String, String, i64) = "SELECT kind, state, count(*) FROM job
        WHERE state <> 'DONE' GROUP BY kind, state LIMIT 1000";
}

pub const FIND: Find = Find {
    kind: "job",
    table: "job",
    beside: None,
    columns: selected!(JobRow),
    filters: &[
        Filter::new("kind", Match::Text("kind")),
        Filter::new("object_id", Match::Text("object_id")),
        Filter::new("state", Match::Status("state", "DONE")),
        Filter::new("states", Match::StatusSet("state", "DONE")),
        Filter::new("target_id", Match::Text("target")),
    ],
    only: None,
    sorts: BY_TIME,
};

/// Adds a job, unless there was one of this kind and key before; answers whether it did.
pub fn add(tx: &mut Tx<'_>, company: &CompanyId, row: &JobRow) -> Result<bool> {
    Ok(tx.put(&ADD, company, row)? > 0)
}

/// The same for many at once.
pub fn add_many(tx: &mut Tx<'_>, company: &CompanyId, rows: Vec<JobRow>) -> Result<()> {
    tx.put_many(&ADD_MANY, company, rows)
}

pub fn by_id(tx: &mut Tx<'_>, company: &CompanyId, id: &JobId) -> Result<Option<JobRow>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

/// The same, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, id: &JobId) -> Result<Option<JobRow>> {
    tx.row(&LOCK, &[company.into(), id.into()])
}

pub fn by_key(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    kind: &str,
    once: &str,
) -> Result<Option<JobRow>> {
    tx.row(&BY_KEY, &[company.into(), kind.into(), once.into()])
}

/// What is asked of a company's jobs.
pub struct Asked {
    pub wall: Moment,
    pub company_time: Moment,
    /// Targets that take no more at the moment.
    pub full: Vec<String>,
    pub limit: i64,
}

/// The jobs that may be tried, whoever has waited longest first. Nothing is held.
pub fn ready(tx: &mut Tx<'_>, company: &CompanyId, asked: &Asked) -> Result<Vec<Ready>> {
    let values = [
        company.into(),
        asked.wall.into(),
        asked.company_time.into(),
        asked.full.clone().into(),
        asked.limit.into(),
    ];
    tx.rows(&READY, &values)
}

/// Who takes jobs, and for how long of wall time.
#[derive(Clone, Copy, Debug)]
pub struct Lease<'a> {
    pub by: &'a str,
    pub wall: Moment,
    pub until: Moment,
}

/// Takes those of these that nobody else has taken.
pub fn take(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<JobId>,
    lease: Lease<'_>,
) -> Result<Vec<JobRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let Lease { by, wall, until } = lease;
    tx.rows(&TAKE, &[company.into(), ids.into(), by.into(), wall.into(), until.into()])
}

/// Goes on having a job that was taken; answers whether it still is.
pub fn renew(tx: &mut Tx<'_>, company: &CompanyId, taken: &JobRow, until: Moment) -> Result<bool> {
    let by = taken.taken_by.clone();
    let values = [company.into(), (&taken.id).into(), by.into(), taken.try_at.into(), until.into()];
    Ok(tx.run(&RENEW, &values)? > 0)
}

/// Writes what became of a job that is held.
pub fn settle(tx: &mut Tx<'_>, company: &CompanyId, row: &JobRow) -> Result<()> {
    tx.put(&SETTLE, company, row).map(|_| ())
}

/// Companies that have jobs which may be tried by now, at most a thousand.
pub fn companies_due(tx: &mut Tx<'_>, wall: Moment) -> Result<Vec<CompanyId>> {
    tx.rows(&COMPANIES_DUE, &[wall.into()])
}

/// The company sets its own clock from now on: what waits for an instant of it waits for no wall.
pub fn leave_real_time(tx: &mut Tx<'_>, company: &CompanyId, wall: Moment) -> Result<()> {
    tx.run(&BY_WALL, &[company.into(), wall.into()]).map(|_| ())
}

/// Forgets jobs that were done before an instant of wall time, some at a time; answers how many.
pub fn forget(tx: &mut Tx<'_>, company: &CompanyId, before: Moment) -> Result<u64> {
    tx.run(&FORGET, &[company.into(), before.into()])
}

/// How many jobs of each kind wait or failed, in the whole service.
pub fn counts(tx: &mut Tx<'_>) -> Result<Vec<(String, String, i64)>> {
    tx.rows(&COUNTS, &[])
}
