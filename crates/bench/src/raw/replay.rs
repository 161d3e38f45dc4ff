//! The rows that a create wrote, read back and written again by plain inserts.

use std::collections::HashMap;

use records::CompanyId;
use store::Value;

use super::{Cells, Raw, grams, words};
use crate::outcome::{Outcome, broken};

/// Where a create leaves rows, and by which column they name their customer or their key.
const TABLES: &[(&str, &str)] = &[
    ("customer", "id"),
    ("label", "id"),
    ("search", "id"),
    ("fact", "object_id"),
    ("idempotency", "idempotency_key"),
];

/// Everything that one create wrote: insert statements with their values.
pub type Created = Vec<(String, Cells)>;

/// What was written for these customers and their keys, in their order. Each table is read once,
/// over the range of all ids or keys: labels are not indexed by id.
pub fn created(
    raw: &mut Raw,
    company: &CompanyId,
    pairs: &[(String, String)],
) -> Outcome<Vec<Created>> {
    let mut tables = Vec::new();
    for (table, column) in TABLES {
        let keyed = *table == "idempotency";
        let names: Vec<&String> =
            pairs.iter().map(|(id, key)| if keyed { key } else { id }).collect();
        let reader = Reader::new(raw, table, column)?;
        tables.push((keyed, reader.read(raw, company, &names)?));
    }
    let mut all = Vec::with_capacity(pairs.len());
    for (id, key) in pairs {
        let mut one = Created::new();
        for (keyed, rows) in &mut tables {
            one.extend(rows.remove(if *keyed { key } else { id }).unwrap_or_default());
        }
        if raw.is_sqlite() {
            one.push(gram_row(company, &one)?);
        }
        all.push(one);
    }
    Ok(all)
}

struct Reader {
    select: String,
    insert: String,
    /// Which column names the customer or the key.
    by: usize,
}

impl Reader {
    fn new(raw: &mut Raw, table: &str, by: &str) -> Outcome<Reader> {
        let columns = raw.columns(table)?;
        let places: Vec<String> = (1..=columns.len()).map(|n| format!("${n}")).collect();
        let kind = columns.iter().any(|name| name == "kind");
        let kind = if kind { " AND kind = 'customer'" } else { "" };
        let (list, places) = (columns.join(", "), places.join(", "));
        let range = format!("company_id = $1{kind} AND {by} >= $2 AND {by} <= $3");
        Ok(Reader {
            select: format!("SELECT {list} FROM {table} WHERE {range}"),
            insert: format!("INSERT INTO {table} ({list}) VALUES ({places})"),
            by: columns.iter().position(|name| name == by).unwrap_or(0),
        })
    }

    fn read(
        &self,
        raw: &mut Raw,
        company: &CompanyId,
        names: &[&String],
    ) -> Outcome<HashMap<String, Created>> {
        let (Some(first), Some(last)) = (names.iter().min(), names.iter().max()) else {
            return Ok(HashMap::new());
        };
        let mut found: HashMap<String, Created> = HashMap::new();
        for row in raw.rows(&self.select, &[company.into(), (*first).into(), (*last).into()])? {
            let name = text(&row[self.by]);
            found.entry(name).or_default().push((self.insert.clone(), row));
        }
        Ok(found)
    }
}

/// The index of grams keeps no content: its row is made again from the text.
fn gram_row(company: &CompanyId, one: &Created) -> Outcome<(String, Cells)> {
    let found = one.iter().find(|(insert, _)| insert.starts_with("INSERT INTO search "));
    let (_, row) = found.ok_or_else(|| broken("a customer without search text"))?;
    let grams = words(&grams(company, "customer", &text(&row[4])));
    let insert = "INSERT INTO search_grams (rowid, grams) VALUES ($1, $2)".to_owned();
    Ok((insert, vec![row[0].clone(), grams.into()]))
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// Writes rows again, so many creates a commit.
pub fn replay(raw: &mut Raw, all: &[Created], batch: usize) -> Outcome<()> {
    let begin = if raw.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
    for group in all.chunks(batch) {
        raw.run(begin, &[])?;
        for (insert, values) in group.iter().flatten() {
            raw.run(insert, values)?;
        }
        raw.run("COMMIT", &[])?;
    }
    Ok(())
}

/// Whether two databases hold the same rows of the same creates.
pub fn same(one: &[Created], other: &[Created]) -> bool {
    let count = |all: &[Created]| {
        let mut rows: HashMap<String, usize> = HashMap::new();
        for (insert, values) in all.iter().flatten() {
            *rows.entry(format!("{insert} {values:?}")).or_default() += 1;
        }
        rows
    };
    !one.is_empty() && count(one) == count(other)
}
