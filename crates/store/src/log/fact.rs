//! Facts in the order in which they became known, an order that never changes.
//!
//! SQLite has one writer, so a fact gets its position when it is written. On PostgreSQL commits
//! overtake each other: there a fact waits without a position until [`arrange`] gives it the next
//! one, which is behind everything that anyone has read.

use std::collections::HashMap;

use records::{CompanyId, EventActor, EventsLogEntry, Moment};

use crate::driver::columns::{List, columns};
use crate::driver::dialect::Engine;
use crate::driver::statement::statements;
use crate::{FromRow, Result, Row, Tx, Value, document};

columns! {
    /// A fact on its way into the log.
    pub struct NewFact<'a> {
        pub id: &'a str,
        /// `$1` of every statement, so it is not written from here.
        pub company: &'a CompanyId => "company_id",
        pub event_type: &'a str,
        pub data_type: &'a str,
        pub object_id: &'a str,
        pub created_at: Moment,
        pub data: String,
        /// Who caused it.
        pub actor: &'a str,
    }

    /// The same, with its position where it has one from the start.
    pub(crate) struct Placed<'a> {
        fact: &'a NewFact<'a>,
        position: Option<i64>,
    }

    pub(crate) struct Arranged<'a> {
        id: &'a str,
        position: i64,
    }

    /// A fact as the audits look at it.
    #[derive(Clone, Debug)]
    pub struct Found in "fact t" {
        pub object_id: String,
        pub event_type: String,
        pub created_at: Moment,
        /// JSON.
        pub data: String,
    }

    struct Entry in "fact t" {
        pub found: Found,
        position: i64,
        id: String,
        data_type: String,
        actor: Option<String>,
    }
}

impl FromRow for EventsLogEntry {
    const LIST: List = <Entry as FromRow>::LIST;

    fn read(row: &mut Row<'_>) -> Result<EventsLogEntry> {
        let Entry { found, position, id, data_type, actor } = row.get()?;
        let Found { object_id, event_type, created_at, data } = found;
        let data = document::parsed(&data)?;
        let actor = actor.as_deref().map(EventActor::read);
        Ok(EventsLogEntry {
            actor,
            position,
            id,
            event_type,
            created_at,
            data_type,
            object_id,
            data,
        })
    }
}

columns! {
    /// How many facts of a type an object has, and when the last of them was.
    #[derive(Clone, Debug)]
    pub struct Summed in "fact t" {
        pub object_id: String,
        pub event_type: String,
        pub count: i64 => "count(*)",
        pub latest: Moment => "max(t.created_at)",
    }
}

statements! {
    ADD(Placed) = "INSERT INTO fact (company_id, {names}) VALUES ($1, {values})";
    ADD_MANY(Placed) = "INSERT INTO fact (company_id, {names}) SELECT $1, {r.values} FROM {rows}";
    LAST: i64 = "SELECT coalesce(max(position), 0) FROM fact WHERE company_id = $1";
    EXISTS = EXISTS_SQL;
    PLACE(Arranged) = "UPDATE fact AS t SET {r.sets} FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    LOCK_LOG = "SELECT company_id FROM company WHERE company_id = $1 FOR UPDATE";
    AFTER: EventsLogEntry = "{select} AND t.position > $2 ORDER BY t.position LIMIT $3";
    LAST_STAMP: Moment = "SELECT coalesce(max(l.created_at), 0) FROM
            (SELECT created_at FROM fact WHERE company_id = $1 ORDER BY position DESC LIMIT 100) l";
    COUNTS: (i64, i64, i64) = "SELECT count(*), coalesce(min(position), 1),
            coalesce(max(position), 0) FROM fact
        WHERE company_id = $1 AND position IS NOT NULL";
    OF_OBJECTS: Found = "{select} AND t.object_id IN {texts $2}";
    OF_TYPE: Found = "{select} AND t.object_id IN {texts $2} AND t.event_type = $3";
    SUMMED: Summed = "{select} AND t.object_id IN {texts $2} GROUP BY t.object_id, t.event_type";
    SETTINGS: String = "SELECT data FROM fact WHERE company_id = $1 AND id IN
            (SELECT f.id FROM fact f WHERE f.company_id = $1 AND f.object_id = $2
                AND f.event_type IN ('company.created', 'company.updated'))";
    OF_OBJECT: i64 = "SELECT count(*) FROM fact
        WHERE company_id = $1 AND object_id = $2 AND event_type = $3";
}

/// Only on PostgreSQL facts wait, in the order of the server's own clock: it is read when a fact is
/// written, behind the locks on what it is about, so the facts of one object stand in their order
/// whichever process wrote them.
pub(crate) mod postgres {
    use super::{CompanyId, statements};
    statements! {
        WAITING: String = "SELECT id FROM fact WHERE company_id = $1 AND position IS NULL
            ORDER BY written_at, id LIMIT 1000";
        COMPANIES: CompanyId = "SELECT DISTINCT company_id FROM fact
            WHERE position IS NULL LIMIT 1000";
    }
}

pub(crate) const EXISTS_SQL: &str = "SELECT 1 FROM fact WHERE company_id = $1 AND id = $2";

