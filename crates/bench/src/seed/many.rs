//! A large database of a small one: every customer again and again, with everything that is
//! theirs, under names of their own. What the use cases made once need not be made a million times.

use std::path::Path;

use engine::Location;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, params_from_iter};
use serde_json::Value;
use store::Store;

use crate::clock;
use crate::outcome::{Outcome, broken};
use crate::raw::{grams, label, words};
use crate::seed::pattern::Pattern;

/// Two digits of an id tell copies apart.
const MOST: usize = 100;

/// Fills a new SQLite file with each customer of another so many times.
pub fn multiply(from: &Path, to: &str, times: usize) -> Outcome<()> {
    if times > MOST {
        return Err(broken(format!("{times} copies of a customer, more than {MOST}")));
    }
    Store::open(&Location::parse(to)?)?.stop();
    let began = clock::now();
    let source = Connection::open(from)?;
    let target = Connection::open(to.strip_prefix("sqlite:").unwrap_or(to))?;
    target.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576;")?;
    let indexes =
        texts(&target, "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql > ''")?;
    for name in texts(&target, "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql > ''")?
    {
        target.execute_batch(&format!("DROP INDEX {name}"))?;
    }
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name NOT LIKE 'search_grams%' AND name <> 'schema_version' ORDER BY name";
    let tables = texts(&target, tables)?;
    for table in &tables {
        target.execute_batch(&format!("DELETE FROM {table}"))?;
    }
    for table in tables {
        target.execute_batch("BEGIN")?;
        Copying::new(&source, &target, &table, times)?.run()?;
        target.execute_batch("COMMIT")?;
        eprintln!("  {table} times {times} after {} s", began.elapsed().as_secs());
    }
    for index in indexes {
        target.execute_batch(&index)?;
    }
    target.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
    eprintln!("  indexed after {} s", began.elapsed().as_secs());
    Ok(())
}

fn texts(connection: &Connection, sql: &str) -> Outcome<Vec<String>> {
    let mut prepared = connection.prepare(sql)?;
    let all = prepared.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(all)
}

/// A table on its way.
struct Copying<'c> {
    source: &'c Connection,
    target: &'c Connection,
    table: String,
    columns: Vec<String>,
    times: usize,
    /// Rows so far, by which facts have their place and texts their number.
    written: i64,
}

impl<'c> Copying<'c> {
    fn new(
        source: &'c Connection,
        target: &'c Connection,
        table: &str,
        times: usize,
    ) -> Outcome<Copying<'c>> {
        let sql = format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid");
        let columns = texts(target, &sql)?;
        Ok(Copying { source, target, table: table.to_owned(), columns, times, written: 0 })
    }

    fn run(mut self) -> Outcome<()> {
        let order = if self.table == "fact" { "position" } else { "1, 2, 3" };
        let list = self.columns.join(", ");
        let sql = format!("SELECT {list} FROM {} ORDER BY {order}", self.table);
        let mut select = self.source.prepare(&sql)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let cells = (0..self.columns.len()).map(|at| row.get(at));
            let cells = cells.collect::<Result<Vec<Cell>, _>>()?;
            self.copy(&cells)?;
        }
        Ok(())
    }

    fn copy(&mut self, cells: &[Cell]) -> Outcome<()> {
        if self.table == "label" && self.text(cells, "kind") == Some("customer") {
            return Ok(());
        }
        let patterns: Vec<Pattern<'_>> = cells.iter().map(Pattern::of).collect();
        let owned = patterns.iter().any(Pattern::is_owned);
        for copy in 0..if owned { self.times } else { 1 } {
            self.written += 1;
            let mut made: Vec<Cell> = patterns
                .iter()
                .zip(cells)
                .map(|(pattern, cell)| match (owned, cell) {
                    (true, Cell::Text(_)) => Cell::Text(pattern.spelled(copy, self.times)),
                    _ => cell.clone(),
                })
                .collect();
            self.settle(&mut made, owned);
            let places = vec!["?"; made.len()].join(", ");
            let sql = format!("INSERT INTO {} VALUES ({places})", self.table);
            self.target.prepare_cached(&sql)?.execute(params_from_iter(&made))?;
            match self.table.as_str() {
                "search" => self.put_grams(&made)?,
                "customer" => self.put_labels(&made)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// What counts over all rows.
    fn settle(&self, made: &mut [Cell], owned: bool) {
        let times = self.times as i64;
        for (column, cell) in self.columns.iter().zip(made.iter_mut()) {
            match (self.table.as_str(), column.as_str(), cell) {
                ("fact", "position", cell) | ("search", "row_number", cell) => {
                    *cell = Cell::Integer(self.written);
                }
                ("tally", "n", Cell::Integer(n)) if !owned => *n *= times,
                ("number_series", "last", Cell::Integer(last)) => *last *= times,
                _ => {}
            }
        }
    }

    fn text<'m>(&self, made: &'m [Cell], name: &str) -> Option<&'m str> {
        let at = self.columns.iter().position(|column| column == name)?;
        match made.get(at)? {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A label is a digest, so that those of customers are made anew.
    fn put_labels(&self, made: &[Cell]) -> Outcome<()> {
        let text = |name| self.text(made, name).ok_or_else(|| broken(format!("no {name}")));
        let doc: Value = serde_json::from_str(text("doc")?)?;
        let sql = "INSERT INTO label (company_id, kind, label, id) VALUES (?1, 'customer', ?2, ?3)";
        let mut insert = self.target.prepare_cached(sql)?;
        for property in ["email", "org_name"] {
            if let Some(value) = doc[property].as_str() {
                insert.execute((text("company_id")?, label(property, value), text("id")?))?;
            }
        }
        Ok(())
    }

    fn put_grams(&self, made: &[Cell]) -> Outcome<()> {
        let text = |name| self.text(made, name).ok_or_else(|| broken(format!("no {name}")));
        let known = words(&grams(text("company_id")?, text("kind")?, text("text")?));
        let sql = "INSERT INTO search_grams (rowid, grams) VALUES (?1, ?2)";
        self.target.prepare_cached(sql)?.execute((self.written, known))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::clock::HeldClock;
    use engine::{Engine, Location};

    use super::multiply;
    use crate::outcome::{Outcome, failed};
    use crate::raw::Raw;
    use crate::seed::{Life, deal, due};

    #[test]
    fn copies_pass_every_audit() -> Outcome<()> {
        let folder = std::env::temp_dir().join(format!("perennial-many-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let few = folder.join("few.db");
        let many = format!("sqlite:{}", folder.join("many.db").display());
        due(&format!("sqlite:{}", few.display()), 40, Life::Sold)?;
        multiply(&few, &many, 3)?;
        let engine = Engine::open(&Location::parse(&many)?, Arc::new(HeldClock::at(deal::start())))
            .map_err(failed)?;
        let findings = engine.audit(&engine::Progress::silent()).map_err(failed)?;
        engine.stop();
        let found: Vec<String> = findings
            .iter()
            .map(|finding| format!("{}: {}", finding.audit, finding.detail))
            .collect();
        assert_eq!(found, [""; 0]);
        let count = "SELECT count(*) FROM invoice i JOIN subscription s ON s.id = i.subscription_id
            JOIN customer c ON c.id = s.customer_id";
        assert_eq!(Raw::read(&many)?.rows(count, &[])?, [[120.into()]]);
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }
}
