//! A shelf: a table of catalog records. Each kind says what is on its shelf, this moves it there
//! and back.

use std::collections::BTreeSet;

use records::Moment;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::find::Find;
use crate::label::{self, Label};
use crate::mark;
use crate::search::{self, Subject};
use crate::{Error, Row, Statement, Tx, document};

/// The statements of one table.
pub struct CatalogTable {
    pub kind: &'static str,
    pub find: Find,
    pub insert: Statement,
    pub update: Statement,
    pub get: Statement,
    pub lock: Statement,
    pub by_ids: Statement,
    pub by_parents: Statement,
}

/// The columns that every statement of a shelf reads first; what subscribes is counted by tallies.
macro_rules! columns {
    () => {
        "t.doc, t.updated_at, (SELECT CAST(coalesce(sum(y.n), 0) AS BIGINT) FROM tally y \
         WHERE y.company_id = t.company_id AND y.id = t.id), t.ever_used"
    };
}
pub(crate) use columns;

pub(crate) const COLUMNS: &str = columns!();

/// Declares the statements of a table and its `SHELF`.
macro_rules! shelf {
    ($table:literal, $filters:expr) => {
        $crate::driver::statement::statements! {
            INSERT = concat!("INSERT INTO ", $table,
                " (company_id, id, parent_id, state, created_at, updated_at, doc)
VALUES ($1, $2, $3, $4, $5, $6, $7)");
            UPDATE = concat!("UPDATE ", $table,
                " SET parent_id = $3, state = $4, updated_at = $5, doc = $6
WHERE company_id = $1 AND id = $2");
            GET = concat!("SELECT ", $crate::catalog::shelf::columns!(), " FROM ", $table,
                " t WHERE t.company_id = $1 AND t.id = $2");
            LOCK = concat!("SELECT ", $crate::catalog::shelf::columns!(), " FROM ", $table,
                " t WHERE t.company_id = $1 AND t.id = $2 FOR UPDATE");
            BY_IDS = concat!("SELECT ", $crate::catalog::shelf::columns!(), " FROM ", $table,
                " t WHERE t.company_id = $1 AND t.id IN {texts $2}");
            BY_PARENTS = concat!(
                "SELECT ", $crate::catalog::shelf::columns!(), " FROM (SELECT s.*,
                    row_number() OVER (PARTITION BY s.parent_id ORDER BY s.created_at, s.id) AS n
                FROM ", $table, " s WHERE s.company_id = $1 AND s.parent_id IN {texts $2}) t
                WHERE t.n <= 1000 ORDER BY t.created_at, t.id");
        }

        pub const SHELF: $crate::catalog::CatalogTable = $crate::catalog::CatalogTable {
            kind: $table,
            find: $crate::find::Find {
                kind: $table,
                table: $table,
                beside: None,
                columns: $crate::catalog::shelf::COLUMNS,
                filters: $filters,
                only: None,
                sorts: $crate::find::BY_TIME,
            },
            insert: INSERT,
            update: UPDATE,
            get: GET,
            lock: LOCK,
            by_ids: BY_IDS,
            by_parents: BY_PARENTS,
        };
    };
}
pub(crate) use shelf;

/// A record that has a shelf.
pub trait CatalogRecord: Serialize + DeserializeOwned {
    const SHELF: &'static CatalogTable;
    /// What is not in the document because columns or other records have it.
    const IN_COLUMNS: &'static [&'static str];

    fn place(&self) -> Place<'_>;

    /// What exact filters look at.
    fn labels(&self) -> BTreeSet<Label>;

    /// What a search looks at.
    fn names(&self) -> Vec<&str>;

    /// What no other record of this kind may have, and under which name that is told.
    fn marks(&self) -> (&'static str, BTreeSet<Label>) {
        ("none", BTreeSet::new())
    }

    /// Takes over what the columns say.
    fn with_columns(self, columns: &Columns) -> Self;
}

/// What the table knows of a record beside its document.
pub struct Columns {
    pub updated_at: Moment,
    pub num_subs: i64,
    /// Whether any subscription has it or ever had it.
    pub ever_used: bool,
}

/// Where a record stands.
pub struct Place<'a> {
    pub company: &'a str,
    pub id: &'a str,
    pub parent: Option<&'a str>,
    pub state: &'static str,
    pub created_at: Moment,
    pub updated_at: Moment,
}