pub fn add(tx: &mut Tx<'_>, fact: NewFact<'_>) -> Result<()> {
    let position = next_position(tx, fact.company)?;
    remember(tx, &fact);
    tx.put(&ADD, fact.company, &Placed { fact: &fact, position }).map(|_| ())
}

/// Many facts at once, in this order; ids that rise keep it where facts wait.
pub fn add_many(tx: &mut Tx<'_>, facts: Vec<NewFact<'_>>) -> Result<()> {
    if let Some(first) = facts.first() {
        remember(tx, first);
    }
    let mut positions: HashMap<&CompanyId, Option<i64>> = HashMap::new();
    let mut rows = Vec::with_capacity(facts.len());
    for fact in &facts {
        let position = match positions.get(fact.company) {
            Some(last) => last.map(|last| last + 1),
            None => next_position(tx, fact.company)?,
        };
        positions.insert(fact.company, position);
        rows.push(ADD_MANY.values(fact.company, &Placed { fact, position }));
    }
    tx.run_many(&ADD_MANY, &rows)
}

/// The next position of a company, on the engine where a fact has one from the start.
fn next_position(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Option<i64>> {
    match tx.engine() {
        Engine::Sqlite => Ok(tx.row(&LAST, &[company.into()])?.map(|last| last + 1)),
        Engine::Postgres => Ok(None),
    }
}

/// The first fact of a transaction proves that it was committed.
fn remember(tx: &mut Tx<'_>, fact: &NewFact<'_>) {
    if tx.marker.is_none() {
        tx.marker = Some((fact.company.to_owned(), fact.id.to_owned()));
    }
}

/// Gives positions to the facts that wait; answers whether more may be waiting.
pub fn arrange(tx: &mut Tx<'_>, company: &CompanyId) -> Result<bool> {
    if tx.engine() == Engine::Sqlite {
        return Ok(false);
    }
    tx.row(&LOCK_LOG, &[company.into()])?;
    let waiting = tx.rows(&postgres::WAITING, &[company.into()])?;
    place(tx, company, &waiting)?;
    Ok(waiting.len() == 1000)
}

/// Gives the next positions of a company to facts that have none, in this order.
pub(crate) fn place(tx: &mut Tx<'_>, company: &CompanyId, facts: &[String]) -> Result<()> {
    let last = tx.row(&LAST, &[company.into()])?.unwrap_or(0);
    let rows = (last + 1..).zip(facts);
    tx.put_many(&PLACE, company, rows.map(|(position, id)| Arranged { id, position }))
}

/// The companies in which facts wait for their positions.
pub fn companies_waiting(tx: &mut Tx<'_>) -> Result<Vec<CompanyId>> {
    if tx.engine() == Engine::Sqlite {
        return Ok(Vec::new());
    }
    tx.rows(&postgres::COMPANIES, &[])
}

/// Whether any fact waits for its position.
pub fn any_waiting(tx: &mut Tx<'_>, company: &CompanyId) -> Result<bool> {
    if tx.engine() == Engine::Sqlite {
        return Ok(false);
    }
    Ok(!tx.rows(&postgres::WAITING, &[company.into()])?.is_empty())
}

/// The facts behind a position, in order.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    position: i64,
    limit: i64,
) -> Result<Vec<EventsLogEntry>> {
    tx.rows(&AFTER, &[company.into(), position.into(), limit.into()])
}

/// The last position that was given.
pub fn last_position(tx: &mut Tx<'_>, company: &CompanyId) -> Result<i64> {
    Ok(tx.row(&LAST, &[company.into()])?.unwrap_or(0))
}

/// The latest time that any record of the company was stamped with. Stamps never fall from fact to
/// fact, but processes that work at once may pass each other by a few; facts that wait come first.
pub fn last_stamp(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Moment> {
    let last = tx.row(&LAST_STAMP, &[company.into()])?;
    Ok(last.unwrap_or_default())
}

/// How many facts have positions, the first and the last of these.
pub fn counts(tx: &mut Tx<'_>, company: &CompanyId) -> Result<(i64, i64, i64)> {
    Ok(tx.row(&COUNTS, &[company.into()])?.unwrap_or((0, 1, 0)))
}

/// How many facts of one type an object has.
pub fn of_object(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    object: &str,
    event_type: &str,
) -> Result<i64> {
    let values: [Value; 3] = [company.into(), object.into(), event_type.into()];
    Ok(tx.row(&OF_OBJECT, &values)?.unwrap_or(0))
}

/// All facts of these objects, in any order.
pub fn of_objects(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    objects: Vec<String>,
) -> Result<Vec<Found>> {
    tx.rows_of(&OF_OBJECTS, company, objects)
}

/// The facts of one type of these objects, in any order.
pub fn of_type(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    objects: Vec<String>,
    event_type: &str,
) -> Result<Vec<Found>> {
    tx.rows(&OF_TYPE, &[company.into(), objects.into(), event_type.into()])
}

/// The facts of these objects by type.
pub fn summed(tx: &mut Tx<'_>, company: &CompanyId, objects: Vec<String>) -> Result<Vec<Summed>> {
    tx.rows_of(&SUMMED, company, objects)
}

/// What all facts tell of the settings of a company, as JSON.
pub fn settings(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>> {
    tx.rows(&SETTINGS, &[company.into(), company.into()])
}
