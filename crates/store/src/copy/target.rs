//! The database that is filled. A negative version marks it until everything is there: nobody
//! serves it, and the next copy throws away what is in it. The number is that of one copy, so that
//! two of them never fill the same database.

use super::indexes::{self, Index};
use super::page::Page;
use super::table::{SEARCH, Table, tables_of};
use super::{count, cut_off};
use crate::driver::dialect::Engine;
use crate::driver::job::Pending;
use crate::{Error, Location, Progress, Result, Store, Tx, schema, search};

pub(super) struct Target {
    store: Store,
    /// What it is marked with.
    mark: i64,
}

/// What a new database has.
pub(super) struct Made {
    pub(super) tables: Vec<Table>,
    /// Those that are taken away until the rows are there.
    pub(super) indexes: Vec<Index>,
}

impl Target {
    pub(super) fn open(location: &Location) -> Result<Target> {
        let store = Store::open_to_fill(location)?;
        Ok(Target { store, mark: -rand::random_range(1..i64::MAX) })
    }

    /// Makes empty tables in a database that is empty, or has nothing but a copy that was cut off.
    pub(super) fn begin(&self, known: &[Table]) -> Result<Made> {
        let names: Vec<String> = known.iter().map(|table| table.name.clone()).collect();
        let mark = self.mark;
        done(self.store.write(move |tx| -> Result<Made> {
            tx.take_time()?;
            schema::make_anew(tx, &names, mark)?;
            Ok(Made { indexes: indexes::take_away(tx)?, tables: tables_of(tx)? })
        }))
    }

    /// Puts a page into it, and gives it back.
    pub(super) fn fill(&self, table: &Table, page: Page) -> Result<Page> {
        let (table, mark) = (table.clone(), self.mark);
        let mut page = Some(page);
        done(self.store.write(move |tx| -> Result<Page> {
            let rows =
                page.take().ok_or_else(|| cut_off("the connection to the target was lost"))?;
            schema::is_marked(tx, mark)?;
            match table.name.as_str() {
                SEARCH => search::put_texts(tx, &names(&table), &rows.rows)?,
                _ => tx.insert_all(&table.name, &described(&table), &rows.rows)?,
            }
            Ok(rows)
        }))
    }

    /// Makes the indexes of a table, now that its rows are there.
    pub(super) fn index(&self, table: &str, all: &[Index], progress: &Progress) -> Result<()> {
        let of: Vec<Index> = all.iter().filter(|index| index.table == table).cloned().collect();
        let count = of.len() as u64;
        for (index, number) in of.into_iter().zip(0..) {
            progress.at(&format!("making the indexes of {table}"), number, count);
            let mark = self.mark;
            done(self.store.write(move |tx| -> Result<()> {
                tx.take_time()?;
                schema::is_marked(tx, mark)?;
                tx.script(&index.text)
            }))?;
        }
        Ok(())
    }

    pub(super) fn engine(&self) -> Engine {
        match self.store.is_shared() {
            true => Engine::Postgres,
            false => Engine::Sqlite,
        }
    }

    /// Something else that is written into it.
    pub(super) fn write(
        &self,
        mut function: impl FnMut(&mut Tx<'_>) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        let mark = self.mark;
        done(self.store.write(move |tx| -> Result<()> {
            schema::is_marked(tx, mark)?;
            function(tx)
        }))
    }

    /// Counts what is there, and takes the mark away where it is everything.
    pub(super) fn finish(&self, tables: &[(&Table, u64)], progress: &Progress) -> Result<()> {
        for ((table, expected), number) in tables.iter().zip(0..) {
            let (name, expected) = (table.name.clone(), *expected);
            progress.at(&format!("counting {name}"), number, tables.len() as u64);
            self.write(move |tx| {
                tx.take_time()?;
                if tx.engine() == Engine::Postgres {
                    tx.script(&format!("ANALYZE {name}"))?;
                }
                match count(tx, &name)? {
                    there if there == expected => Ok(()),
                    there => Err(cut_off(&format!("{name} has {there} rows of {expected}"))),
                }
            })?;
        }
        self.write(schema::take_mark_away)
    }

    pub(super) fn stop(self) {
        self.store.stop();
    }
}

/// What became of a write. A target that is away is told as a refusal: the read that this is part
/// of would be run again otherwise.
fn done<T>(pending: Pending<T, Error>) -> Result<T> {
    pending.wait().map_err(|error| match error {
        refused @ Error::Refused(_) => refused,
        other => cut_off(&other.to_string()),
    })
}

fn names(table: &Table) -> Vec<&str> {
    table.columns.iter().map(|column| column.name.as_str()).collect()
}

fn described(table: &Table) -> Vec<(&str, crate::driver::bulk::Kind)> {
    table.columns.iter().map(|column| (column.name.as_str(), column.kind)).collect()
}
