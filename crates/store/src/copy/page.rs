//! A part of a table: so much that memory stays small, whatever its rows hold.

use super::table::Table;
use crate::driver::dialect::Engine;
use crate::driver::row::Cells;
use crate::{Result, Tx, Value};

/// So many rows are read together.
const MOST_ROWS: usize = 1_000;
/// About so much text is held at once.
const BYTES: usize = 4 << 20;

/// Rows in the order of the key.
#[derive(Default)]
pub(super) struct Page {
    pub(super) rows: Vec<Vec<Value>>,
    /// How many the next one may have.
    next: usize,
}

/// The rows behind a page; none where it was the last.
pub(super) fn read_page(
    tx: &mut Tx<'_>,
    table: &Table,
    before: Option<&Page>,
) -> Result<Option<Page>> {
    let last = before.and_then(|page| page.rows.last());
    let limit = before.map_or(MOST_ROWS / 10, |page| page.next);
    let values = last.map(|row| key_of(table, row)).unwrap_or_default();
    let cells = tx.rows_text::<Cells>(&text(table, last.is_some(), limit), &values)?;
    let rows: Vec<Vec<Value>> = cells.into_iter().map(|cells| cells.0).collect();
    let next = next_limit(&rows);
    Ok((!rows.is_empty()).then_some(Page { rows, next }))
}

/// As many as are about the size of a page, by those that were read last. One of few numbers, so
/// that few texts are prepared.
fn next_limit(rows: &[Vec<Value>]) -> usize {
    let length = |value: &Value| match value {
        Value::Text(text) => text.len() + 32,
        _ => 32,
    };
    let bytes: usize = rows.iter().flatten().map(length).sum();
    let each = bytes / rows.len().max(1);
    let fitting = (BYTES / each.max(1)).clamp(1, MOST_ROWS);
    [MOST_ROWS, 300, 100, 30, 10, 3].into_iter().find(|most| *most <= fitting).unwrap_or(1)
}

fn key_of(table: &Table, row: &[Value]) -> Vec<Value> {
    let place = |name: &String| table.columns.iter().position(|column| column.name == *name);
    let places = table.key.iter().filter_map(place);
    places.filter_map(|place| row.get(place).cloned()).collect()
}

fn text(table: &Table, goes_on: bool, limit: usize) -> String {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let (names, key, name) = (names.join(", "), table.key.join(", "), &table.name);
    let places: Vec<String> = (1..=table.key.len()).map(|place| format!("${place}")).collect();
    let behind = match goes_on {
        true => format!(" WHERE ({key}) > ({})", places.join(", ")),
        false => String::new(),
    };
    format!("SELECT {names} FROM {name}{behind} ORDER BY {key} LIMIT {limit}")
}

/// A read that lasts for hours is nobody's mistake.
pub(super) fn take_time(tx: &mut Tx<'_>) -> Result<()> {
    tx.take_time()?;
    match tx.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => tx.script("SET LOCAL idle_in_transaction_session_timeout = 0"),
    }
}

/// Each page begins where the one before ended, so only an index will do.
pub(super) fn go_by_keys(tx: &mut Tx<'_>) -> Result<()> {
    match tx.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => {
            let names = ["enable_seqscan", "enable_bitmapscan", "enable_sort"];
            tx.script(&names.map(|name| format!("SET LOCAL {name} = off")).join("; "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::next_limit;
    use crate::Value;

    #[test]
    fn a_page_of_long_rows_is_short() {
        let rows = |length: usize| vec![vec![Value::Text("x".repeat(length)), Value::Int(1)]; 10];
        assert_eq!(next_limit(&rows(10)), 1_000);
        assert_eq!(next_limit(&rows(10_000)), 300);
        assert_eq!(next_limit(&rows(1 << 20)), 3);
        assert_eq!(next_limit(&rows(8 << 20)), 1);
        assert_eq!(next_limit(&[]), 1_000);
    }
}