/// A record with what only the table knows of it.
#[derive(Clone, Debug)]
pub struct Stored<R> {
    pub record: R,
    /// Whether any subscription has it or ever had it.
    pub ever_used: bool,
}

pub fn insert<R: CatalogRecord>(tx: &mut Tx<'_>, record: &R) -> Result<(), Error> {
    let place = record.place();
    let values = [
        place.company.into(),
        place.id.into(),
        place.parent.map(str::to_owned).into(),
        place.state.into(),
        place.created_at.into(),
        place.updated_at.into(),
        document::kept(record, R::IN_COLUMNS)?.into(),
    ];
    tx.run(&R::SHELF.insert, &values)?;
    index(tx, None, record)
}

/// Writes a record over what it was before.
pub fn update<R: CatalogRecord>(tx: &mut Tx<'_>, before: &R, record: &R) -> Result<(), Error> {
    let place = record.place();
    let values = [
        place.company.into(),
        place.id.into(),
        place.parent.map(str::to_owned).into(),
        place.state.into(),
        place.updated_at.into(),
        document::kept(record, R::IN_COLUMNS)?.into(),
    ];
    tx.run(&R::SHELF.update, &values)?;
    index(tx, Some(before), record)
}

fn index<R: CatalogRecord>(tx: &mut Tx<'_>, before: Option<&R>, now: &R) -> Result<(), Error> {
    let place = now.place();
    let subject = Subject { company: place.company, kind: R::SHELF.kind, id: place.id };
    let (name, marks) = now.marks();
    let had = before.map(|before| before.marks().1).unwrap_or_default();
    mark::replace(tx, subject, name, &had, &marks)?;
    let had = before.map(R::labels).unwrap_or_default();
    label::replace(tx, subject, &had, &now.labels())?;
    if before.is_none_or(|before| before.names() != now.names()) {
        search::put(tx, subject, &now.names())?;
    }
    Ok(())
}

pub fn get<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &str,
    id: &str,
) -> Result<Option<Stored<R>>, Error> {
    tx.row(&R::SHELF.get, &[company.into(), id.into()], read)
}

/// The same, held until the transaction ends.
pub fn lock<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &str,
    id: &str,
) -> Result<Option<Stored<R>>, Error> {
    tx.row(&R::SHELF.lock, &[company.into(), id.into()], read)
}

/// All of these that are there, by one statement, in any order.
pub fn by_ids<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &str,
    ids: Vec<String>,
) -> Result<Vec<Stored<R>>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&R::SHELF.by_ids, &[company.into(), ids.into()], read)
}

/// What belongs to any of these, in the order in which it was made; at most a thousand each.
pub fn by_parents<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &str,
    parents: Vec<String>,
) -> Result<Vec<Stored<R>>, Error> {
    if parents.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&R::SHELF.by_parents, &[company.into(), parents.into()], read)
}

/// Reads the columns that every statement here selects first.
pub fn read<R: CatalogRecord>(row: Row<'_>) -> Result<Stored<R>, Error> {
    let record: R = document::parsed(&row.text(0)?)?;
    let columns =
        Columns { updated_at: row.moment(1)?, num_subs: row.int(2)?, ever_used: row.flag(3)? };
    Ok(Stored { record: record.with_columns(&columns), ever_used: columns.ever_used })
}

/// Labels of the texts that are there.
pub(crate) fn texts<'a>(
    pairs: impl IntoIterator<Item = (&'static str, Option<&'a str>)>,
) -> BTreeSet<Label> {
    pairs.into_iter().filter_map(|(name, text)| Some(Label::new(name, text?))).collect()
}

/// The mark of an import, so that one that runs twice makes nothing new.
pub(crate) fn imported(from: &Option<String>, reference: &Option<String>) -> BTreeSet<Label> {
    let (Some(from), Some(reference)) = (from, reference) else { return BTreeSet::new() };
    BTreeSet::from([Label::new(from, reference)])
}
