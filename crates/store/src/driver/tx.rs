//! One transaction on either engine.

use crate::driver::row::Source;
use crate::driver::{bulk, dialect, postgres::Connection};
use crate::{Error, Row, Statement, Value};

/// Which fact proves that a commit, whose answer was lost, took place.
pub(crate) type Marker = (String, String);

pub struct Tx<'c> {
    link: Link<'c>,
    pub(crate) marker: Option<Marker>,
    statements: u64,
}

enum Link<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut Connection),
}

impl<'c> Tx<'c> {
    pub(crate) fn sqlite(connection: &'c rusqlite::Connection) -> Tx<'c> {
        Tx { link: Link::Sqlite(connection), marker: None, statements: 0 }
    }

    pub(crate) fn postgres(connection: &'c mut Connection) -> Tx<'c> {
        Tx { link: Link::Postgres(connection), marker: None, statements: 0 }
    }

    pub fn engine(&self) -> dialect::Engine {
        match self.link {
            Link::Sqlite(_) => dialect::Engine::Sqlite,
            Link::Postgres(_) => dialect::Engine::Postgres,
        }
    }

    /// How many statements ran so far, for tests that count them.
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// Runs a statement and says how many rows it touched.
    pub fn run(&mut self, statement: &Statement, values: &[Value]) -> Result<u64, Error> {
        self.run_text(statement.sql, values)
    }

    /// All rows, read by `read`.
    pub fn rows<T>(
        &mut self,
        statement: &Statement,
        values: &[Value],
        read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.rows_text(statement.sql, values, read)
    }

    /// The first row, if there is one.
    pub fn row<T>(
        &mut self,
        statement: &Statement,
        values: &[Value],
        read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        Ok(self.rows(statement, values, read)?.into_iter().next())
    }

    /// Runs a statement with `{rows …}` for many rows, and says how many it touched in all.
    pub fn run_many(&mut self, statement: &Statement, rows: &[Vec<Value>]) -> Result<u64, Error> {
        let mut touched = 0;
        match &mut self.link {
            Link::Sqlite(connection) if !rows.is_empty() => {
                self.statements += 1;
                let mut prepared = connection.prepare_cached(&dialect::sqlite(statement.sql))?;
                for row in rows {
                    touched += prepared.execute(rusqlite::params_from_iter(row))? as u64;
                }
            }
            Link::Sqlite(_) => {}
            Link::Postgres(connection) => {
                for chunk in rows.chunks(bulk::CHUNK) {
                    self.statements += 1;
                    let columns = bulk::columns(statement, chunk)?;
                    touched += connection.execute(statement.sql, &columns)?;
                }
            }
        }
        Ok(touched)
    }

    /// The same for a statement that answers with rows.
    pub fn rows_many<T>(
        &mut self,
        statement: &Statement,
        rows: &[Vec<Value>],
        mut read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut all = Vec::new();
        match &mut self.link {
            Link::Sqlite(connection) if !rows.is_empty() => {
                self.statements += 1;
                let mut prepared = connection.prepare_cached(&dialect::sqlite(statement.sql))?;
                for row in rows {
                    let mut answers = prepared.query(rusqlite::params_from_iter(row))?;
                    while let Some(answer) = answers.next()? {
                        all.push(read(Row::new(Source::Sqlite(answer)))?);
                    }
                }
            }
            Link::Sqlite(_) => {}
            Link::Postgres(connection) => {
                for chunk in rows.chunks(bulk::CHUNK) {
                    self.statements += 1;
                    let columns = bulk::columns(statement, chunk)?;
                    for answer in connection.query(statement.sql, &columns)? {
                        all.push(read(Row::new(Source::Postgres(&answer)))?);
                    }
                }
            }
        }
        Ok(all)
    }

    /// All rows of a text that was put together, as searches are.
    pub(crate) fn rows_text<T>(
        &mut self,
        sql: &str,
        values: &[Value],
        mut read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.statements += 1;
        match &mut self.link {
            Link::Sqlite(connection) => {
                let mut prepared = connection.prepare_cached(&dialect::sqlite(sql))?;
                let mut rows = prepared.query(rusqlite::params_from_iter(values))?;
                let mut all = Vec::new();
                while let Some(row) = rows.next()? {
                    all.push(read(Row::new(Source::Sqlite(row)))?);
                }
                Ok(all)
            }
            Link::Postgres(connection) => {
                let rows = connection.query(sql, values)?;
                rows.iter().map(|row| read(Row::new(Source::Postgres(row)))).collect()
            }
        }
    }

    pub(crate) fn run_text(&mut self, sql: &str, values: &[Value]) -> Result<u64, Error> {
        self.statements += 1;
        match &mut self.link {
            Link::Sqlite(connection) => {
                let mut prepared = connection.prepare_cached(&dialect::sqlite(sql))?;
                let touched = prepared.execute(rusqlite::params_from_iter(values))?;
                Ok(touched as u64)
            }
            Link::Postgres(connection) => connection.execute(sql, values),
        }
    }

    /// Several statements without parameters, as migrations are.
    pub(crate) fn script(&mut self, sql: &str) -> Result<(), Error> {
        match &mut self.link {
            Link::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Link::Postgres(connection) => connection.script(sql),
        }
    }

    /// Asks the engine to understand a statement without running it.
    pub fn prepare(&mut self, statement: &Statement) -> Result<(), Error> {
        match &mut self.link {
            Link::Sqlite(connection) => {
                connection.prepare_cached(&dialect::sqlite(statement.sql))?;
                Ok(())
            }
            Link::Postgres(connection) => connection.prepare(statement.sql).map(|_| ()),
        }
    }
}
