//! One transaction on either engine.

use records::CompanyId;
use rusqlite::params_from_iter;

use crate::driver::dialect::{self, Lists};
use crate::driver::memory::Memory;
use crate::driver::postgres::Connection;
use crate::driver::row::Source;
use crate::driver::value::Alone;
use crate::{FromRow, Result, Row, Statement, Value};

/// Which fact proves that a commit, whose answer was lost, took place.
pub(crate) type Marker = (CompanyId, String);

pub struct Tx<'c> {
    pub(super) link: Link<'c>,
    /// What need not be read again, where a snapshot is read.
    pub(super) memory: Option<&'c mut Memory>,
    pub(crate) marker: Option<Marker>,
    pub(super) statements: u64,
    read: u64,
}

pub(super) enum Link<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut Connection),
}

impl<'c> Tx<'c> {
    pub(crate) fn sqlite(connection: &'c rusqlite::Connection) -> Tx<'c> {
        Tx { link: Link::Sqlite(connection), memory: None, marker: None, statements: 0, read: 0 }
    }

    /// One that only reads, and remembers what was read from the same state of the database.
    pub(crate) fn remembering(self, memory: &'c mut Memory) -> Tx<'c> {
        Tx { memory: Some(memory), ..self }
    }

    pub(crate) fn postgres(connection: &'c mut Connection) -> Tx<'c> {
        Tx { link: Link::Postgres(connection), memory: None, marker: None, statements: 0, read: 0 }
    }

    pub fn engine(&self) -> dialect::Engine {
        match self.link {
            Link::Sqlite(_) => dialect::Engine::Sqlite,
            Link::Postgres(_) => dialect::Engine::Postgres,
        }
    }

    /// What follows in this transaction may take as long as it takes.
    pub(crate) fn take_time(&mut self) -> Result<()> {
        match &mut self.link {
            Link::Sqlite(_) => Ok(()),
            Link::Postgres(connection) => {
                connection.be_patient(true);
                connection.script("SET LOCAL statement_timeout = 0")
            }
        }
    }

    /// How many statements ran so far, for tests that count them.
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// How many rows were read so far, for the same.
    pub fn rows_read(&self) -> u64 {
        self.read
    }

    /// Runs a statement and says how many rows it touched.
    pub fn run<R, C>(&mut self, statement: &Statement<R, C>, values: &[Value]) -> Result<u64> {
        self.statements += 1;
        match &mut self.link {
            Link::Sqlite(connection) => {
                let sql = dialect::sqlite_known(statement.sql, Lists::Any);
                Ok(connection.prepare_cached(&sql)?.execute(params_from_iter(values))? as u64)
            }
            Link::Postgres(connection) => connection.execute((statement.sql, Lists::Any), values),
        }
    }

    /// All rows.
    pub fn rows<R: FromRow>(
        &mut self,
        statement: &Statement<R>,
        values: &[Value],
    ) -> Result<Vec<R>> {
        self.statements += 1;
        let sql = statement.sql;
        let all = match (&mut self.link, Alone::all(values)) {
            (Link::Sqlite(connection), Some(alone)) => {
                all_rows(connection, &dialect::sqlite_known(sql, Lists::OfOne), alone)
            }
            (Link::Sqlite(connection), None) => {
                all_rows(connection, &dialect::sqlite_known(sql, Lists::Any), values)
            }
            (Link::Postgres(connection), Some(alone)) => {
                let values: Vec<Alone<'_>> = alone.collect();
                read_all(&connection.query((sql, Lists::OfOne), &values)?)
            }
            (Link::Postgres(connection), None) => {
                read_all(&connection.query((sql, Lists::Any), values)?)
            }
        };
        self.counted(all)
    }

    fn counted<R>(&mut self, rows: Result<Vec<R>>) -> Result<Vec<R>> {
        self.read += rows.as_ref().map_or(0, Vec::len) as u64;
        rows
    }

    /// All rows of a statement that takes a company and a list of ids; none of no ids.
    pub(crate) fn rows_of<R: FromRow, I>(
        &mut self,
        statement: &Statement<R>,
        company: &CompanyId,
        ids: Vec<I>,
    ) -> Result<Vec<R>>
    where
        Vec<I>: Into<Value>,
    {
        match ids.is_empty() {
            true => Ok(Vec::new()),
            false => self.rows(statement, &[company.into(), ids.into()]),
        }
    }

    /// The first row, if there is one.
    pub fn row<R: FromRow>(
        &mut self,
        statement: &Statement<R>,
        values: &[Value],
    ) -> Result<Option<R>> {
        match &mut self.link {
            Link::Sqlite(connection) => {
                self.statements += 1;
                self.read += 1;
                first_row(connection, statement, values)
            }
            Link::Postgres(_) => Ok(self.rows(statement, values)?.into_iter().next()),
        }
    }

    /// The same where all values are texts, which are not copied for SQLite.
    pub(crate) fn row_by<R: FromRow>(
        &mut self,
        statement: &Statement<R>,
        texts: &[&str],
    ) -> Result<Option<R>> {
        match &mut self.link {
            Link::Sqlite(connection) => {
                self.statements += 1;
                self.read += 1;
                first_row(connection, statement, texts)
            }
            Link::Postgres(_) => {
                let values: Vec<Value> = texts.iter().map(|text| (*text).into()).collect();
                self.row(statement, &values)
            }
        }
    }

    /// All rows of a text that was put together, as searches are.
    pub(crate) fn rows_text<R: FromRow>(&mut self, sql: &str, values: &[Value]) -> Result<Vec<R>> {
        self.statements += 1;
        let all = match &mut self.link {
            Link::Sqlite(connection) => all_rows(connection, &dialect::sqlite(sql), values),
            Link::Postgres(connection) => read_all(&connection.query((sql, Lists::Any), values)?),
        };
        self.counted(all)
    }

    pub(crate) fn run_text(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        self.statements += 1;
        match &mut self.link {
            Link::Sqlite(connection) => {
                let mut prepared = connection.prepare_cached(&dialect::sqlite(sql))?;
                Ok(prepared.execute(params_from_iter(values))? as u64)
            }
            Link::Postgres(connection) => connection.execute((sql, Lists::Any), values),
        }
    }

    /// Several statements without parameters, as migrations are.
    pub(crate) fn script(&mut self, sql: &str) -> Result<()> {
        match &mut self.link {
            Link::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Link::Postgres(connection) => connection.script(sql),
        }
    }

    /// Asks the engine to understand a statement without running it.
    pub fn prepare(&mut self, statement: &Statement) -> Result<()> {
        for lists in [Lists::Any, Lists::OfOne] {
            match &mut self.link {
                Link::Sqlite(connection) => {
                    connection.prepare_cached(&dialect::sqlite_known(statement.sql, lists))?;
                }
                Link::Postgres(connection) => {
                    connection.prepare(statement.sql, lists)?;
                }
            }
        }
        Ok(())
    }
}

fn first_row<R: FromRow>(
    connection: &rusqlite::Connection,
    statement: &Statement<R>,
    values: &[impl rusqlite::ToSql],
) -> Result<Option<R>> {
    let mut prepared =
        connection.prepare_cached(&dialect::sqlite_known(statement.sql, Lists::Any))?;
    let mut rows = prepared.query(params_from_iter(values))?;
    rows.next()?.map(|row| R::read(&mut Row::new(Source::Sqlite(row)))).transpose()
}

fn all_rows<R: FromRow>(
    connection: &rusqlite::Connection,
    sql: &str,
    values: impl IntoIterator<Item: rusqlite::ToSql>,
) -> Result<Vec<R>> {
    let mut prepared = connection.prepare_cached(sql)?;
    let mut rows = prepared.query(params_from_iter(values))?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(R::read(&mut Row::new(Source::Sqlite(row)))?);
    }
    Ok(all)
}

fn read_all<R: FromRow>(rows: &[tokio_postgres::Row]) -> Result<Vec<R>> {
    rows.iter().map(|row| R::read(&mut Row::new(Source::Postgres(row)))).collect()
}
