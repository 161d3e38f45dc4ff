//! Transactions that write: declared rows, and many of them through one statement.

use records::CompanyId;
use rusqlite::params_from_iter;

use crate::driver::bulk::{self, Kind};
use crate::driver::columns::ToRow;
use crate::driver::dialect::{self, Lists};
use crate::driver::row::Source;
use crate::driver::tx::Link;
use crate::{FromRow, Result, Row, Statement, Tx, Value};

impl Tx<'_> {
    /// Writes a row of a company, and says how many rows that touched.
    pub(crate) fn put<C: ToRow, R>(
        &mut self,
        statement: &Statement<R, C::Declared>,
        company: &CompanyId,
        row: &C,
    ) -> Result<u64> {
        self.run(statement, &statement.values(company, row))
    }

    /// Writes many rows of a company.
    pub(crate) fn put_many<C: ToRow, R>(
        &mut self,
        statement: &Statement<R, C::Declared>,
        company: &CompanyId,
        rows: impl IntoIterator<Item = C>,
    ) -> Result<()> {
        let rows: Vec<_> = rows.into_iter().map(|row| statement.values(company, &row)).collect();
        self.run_many(statement, &rows)
    }

    /// Runs a statement with `{rows …}` for many rows of a company.
    pub fn run_many<R, C>(
        &mut self,
        statement: &Statement<R, C>,
        rows: &[Vec<Value>],
    ) -> Result<()> {
        self.rows_many(&statement.plain::<()>(), rows).map(|_| ())
    }

    /// Puts rows of any companies into a table, as a copy of a whole database has them. What stands
    /// behind a column's kind is what a value becomes on its way.
    pub(crate) fn insert_all(
        &mut self,
        table: &str,
        columns: &[(&str, Kind)],
        rows: &[Vec<Value>],
    ) -> Result<()> {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let numbered = (1..).zip(columns);
        match &mut self.link {
            Link::Sqlite(connection) => {
                let places: Vec<String> = numbered.map(|(n, _)| format!("?{n}")).collect();
                let sql = format!("INSERT INTO {table} ({names}) VALUES ({})", places.join(", "));
                let mut prepared = connection.prepare_cached(&sql)?;
                for row in rows {
                    prepared.execute(params_from_iter(row))?;
                }
            }
            Link::Postgres(connection) => {
                let arrays = numbered.map(|(n, (_, kind))| format!("${n}::{}[]", kind.name()));
                let arrays = arrays.collect::<Vec<_>>().join(", ");
                let sql = format!("INSERT INTO {table} ({names}) SELECT * FROM unnest({arrays})");
                let kinds = columns.iter().map(|(_, kind)| *kind);
                connection.execute((&sql, Lists::Any), &bulk::plain_columns(kinds, rows)?)?;
            }
        }
        self.statements += 1;
        Ok(())
    }

    /// The same for a statement that answers with rows.
    pub fn rows_many<R: FromRow, C>(
        &mut self,
        statement: &Statement<R, C>,
        rows: &[Vec<Value>],
    ) -> Result<Vec<R>> {
        let mut all = Vec::new();
        match &mut self.link {
            Link::Sqlite(connection) if !rows.is_empty() => {
                self.statements += 1;
                let sql = dialect::sqlite_known(statement.sql, Lists::Any);
                let mut prepared = connection.prepare_cached(&sql)?;
                for row in rows {
                    let mut answers = prepared.query(params_from_iter(row))?;
                    while let Some(answer) = answers.next()? {
                        all.push(R::read(&mut Row::new(Source::Sqlite(answer)))?);
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
                        all.push(R::read(&mut Row::new(Source::Postgres(&answer)))?);
                    }
                }
            }
        }
        Ok(all)
    }
}
