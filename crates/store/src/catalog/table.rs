//! A catalog table: what holds catalog records of one kind. Each kind says what stands in its
//! columns, this writes it there and reads it back.

use std::collections::BTreeSet;

use records::{CompanyId, Moment};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::driver::columns::columns;
use crate::find::Find;
use crate::label::{self, Label};
use crate::mark;
use crate::search::{self, Subject};
use crate::{FromRow, Result, Row, Statement, Tx, document};

/// The statements of one table.
pub struct CatalogTable {
    pub kind: &'static str,
    pub find: Find,
    pub(super) insert: Statement<(), Written<'static>>,
    pub(super) update: Statement<(), Written<'static>>,
    pub(super) get: Statement,
    pub(super) lock: Statement,
    pub(super) by_ids: Statement,
    pub(super) by_parents: Statement,
}

/// Declares the statements of a table and its `TABLE`.
macro_rules! catalog_table {
    ($table:literal, $filters:expr) => {
        use $crate::catalog::table::{CatalogRow, Written};

        $crate::driver::statement::statements! {
            INSERT(Written) = concat!("INSERT INTO ", $table, " (company_id, {names})
                VALUES ($1, {values})");
            UPDATE(Written except created_at) = concat!("UPDATE ", $table, " SET {sets}
                WHERE company_id = $1 AND id = $2");
            GET: CatalogRow = concat!("SELECT {columns} FROM ", $table, " t
                WHERE t.company_id = $1 AND t.id = $2");
            LOCK: CatalogRow = concat!("SELECT {columns} FROM ", $table, " t
                WHERE t.company_id = $1 AND t.id = $2 FOR UPDATE");
            BY_IDS: CatalogRow = concat!("SELECT {columns} FROM ", $table, " t
                WHERE t.company_id = $1 AND t.id IN {texts $2}");
            BY_PARENTS: CatalogRow = concat!(
                "SELECT {columns} FROM (SELECT s.*,
                    row_number() OVER (PARTITION BY s.parent_id ORDER BY s.created_at, s.id) AS n
                FROM ", $table, " s WHERE s.company_id = $1 AND s.parent_id IN {texts $2}) t
                WHERE t.n <= 1000 ORDER BY t.created_at, t.id");
        }

        pub const TABLE: $crate::catalog::CatalogTable = $crate::catalog::CatalogTable {
            kind: $table,
            find: $crate::find::Find {
                kind: $table,
                table: $table,
                beside: None,
                columns: $crate::driver::template::selected!(CatalogRow),
                filters: $filters,
                only: None,
                sorts: $crate::find::BY_TIME,
            },
            insert: INSERT,
            update: UPDATE,
            get: GET.plain(),
            lock: LOCK.plain(),
            by_ids: BY_IDS.plain(),
            by_parents: BY_PARENTS.plain(),
        };
    };
}
pub(crate) use catalog_table;

/// A record that has a catalog table.
pub trait CatalogRecord: Serialize + DeserializeOwned {
    const TABLE: &'static CatalogTable;
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

columns! {
    /// What the table knows of a record beside its document; what subscribes is counted by tallies.
    pub struct Columns {
        pub updated_at: Moment,
        pub num_subs: i64 => "(SELECT CAST(coalesce(sum(y.n), 0) AS BIGINT) FROM tally y \
            WHERE y.company_id = $1 AND y.id = t.id)",
        /// Whether any subscription has it or ever had it.
        pub ever_used: bool,
    }

    pub struct CatalogRow {
        pub columns: Columns,
        doc: String,
    }
}

/// Where a record stands that has these fields, a parent and a state.
macro_rules! place {
    ($record:expr, $parent:expr, $state:expr) => {
        $crate::catalog::Place {
            company: &$record.company_id,
            id: &$record.id,
            parent: $parent,
            state: $state,
            created_at: $record.created_at,
            updated_at: $record.updated_at,
        }
    };
}
pub(crate) use place;

/// Where a record stands.
pub struct Place<'a> {
    pub company: &'a CompanyId,
    pub id: &'a str,
    pub parent: Option<&'a str>,
    pub state: &'static str,
    pub created_at: Moment,
    pub updated_at: Moment,
}

columns! {
    pub struct Written<'a> of (place: &Place<'a>, doc: &'a str) {
        id: &'a str = place.id,
        parent_id: Option<&'a str> = place.parent,
        state: &'a str = place.state,
        created_at: Moment = place.created_at,
        updated_at: Moment = place.updated_at,
        doc: &'a str = doc,
    }
}

/// A record with what only the table knows of it.
#[derive(Clone, Debug)]
pub struct Stored<R> {
    pub record: R,
    /// Whether any subscription has it or ever had it.
    pub ever_used: bool,
}

impl<R: CatalogRecord> FromRow for Stored<R> {
    fn read(row: &mut Row<'_>) -> Result<Stored<R>> {
        let CatalogRow { columns, doc } = row.get()?;
        let record: R = document::parsed(&doc)?;
        Ok(Stored { record: record.with_columns(&columns), ever_used: columns.ever_used })
    }
}

pub fn insert<R: CatalogRecord>(tx: &mut Tx<'_>, record: &R) -> Result<()> {
    let (place, doc) = (record.place(), document::stored(record, R::IN_COLUMNS)?);
    tx.put(&R::TABLE.insert, place.company, &Written::of(&place, &doc))?;
    index(tx, None, record)
}

/// Writes a record over what it was before.
pub fn update<R: CatalogRecord>(tx: &mut Tx<'_>, before: &R, record: &R) -> Result<()> {
    let (place, doc) = (record.place(), document::stored(record, R::IN_COLUMNS)?);
    tx.put(&R::TABLE.update, place.company, &Written::of(&place, &doc))?;
    index(tx, Some(before), record)
}

fn index<R: CatalogRecord>(tx: &mut Tx<'_>, before: Option<&R>, now: &R) -> Result<()> {
    let place = now.place();
    let subject = Subject { company: place.company, kind: R::TABLE.kind, id: place.id };
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
    company: &CompanyId,
    id: &str,
) -> Result<Option<Stored<R>>> {
    tx.row(&R::TABLE.get.plain(), &[company.into(), id.into()])
}

/// The same, held until the transaction ends.
pub fn lock<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &str,
) -> Result<Option<Stored<R>>> {
    tx.row(&R::TABLE.lock.plain(), &[company.into(), id.into()])
}

/// All of these that are there, by one statement, in any order.
pub fn by_ids<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<String>,
) -> Result<Vec<Stored<R>>> {
    tx.rows_of(&R::TABLE.by_ids.plain(), company, ids)
}

/// What belongs to any of these, in the order in which it was made; at most a thousand each.
pub fn by_parents<R: CatalogRecord>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    parents: Vec<String>,
) -> Result<Vec<Stored<R>>> {
    tx.rows_of(&R::TABLE.by_parents.plain(), company, parents)
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
