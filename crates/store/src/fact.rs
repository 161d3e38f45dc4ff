//! Facts in the order in which they became known, an order that never changes.
//!
//! SQLite has one writer, so a fact gets its position when it is written. On PostgreSQL commits
//! overtake each other: there a fact waits without a position until [`arrange`] gives it the next
//! one, which is behind everything that anyone has read.

use std::collections::HashMap;

use records::{EventsLogEntry, Moment};

use crate::driver::dialect::Engine;
use crate::driver::statement::statements;
use crate::{Error, Row, Tx, Value, document};

statements! {
    ADD = "INSERT INTO fact
            (company_id, id, position, event_type, data_type, object_id, created_at, data)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    ADD_MANY = "INSERT INTO fact
            (company_id, id, position, event_type, data_type, object_id, created_at, data)
        SELECT $1, c2, c3, c4, c5, c6, c7, c8
        FROM {rows text, int, text, text, text, int, text}";
    LAST = "SELECT coalesce(max(position), 0) FROM fact WHERE company_id = $1";
    EXISTS = EXISTS_SQL;
    PLACE = "UPDATE fact AS t SET position = r.c3 FROM {rows text, int}
        WHERE t.company_id = $1 AND t.id = r.c2";
    LOCK_LOG = "SELECT company_id FROM company WHERE company_id = $1 FOR UPDATE";
    AFTER = "SELECT position, id, event_type, created_at, data_type, object_id, data FROM fact
        WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $3";
    LAST_STAMP = "SELECT coalesce(max(l.created_at), 0) FROM
            (SELECT created_at FROM fact WHERE company_id = $1 ORDER BY position DESC LIMIT 100) l";
    COUNTS = "SELECT count(*), coalesce(min(position), 1), coalesce(max(position), 0) FROM fact
        WHERE company_id = $1 AND position IS NOT NULL";
    OF_OBJECTS = "SELECT object_id, event_type, created_at, data FROM fact
        WHERE company_id = $1 AND object_id IN {texts $2}";
    OF_TYPE = "SELECT object_id, event_type, created_at, data FROM fact
        WHERE company_id = $1 AND object_id IN {texts $2} AND event_type = $3";
    SUMMED = "SELECT object_id, event_type, count(*), max(created_at) FROM fact
        WHERE company_id = $1 AND object_id IN {texts $2} GROUP BY object_id, event_type";
    SETTINGS = "SELECT data FROM fact WHERE company_id = $1 AND id IN
            (SELECT f.id FROM fact f WHERE f.company_id = $1 AND f.object_id = $2
                AND f.event_type IN ('company.created', 'company.updated'))";
    OF_OBJECT = "SELECT count(*) FROM fact
        WHERE company_id = $1 AND object_id = $2 AND event_type = $3";
}

/// Only on PostgreSQL facts wait, in the order of the server's own clock: it is read when a fact is
/// written, behind the locks on what it is about, so the facts of one object stand in their order
/// whichever process wrote them.
pub(crate) mod postgres {
    use super::statements;
    statements! {
        WAITING = "SELECT id FROM fact WHERE company_id = $1 AND position IS NULL
            ORDER BY written_at, id LIMIT 1000";
        COMPANIES = "SELECT DISTINCT company_id FROM fact WHERE position IS NULL LIMIT 1000";
    }
}

pub(crate) const EXISTS_SQL: &str = "SELECT 1 FROM fact WHERE company_id = $1 AND id = $2";

/// A fact on its way into the log.
pub struct NewFact<'a> {
    pub company: &'a str,
    pub id: &'a str,
    pub event_type: &'a str,
    pub data_type: &'a str,
    pub object_id: &'a str,
    pub created_at: Moment,
    pub data: String,
}

pub fn add(tx: &mut Tx<'_>, fact: NewFact<'_>) -> Result<(), Error> {
    let position = next_position(tx, fact.company)?;
    remember(tx, &fact);
    tx.run(&ADD, &row(fact, position)).map(|_| ())
}

/// Many facts at once, in this order; ids that rise keep it where facts wait.
pub fn add_many(tx: &mut Tx<'_>, facts: Vec<NewFact<'_>>) -> Result<(), Error> {
    if let Some(first) = facts.first() {
        remember(tx, first);
    }
    let mut positions: HashMap<&str, Option<i64>> = HashMap::new();
    let mut rows = Vec::with_capacity(facts.len());
    for fact in facts {
        let position = match positions.get(fact.company) {
            Some(last) => last.map(|last| last + 1),
            None => next_position(tx, fact.company)?,
        };
        positions.insert(fact.company, position);
        rows.push(row(fact, position));
    }
    tx.run_many(&ADD_MANY, &rows).map(|_| ())
}

/// The next position of a company, on the engine where a fact has one from the start.
fn next_position(tx: &mut Tx<'_>, company: &str) -> Result<Option<i64>, Error> {
    match tx.engine() {
        Engine::Sqlite => {
            Ok(tx.row(&LAST, &[company.into()], |row| row.int(0))?.map(|last| last + 1))
        }
        Engine::Postgres => Ok(None),
    }
}

/// The first fact of a transaction proves that it was committed.
fn remember(tx: &mut Tx<'_>, fact: &NewFact<'_>) {
    if tx.marker.is_none() {
        tx.marker = Some((fact.company.to_owned(), fact.id.to_owned()));
    }
}

