//! The rows that creates of subscriptions wrote, read back and written again by plain inserts.

use records::CompanyId;
use store::Value;

use crate::outcome::Outcome;
use crate::raw::{Raw, Rows, grams, words};

/// Where a create adds rows; `$2` is the instant behind which all of them were made.
const ADDED: &[(&str, &str)] = &[
    ("subscription", "t.created_at > $2 ORDER BY t.created_at, t.id"),
    (
        "subscription_progress",
        "t.id IN (SELECT s.id FROM subscription s WHERE s.company_id = $1
        AND s.created_at > $2) ORDER BY t.id",
    ),
    ("billed_customer", "t.since > $2 ORDER BY t.since, t.customer_id"),
    ("invoice", "t.created_at > $2 ORDER BY t.created_at, t.id"),
    (
        "label",
        "t.id IN (SELECT s.id FROM subscription s WHERE s.company_id = $1
        AND s.created_at > $2) ORDER BY t.id, t.kind, t.label",
    ),
    (
        "label",
        "t.id IN (SELECT s.id FROM invoice s WHERE s.company_id = $1
        AND s.created_at > $2) ORDER BY t.id, t.kind, t.label",
    ),
    (
        "search",
        "t.kind = 'subscription' AND t.id IN (SELECT s.id FROM subscription s
        WHERE s.company_id = $1 AND s.created_at > $2) ORDER BY t.id",
    ),
    ("fact", "t.created_at > $2 ORDER BY t.id"),
    ("idempotency", "t.created_at > $2 ORDER BY t.created_at, t.idempotency_key"),
];

/// What creates wrote, table by table, in the order of their making.
pub struct Written(Vec<Rows>);

impl Written {
    /// Everything behind an instant. Counters and what changes of customers are left out, in favour
    /// of the limit.
    pub fn behind(raw: &mut Raw, company: &CompanyId, at: i64) -> Outcome<Written> {
        let mut parts = Vec::new();
        for (table, condition) in ADDED {
            let columns = raw.columns(table)?;
            let list: Vec<String> = columns.iter().map(|name| format!("t.{name}")).collect();
            let list = list.join(", ");
            let sql =
                format!("SELECT {list} FROM {table} t WHERE t.company_id = $1 AND {condition}");
            let rows = raw.rows(&sql, &[company.into(), at.into()])?;
            if *table == "search" && raw.is_sqlite() {
                parts.push(gram_rows(company, &rows));
            }
            parts.push(Rows { table: (*table).to_owned(), columns, keys: 0, rows });
        }
        Ok(Written(parts))
    }

    /// Writes one of two halves, in so many commits.
    pub fn replay(&self, raw: &mut Raw, half: usize, commits: usize) -> Outcome<()> {
        let begin = if raw.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        for commit in 0..commits {
            raw.run(begin, &[])?;
            for rows in &self.0 {
                raw.put(rows, rows.part(half * commits + commit, 2 * commits))?;
            }
            raw.run("COMMIT", &[])?;
        }
        Ok(())
    }

    /// How many rows of a table.
    pub fn count(&self, table: &str) -> usize {
        self.0.iter().filter(|rows| rows.table == table).map(|rows| rows.rows.len()).sum()
    }

    /// A table whose rows are others, or which has none.
    pub fn differing(&self, other: &Written) -> Option<&str> {
        let mut pairs = self.0.iter().zip(&other.0);
        let differs = pairs.find(|(rows, other)| rows.rows != other.rows || rows.rows.is_empty());
        differs.map(|(rows, _)| rows.table.as_str())
    }
}

/// The index of grams keeps no content: its rows are made again from the texts.
fn gram_rows(company: &CompanyId, rows: &[Vec<Value>]) -> Rows {
    let row = |row: &Vec<Value>| {
        let text = match row.get(4) {
            Some(Value::Text(text)) => text.as_str(),
            _ => "",
        };
        vec![row[0].clone(), words(&grams(company, "subscription", text)).into()]
    };
    Rows {
        table: "search_grams".to_owned(),
        columns: ["rowid", "grams"].map(str::to_owned).into(),
        keys: 0,
        rows: rows.iter().map(row).collect(),
    }
}
