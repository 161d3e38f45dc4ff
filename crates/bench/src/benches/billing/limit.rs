//! The limit of a billing run: the rows that it left, read back and written again by a plain loop
//! into a copy of the database as it was, in as many commits.

use std::collections::HashMap;

use store::Value;

use crate::outcome::{Outcome, broken};
use crate::raw::{Cells, Raw, Rows};
use crate::seed::deal::due;

/// So many customers a commit, as the cycle writes them.
const BATCH: usize = 500;

/// Where a run adds rows; all that it adds has its instant, labels that of their invoice.
const ADDED: &[(&str, &str)] = &[
    ("invoice", "SELECT {} FROM invoice t WHERE t.created_at >= $1 ORDER BY t.id"),
    (
        "label",
        "SELECT {} FROM label t JOIN invoice i ON i.company_id = t.company_id AND i.id = t.id
         WHERE t.kind = 'invoice' AND i.created_at >= $1 ORDER BY t.id",
    ),
    ("credit_log", "SELECT {} FROM credit_log t WHERE t.created_at >= $1 ORDER BY t.id"),
    ("fact", "SELECT {} FROM fact t WHERE t.created_at >= $1 ORDER BY t.id"),
];

/// Where it changes rows, by which columns they are found.
const CHANGED: &[(&str, &[&str])] = &[
    ("billed_customer", &["company_id", "customer_id"]),
    ("number_series", &["company_id", "series"]),
    ("subscription", &["company_id", "id"]),
    ("subscription_progress", &["company_id", "id"]),
    ("credit", &["company_id", "id"]),
    ("customer", &["company_id", "id"]),
];

/// Everything that a run wrote.
pub struct Written {
    parts: Vec<Rows>,
    commits: usize,
}

impl Written {
    /// What is in the one database and was not in the other.
    pub fn between(before: &mut Raw, after: &mut Raw) -> Outcome<Written> {
        let mut parts = Vec::new();
        for (table, select) in ADDED {
            let columns = columns(after, table)?;
            let list: Vec<String> = columns.iter().map(|name| format!("t.{name}")).collect();
            let sql = select.replace("{}", &list.join(", "));
            let rows = after.rows(&sql, &[due().into()])?;
            parts.push(Rows { table: (*table).to_owned(), columns, keys: 0, rows });
        }
        let invoices = parts.first().map_or(0, |rows| rows.rows.len());
        for (table, keys) in CHANGED {
            parts.extend(changes(before, after, table, keys)?);
        }
        Ok(Written { parts, commits: invoices.div_ceil(BATCH).max(1) })
    }

    pub fn replay(&self, raw: &mut Raw) -> Outcome<()> {
        let begin = if raw.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        for commit in 0..self.commits {
            raw.run(begin, &[])?;
            for rows in &self.parts {
                raw.put(rows, rows.part(commit, self.commits))?;
            }
            raw.run("COMMIT", &[])?;
        }
        Ok(())
    }

    /// Whether a database has exactly these rows.
    pub fn is_in(&self, raw: &mut Raw, after: &mut Raw) -> Outcome<bool> {
        let rest = Written::between(raw, after)?;
        let added = |rows: &&Rows| rows.keys == 0;
        let unchanged = rest.parts.iter().all(|rows| rows.keys == 0 || rows.rows.is_empty());
        let mut same = unchanged;
        for known in self.parts.iter().filter(added) {
            let select = ADDED.iter().find(|(table, _)| known.table == *table);
            let (_, select) = select.ok_or_else(|| broken("a table that no one knows"))?;
            let list: Vec<String> = known.columns.iter().map(|name| format!("t.{name}")).collect();
            let found = raw.rows(&select.replace("{}", &list.join(", ")), &[due().into()])?;
            same &= found == known.rows;
        }
        Ok(same)
    }
}

fn columns(raw: &mut Raw, table: &str) -> Outcome<Vec<String>> {
    let names = raw.columns(table)?;
    if names.is_empty() { Err(broken(format!("there is no table {table}"))) } else { Ok(names) }
}

/// Rows that are not what they were, by which of their columns changed.
fn changes(before: &mut Raw, after: &mut Raw, table: &str, keys: &[&str]) -> Outcome<Vec<Rows>> {
    let is_its = keys.iter().map(|key| (*key).to_owned());
    let others = columns(after, table)?;
    let others = others.into_iter().filter(|name| !keys.contains(&name.as_str()));
    let columns: Vec<String> = is_its.chain(others).collect();
    let sql = format!("SELECT {} FROM {table}", columns.join(", "));
    let key = |row: &Cells| format!("{:?}", &row[..keys.len()]);
    let old: HashMap<String, Cells> =
        before.rows(&sql, &[])?.into_iter().map(|row| (key(&row), row)).collect();
    let mut groups: HashMap<Vec<usize>, Vec<Cells>> = HashMap::new();
    for row in after.rows(&sql, &[])? {
        let was = old.get(&key(&row)).ok_or_else(|| broken(format!("a new row in {table}")))?;
        let differ: Vec<usize> = (0..row.len()).filter(|at| row[*at] != was[*at]).collect();
        if !differ.is_empty() {
            let cells: Vec<Value> =
                (0..keys.len()).chain(differ.iter().copied()).map(|at| row[at].clone()).collect();
            groups.entry(differ).or_default().push(cells);
        }
    }
    let part = |(differ, rows): (Vec<usize>, Vec<Cells>)| Rows {
        table: table.to_owned(),
        columns: (0..keys.len()).chain(differ).map(|at| columns[at].clone()).collect(),
        keys: keys.len(),
        rows,
    };
    Ok(groups.into_iter().map(part).collect())
}
