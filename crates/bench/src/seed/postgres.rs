//! Copies a seeded SQLite file into PostgreSQL, row by row the same.

use std::io::Write as _;

use engine::Location;
use postgres::{Client, NoTls};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use store::Store;

use crate::clock;
use crate::outcome::{Outcome, broken};
use crate::raw::grams;

pub fn copy(from: &str, to: &str) -> Outcome<()> {
    let start = clock::now();
    Store::open(&Location::parse(to)?)?.stop();
    let source = Connection::open(from.strip_prefix("sqlite:").unwrap_or(from))?;
    let mut target = Client::connect(to, NoTls)?;
    target.batch_execute("SET maintenance_work_mem = '1GB'")?;
    let indexes = target.query(
        "SELECT indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
             AND indexname NOT IN (SELECT conname FROM pg_constraint)",
        &[],
    )?;
    let tables = target.query(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'
             AND tablename <> 'schema_version' ORDER BY 1",
        &[],
    )?;
    for row in &indexes {
        target.batch_execute(&format!("DROP INDEX {}", row.get::<_, String>(0)))?;
    }
    for table in &tables {
        let table: String = table.get(0);
        let any = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if !source.query_row(&any, [], |row| row.get(0))? {
            continue;
        }
        copy_table(&source, &mut target, &table)?;
        eprintln!("  copied {table} after {} s", start.elapsed().as_secs());
    }
    for row in &indexes {
        target.batch_execute(&row.get::<_, String>(1))?;
    }
    target.batch_execute("VACUUM ANALYZE")?;
    eprintln!("  indexed after {} s", start.elapsed().as_secs());
    Ok(())
}

fn copy_table(source: &Connection, target: &mut Client, table: &str) -> Outcome<()> {
    let sql = "SELECT name FROM pragma_table_info(?1) WHERE name <> 'row_number' ORDER BY cid";
    let mut names = source.prepare(sql)?;
    let names = names.query_map([table], |row| row.get(0))?;
    let columns = names.collect::<Result<Vec<String>, _>>()?;
    let list = columns.join(", ");
    let searched = table == "search";
    let more = if searched { ", grams" } else { "" };
    let mut writer = target.copy_in(&format!("COPY {table} ({list}{more}) FROM STDIN"))?;
    let mut select = source.prepare(&format!("SELECT {list} FROM {table}"))?;
    let mut rows = select.query([])?;
    let mut line = String::new();
    while let Some(row) = rows.next()? {
        line.clear();
        for at in 0..columns.len() {
            if at > 0 {
                line.push('\t');
            }
            cell(row.get_ref(at)?, &mut line)?;
        }
        if searched {
            line.push('\t');
            line.push_str(&gram_list(row)?);
        }
        line.push('\n');
        writer.write_all(line.as_bytes())?;
    }
    writer.finish()?;
    Ok(())
}

/// As COPY reads a value.
pub fn cell(value: ValueRef<'_>, line: &mut String) -> Outcome<()> {
    match value {
        ValueRef::Null => line.push_str("\\N"),
        ValueRef::Integer(number) => line.push_str(&number.to_string()),
        ValueRef::Text(text) => {
            for character in std::str::from_utf8(text)?.chars() {
                match character {
                    '\\' => line.push_str("\\\\"),
                    '\n' => line.push_str("\\n"),
                    '\t' => line.push_str("\\t"),
                    '\r' => line.push_str("\\r"),
                    other => line.push(other),
                }
            }
        }
        other => return Err(broken(format!("a column of type {:?}", other.data_type()))),
    }
    Ok(())
}

fn gram_list(row: &rusqlite::Row<'_>) -> Outcome<String> {
    let text = |name: &str| row.get::<_, String>(name);
    let all = grams(&text("company_id")?, &text("kind")?, &text("text")?);
    let list: Vec<String> = all.iter().map(ToString::to_string).collect();
    Ok(format!("{{{}}}", list.join(",")))
}
