//! Many rows into a table at once, as fast as the engine takes them: a prepared statement in a loop
//! on SQLite; COPY and arrays on PostgreSQL.

use std::io::Write as _;

use postgres::types::ToSql;
use store::Value;

use super::{Cells, Raw};
use crate::outcome::{Outcome, broken};

/// Fewer than this are not worth a COPY.
const FEW: usize = 16;

/// Rows of the same columns on their way into one table.
pub struct Rows {
    pub table: String,
    /// Those by which a row is found come first.
    pub columns: Vec<String>,
    /// How many of them those are; none where rows are new.
    pub keys: usize,
    pub rows: Vec<Cells>,
}

impl Rows {
    /// A part of them.
    pub fn part(&self, part: usize, of: usize) -> &[Cells] {
        let place = |part: usize| self.rows.len() * part / of;
        &self.rows[place(part)..place(part + 1)]
    }
}

impl Raw {
    pub fn put(&mut self, known: &Rows, rows: &[Cells]) -> Outcome<()> {
        if rows.is_empty() {
            return Ok(());
        }
        match (self.is_sqlite(), known.keys) {
            (true, 0) => self.each(&insert(known), rows),
            (true, _) => self.each(&update(known), rows),
            (false, 0) if rows.len() < FEW => self.one_by_one(known, rows),
            (false, 0) => self.copy(known, rows),
            (false, _) => self.update_all(known, rows),
        }
    }

    fn each(&mut self, sql: &str, rows: &[Cells]) -> Outcome<()> {
        let Raw::Sqlite(connection) = self else { return Err(broken("not SQLite")) };
        let mut prepared = connection.prepare_cached(sql)?;
        for row in rows {
            prepared.execute(rusqlite::params_from_iter(row))?;
        }
        Ok(())
    }

    fn one_by_one(&mut self, known: &Rows, rows: &[Cells]) -> Outcome<()> {
        let sql = insert(known).replace('?', "$");
        rows.iter().try_for_each(|row| self.run(&sql, row))
    }

    fn copy(&mut self, known: &Rows, rows: &[Cells]) -> Outcome<()> {
        let Raw::Postgres(client, _) = self else { return Err(broken("not PostgreSQL")) };
        let into = format!("COPY {} ({}) FROM STDIN", known.table, known.columns.join(", "));
        let mut writer = client.copy_in(&into)?;
        let mut line = String::new();
        for row in rows {
            line.clear();
            for (at, value) in row.iter().enumerate() {
                line.push_str(if at > 0 { "\t" } else { "" });
                cell(value, &mut line)?;
            }
            line.push('\n');
            writer.write_all(line.as_bytes())?;
        }
        writer.finish()?;
        Ok(())
    }

    fn update_all(&mut self, known: &Rows, rows: &[Cells]) -> Outcome<()> {
        let mut columns: Vec<Box<dyn ToSql + Sync>> = Vec::new();
        let mut kinds = Vec::new();
        for place in 0..known.columns.len() {
            let cells = || rows.iter().filter_map(|row| row.get(place));
            if cells().any(|cell| matches!(cell, Value::Text(_))) {
                kinds.push("text[]");
                columns.push(Box::new(cells().map(text).collect::<Vec<_>>()));
            } else {
                kinds.push("bigint[]");
                columns.push(Box::new(cells().map(int).collect::<Vec<_>>()));
            }
        }
        let sql = update_from(known, &kinds);
        let Raw::Postgres(client, prepared) = self else { return Err(broken("not PostgreSQL")) };
        let statement = super::known(client, prepared, &sql)?;
        let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(AsRef::as_ref).collect();
        client.execute(&statement, &columns)?;
        Ok(())
    }
}

fn insert(rows: &Rows) -> String {
    let places: Vec<String> = (1..=rows.columns.len()).map(|n| format!("?{n}")).collect();
    let (columns, places) = (rows.columns.join(", "), places.join(", "));
    format!("INSERT INTO {} ({columns}) VALUES ({places})", rows.table)
}

fn update(rows: &Rows) -> String {
    let equals = |(n, column): (usize, &String)| format!("{column} = ?{}", n + 1);
    let all: Vec<String> = rows.columns.iter().enumerate().map(equals).collect();
    let (keys, sets) = all.split_at(rows.keys);
    format!("UPDATE {} SET {} WHERE {}", rows.table, sets.join(", "), keys.join(" AND "))
}

fn update_from(rows: &Rows, kinds: &[&str]) -> String {
    let arrays: Vec<String> =
        kinds.iter().enumerate().map(|(n, kind)| format!("${}::{kind}", n + 1)).collect();
    let (keys, sets) = rows.columns.split_at(rows.keys);
    let sets: Vec<String> = sets.iter().map(|name| format!("{name} = r.{name}")).collect();
    let keys: Vec<String> = keys.iter().map(|name| format!("t.{name} = r.{name}")).collect();
    format!(
        "UPDATE {} AS t SET {} FROM unnest({}) AS r({}) WHERE {}",
        rows.table,
        sets.join(", "),
        arrays.join(", "),
        rows.columns.join(", "),
        keys.join(" AND ")
    )
}

fn cell(value: &Value, line: &mut String) -> Outcome<()> {
    use rusqlite::types::ValueRef;
    match value {
        Value::Null => crate::seed::cell(ValueRef::Null, line),
        Value::Int(number) => crate::seed::cell(ValueRef::Integer(*number), line),
        Value::Text(text) => crate::seed::cell(ValueRef::Text(text.as_bytes()), line),
        Value::Ints(list) => {
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            line.push_str(&format!("{{{}}}", list.join(",")));
            Ok(())
        }
        Value::Texts(_) => Err(broken("a list of texts is no cell")),
    }
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn int(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}
