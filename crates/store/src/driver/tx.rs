//! One transaction on either engine.

use std::any::Any;
use std::sync::Arc;

use crate::driver::dialect::Lists;
use crate::driver::memory::Memory;
use crate::driver::row::Source;
use crate::driver::value::Alone;
use crate::driver::{bulk, dialect, postgres::Connection};
use crate::{Error, Row, Statement, Value};

/// Which fact proves that a commit, whose answer was lost, took place.
pub(crate) type Marker = (String, String);

pub struct Tx<'c> {
    link: Link<'c>,
    /// What need not be read again, where a snapshot is read.
    memory: Option<&'c mut Memory>,
    pub(crate) marker: Option<Marker>,
    statements: u64,
}

enum Link<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut Connection),
}

impl<'c> Tx<'c> {
    pub(crate) fn sqlite(connection: &'c rusqlite::Connection) -> Tx<'c> {
        Tx { link: Link::Sqlite(connection), memory: None, marker: None, statements: 0 }
    }

    /// One that only reads, and remembers what was read from the same state of the database.
    pub(crate) fn remembering(self, memory: &'c mut Memory) -> Tx<'c> {
        Tx { memory: Some(memory), ..self }
    }

    pub(crate) fn postgres(connection: &'c mut Connection) -> Tx<'c> {
        Tx { link: Link::Postgres(connection), memory: None, marker: None, statements: 0 }
    }

    pub fn engine(&self) -> dialect::Engine {
        match self.link {
            Link::Sqlite(_) => dialect::Engine::Sqlite,
            Link::Postgres(_) => dialect::Engine::Postgres,
        }
    }

    /// What follows in this transaction may take as long as it takes.
    pub(crate) fn take_time(&mut self) -> Result<(), Error> {
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

    /// What was read before and still holds. It counts as the statement that it stands for, so
    /// that a count does not depend on who asked before.
    pub(crate) fn recall<T>(&mut self, find: impl FnOnce(&Memory) -> Option<T>) -> Option<T> {
        let found = find(self.memory.as_deref()?)?;
        self.statements += 1;
        Some(found)
    }

    pub(crate) fn memorize(&mut self, keep: impl FnOnce(&mut Memory)) {
        if let Some(memory) = self.memory.as_deref_mut() {
            keep(memory);
        }
    }

    /// What somebody made of rows of this state of the database; where it was one at a time, all of
    /// it is there or nothing is. The statements that it took count once.
    pub fn made_before<T: Any + Send + Sync>(
        &mut self,
        company: &str,
        ids: &[String],
    ) -> Option<Vec<Arc<T>>> {
        let memory = self.memory.as_deref()?;
        let (mut all, mut statements) = (Vec::with_capacity(ids.len()), 0);
        for id in ids {
            let (made, took) = memory.made(company, id)?;
            all.push(made.downcast::<T>().ok()?);
            statements = took.max(statements);
        }
        self.statements += statements;
        Some(all)
    }

    /// Keeps what was made of rows, with how many statements that took.
    pub fn keep_made<T: Any + Send + Sync>(
        &mut self,
        company: &str,
        made: impl Iterator<Item = (String, Arc<T>)>,
        statements: u64,
    ) {
        if let Some(memory) = self.memory.as_deref_mut() {
            made.for_each(|(id, value)| memory.keep_made(company, &id, (value, statements)));
        }
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
        mut read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        match &mut self.link {
            Link::Sqlite(connection) => {
                self.statements += 1;
                match Alone::all(values) {
                    Some(alone) => {
                        let sql = dialect::sqlite_known(statement.sql, Lists::OfOne);
                        all_rows(connection, &sql, alone, read)
                    }
                    None => {
                        let sql = dialect::sqlite_known(statement.sql, Lists::Any);
                        all_rows(connection, &sql, values, read)
                    }
                }
            }
            Link::Postgres(connection) => {
                self.statements += 1;
                let rows = match Alone::all(values) {
                    Some(alone) => {
                        let values: Vec<Alone<'_>> = alone.collect();
                        connection.query((statement.sql, Lists::OfOne), &values)?
                    }
                    None => connection.query((statement.sql, Lists::Any), values)?,
                };
                rows.iter().map(|row| read(Row::new(Source::Postgres(row)))).collect()
            }
        }
    }

    /// The first row, if there is one.
    pub fn row<T>(
        &mut self,
        statement: &Statement,
        values: &[Value],
        read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match &mut self.link {
            Link::Sqlite(connection) => {
                self.statements += 1;
                first_row(connection, statement, values, read)
            }
            Link::Postgres(_) => Ok(self.rows(statement, values, read)?.into_iter().next()),
        }
    }

    /// The same where all values are texts, which are not copied for SQLite.
    pub(crate) fn row_by<T>(
        &mut self,
        statement: &Statement,
        texts: &[&str],
        read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match &mut self.link {
            Link::Sqlite(connection) => {
                self.statements += 1;
                first_row(connection, statement, texts, read)
            }
            Link::Postgres(_) => {
                let values: Vec<Value> = texts.iter().map(|text| (*text).into()).collect();
                self.row(statement, &values, read)
            }
        }
    }

    /// Runs a statement with `{rows …}` for many rows of a company, and says how many it touched.
    pub fn run_many(&mut self, statement: &Statement, rows: &[Vec<Value>]) -> Result<u64, Error> {
        let mut touched = 0;
        match &mut self.link {
            Link::Sqlite(connection) if !rows.is_empty() => {
                self.statements += 1;
                let sql = dialect::sqlite_known(statement.sql, Lists::Any);
                let mut prepared = connection.prepare_cached(&sql)?;
                for row in rows {
                    touched += prepared.execute(rusqlite::params_from_iter(row))? as u64;
                }
            }
            Link::Sqlite(_) => {}
            Link::Postgres(connection) => {
                for chunk in rows.chunks(bulk::CHUNK) {
                    self.statements += 1;
                    let columns = bulk::columns(statement, chunk)?;
                    touched += match chunk {
                        [row] => connection.execute((statement.sql, Lists::OfOne), row)?,
                        _ => connection.execute((statement.sql, Lists::Any), &columns)?,
                    };
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
                let sql = dialect::sqlite_known(statement.sql, Lists::Any);
                let mut prepared = connection.prepare_cached(&sql)?;
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
                    let answers = match chunk {
                        [row] => connection.query((statement.sql, Lists::OfOne), row)?,
                        _ => connection.query((statement.sql, Lists::Any), &columns)?,
                    };
                    for answer in answers {
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
            Link::Sqlite(connection) => all_rows(connection, &dialect::sqlite(sql), values, read),
            Link::Postgres(connection) => {
                let rows = connection.query((sql, Lists::Any), values)?;
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
            Link::Postgres(connection) => connection.execute((sql, Lists::Any), values),
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
                for lists in [Lists::Any, Lists::OfOne] {
                    connection.prepare_cached(&dialect::sqlite_known(statement.sql, lists))?;
                }
                Ok(())
            }
            Link::Postgres(connection) => {
                for lists in [Lists::Any, Lists::OfOne] {
                    connection.prepare(statement.sql, lists)?;
                }
                Ok(())
            }
        }
    }
}

fn first_row<T>(
    connection: &rusqlite::Connection,
    statement: &Statement,
    values: &[impl rusqlite::ToSql],
    mut read: impl FnMut(Row<'_>) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let mut prepared =
        connection.prepare_cached(&dialect::sqlite_known(statement.sql, Lists::Any))?;
    let mut rows = prepared.query(rusqlite::params_from_iter(values))?;
    rows.next()?.map(|row| read(Row::new(Source::Sqlite(row)))).transpose()
}

fn all_rows<T>(
    connection: &rusqlite::Connection,
    sql: &str,
    values: impl IntoIterator<Item: rusqlite::ToSql>,
    mut read: impl FnMut(Row<'_>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut prepared = connection.prepare_cached(sql)?;
    let mut rows = prepared.query(rusqlite::params_from_iter(values))?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(Row::new(Source::Sqlite(row)))?);
    }
    Ok(all)
}
