//! A whole database into another one, of the same engine or of the other: every table, in the order
//! of its key, page by page.
//!
//! The tables are those that the schemas have, so none can be forgotten. It reads one snapshot,
//! however long it takes and whoever writes meanwhile, and never a database that is not of this
//! program's version. A target is marked until everything in it has been counted; nobody opens one
//! that is marked, and a copy that was cut off starts over.

mod backup;
mod indexes;
mod page;
mod table;
mod target;
mod waiting;

use std::sync::Arc;

pub use backup::backup;

use crate::{Error, Location, Progress, Result, Store, Tx};
use page::{Page, read_page};
use table::{Table, shared, tables_of};
use target::Target;

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub tables: u64,
    pub rows: u64,
    /// How many facts the source has that were written after the copy began: they are not in it.
    pub missed_facts: u64,
}

/// Copies a database into an empty one, or into what an earlier copy left.
pub fn copy(from: &Location, to: &Location, progress: &Progress) -> Result<Copied> {
    if from == to {
        let sentence = "a database cannot be copied into itself";
        return Err(Error::Refused(sentence.to_owned()));
    }
    let source = Store::open_to_read(from)?;
    let target = Arc::new(Target::open(to)?);
    let (filled, told) = (Arc::clone(&target), progress.clone());
    let mut begun = false;
    let copied = source.read(move |tx| -> Result<Copied> {
        // Whoever runs a read again does so where a connection was lost.
        if std::mem::replace(&mut begun, true) {
            return Err(cut_off("the connection to the source was lost"));
        }
        everything(tx, &filled, &told)
    });
    let copied = copied.wait().and_then(|copied| {
        let facts = source.read(|tx| count(tx, "fact")).wait()?;
        let known = copied.missed_facts;
        Ok(Copied { missed_facts: facts.saturating_sub(known), ..copied })
    });
    source.stop();
    if let Some(target) = Arc::into_inner(target) {
        target.stop();
    }
    copied
}

/// Everything that one snapshot has. Until it is known how many facts came later, `missed_facts`
/// is how many there are.
fn everything(tx: &mut Tx<'_>, target: &Target, progress: &Progress) -> Result<Copied> {
    let known = tables_of(tx)?;
    let made = target.begin(&known)?;
    let tables = shared(known, &made.tables)?;
    page::take_time(tx)?;
    let mut counts = Vec::new();
    for table in &tables {
        counts.push(count(tx, &table.name)?);
    }
    page::go_by_keys(tx)?;
    let (mut done, of) = (0, counts.iter().sum::<u64>());
    for (table, expected) in tables.iter().zip(&counts) {
        let before = done;
        let mut last: Option<Page> = None;
        while let Some(page) = read_page(tx, table, last.as_ref())? {
            done += page.rows.len() as u64;
            last = Some(target.fill(table, page)?);
            progress.at(&format!("copying {}", table.name), done, of);
        }
        if done - before != *expected {
            let (name, read) = (&table.name, done - before);
            return Err(cut_off(&format!("{name} has {expected} rows and {read} were read")));
        }
        target.index(&table.name, &made.indexes, progress)?;
    }
    waiting::place(tx, target)?;
    let counted: Vec<(&Table, u64)> = tables.iter().zip(counts.iter().copied()).collect();
    target.finish(&counted, progress)?;
    let facts = counted.iter().find(|(table, _)| table.name == "fact");
    let facts = facts.map_or(0, |(_, count)| *count);
    Ok(Copied { tables: tables.len() as u64, rows: of, missed_facts: facts })
}

fn count(tx: &mut Tx<'_>, table: &str) -> Result<u64> {
    let all = tx.rows_text::<i64>(&format!("SELECT count(*) FROM {table}"), &[])?;
    Ok(all.first().copied().and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
}

/// A copy that has to be made again. It is told as a refusal, which nobody tries once more.
fn cut_off(why: &str) -> Error {
    Error::Refused(format!("the copy is not complete: {why}; run it again and it starts over"))
}