fn row(fact: NewFact<'_>, position: Option<i64>) -> Vec<Value> {
    vec![
        fact.company.into(),
        fact.id.into(),
        position.into(),
        fact.event_type.into(),
        fact.data_type.into(),
        fact.object_id.into(),
        fact.created_at.into(),
        fact.data.into(),
    ]
}

/// Gives positions to the facts that wait; answers whether more may be waiting.
pub fn arrange(tx: &mut Tx<'_>, company: &str) -> Result<bool, Error> {
    if tx.engine() == Engine::Sqlite {
        return Ok(false);
    }
    tx.row(&LOCK_LOG, &[company.into()], |row| row.text(0))?;
    let waiting = tx.rows(&postgres::WAITING, &[company.into()], |row| row.text(0))?;
    let last = tx.row(&LAST, &[company.into()], |row| row.int(0))?.unwrap_or(0);
    let rows = (last + 1..).zip(&waiting);
    let rows = rows.map(|(position, id)| vec![company.into(), id.into(), position.into()]);
    tx.run_many(&PLACE, &rows.collect::<Vec<_>>())?;
    Ok(waiting.len() == 1000)
}

/// The companies in which facts wait for their positions.
pub fn companies_waiting(tx: &mut Tx<'_>) -> Result<Vec<String>, Error> {
    if tx.engine() == Engine::Sqlite {
        return Ok(Vec::new());
    }
    tx.rows(&postgres::COMPANIES, &[], |row| row.text(0))
}

/// Whether any fact waits for its position.
pub fn any_waiting(tx: &mut Tx<'_>, company: &str) -> Result<bool, Error> {
    if tx.engine() == Engine::Sqlite {
        return Ok(false);
    }
    Ok(!tx.rows(&postgres::WAITING, &[company.into()], |row| row.text(0))?.is_empty())
}

/// The facts behind a position, in order.
pub fn after(
    tx: &mut Tx<'_>,
    company: &str,
    position: i64,
    limit: i64,
) -> Result<Vec<EventsLogEntry>, Error> {
    tx.rows(&AFTER, &[company.into(), position.into(), limit.into()], entry)
}

fn entry(row: Row<'_>) -> Result<EventsLogEntry, Error> {
    Ok(EventsLogEntry {
        position: row.int(0)?,
        id: row.text(1)?,
        event_type: row.text(2)?,
        created_at: row.moment(3)?,
        data_type: row.text(4)?,
        object_id: row.text(5)?,
        data: document::parsed(&row.text(6)?)?,
    })
}

/// The latest time that any record of the company was stamped with. Stamps never fall from fact to
/// fact, but processes that work at once may pass each other by a few; facts that wait come first.
pub fn last_stamp(tx: &mut Tx<'_>, company: &str) -> Result<Moment, Error> {
    let last = tx.row(&LAST_STAMP, &[company.into()], |row| row.moment(0))?;
    Ok(last.unwrap_or_default())
}

/// How many facts have positions, the first and the last of these.
pub fn counts(tx: &mut Tx<'_>, company: &str) -> Result<(i64, i64, i64), Error> {
    let read = |row: Row<'_>| Ok((row.int(0)?, row.int(1)?, row.int(2)?));
    Ok(tx.row(&COUNTS, &[company.into()], read)?.unwrap_or((0, 1, 0)))
}

/// How many facts of one type an object has.
pub fn of_object(
    tx: &mut Tx<'_>,
    company: &str,
    object: &str,
    event_type: &str,
) -> Result<i64, Error> {
    let values: [Value; 3] = [company.into(), object.into(), event_type.into()];
    Ok(tx.row(&OF_OBJECT, &values, |row| row.int(0))?.unwrap_or(0))
}

/// A fact as the audits look at it.
#[derive(Clone, Debug)]
pub struct Found {
    pub object_id: String,
    pub event_type: String,
    pub created_at: Moment,
    /// JSON.
    pub data: String,
}

/// All facts of these objects, in any order.
pub fn of_objects(
    tx: &mut Tx<'_>,
    company: &str,
    objects: Vec<String>,
) -> Result<Vec<Found>, Error> {
    if objects.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&OF_OBJECTS, &[company.into(), objects.into()], found)
}

/// The facts of one type of these objects, in any order.
pub fn of_type(
    tx: &mut Tx<'_>,
    company: &str,
    objects: Vec<String>,
    event_type: &str,
) -> Result<Vec<Found>, Error> {
    tx.rows(&OF_TYPE, &[company.into(), objects.into(), event_type.into()], found)
}

fn found(row: Row<'_>) -> Result<Found, Error> {
    let (object_id, event_type) = (row.text(0)?, row.text(1)?);
    Ok(Found { object_id, event_type, created_at: row.moment(2)?, data: row.text(3)? })
}

/// How many facts of a type an object has, and when the last of them was.
#[derive(Clone, Debug)]
pub struct Summed {
    pub object_id: String,
    pub event_type: String,
    pub count: i64,
    pub latest: Moment,
}

/// The facts of these objects by type.
pub fn summed(tx: &mut Tx<'_>, company: &str, objects: Vec<String>) -> Result<Vec<Summed>, Error> {
    if objects.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&SUMMED, &[company.into(), objects.into()], |row| {
        let (object_id, event_type) = (row.text(0)?, row.text(1)?);
        Ok(Summed { object_id, event_type, count: row.int(2)?, latest: row.moment(3)? })
    })
}

/// What all facts tell of the settings of a company, as JSON.
pub fn settings(tx: &mut Tx<'_>, company: &str) -> Result<Vec<String>, Error> {
    tx.rows(&SETTINGS, &[company.into(), company.into()], |row| row.text(0))
}
