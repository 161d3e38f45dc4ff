//! A plain connection to either engine: what the limits and the peers are measured with.

mod bulk;
mod grams;
mod replay;

use std::collections::HashMap;
use std::time::Duration;

use postgres::types::{ToSql, Type};
use postgres::{Client, NoTls};
use rusqlite::{Connection, OpenFlags, types::ValueRef};
use store::Value;

use crate::outcome::{Outcome, broken};

pub use bulk::Rows;
pub use grams::{grams, label, words};
pub use replay::{created, replay, same};

pub type Cells = Vec<Value>;

pub enum Raw {
    Sqlite(Connection),
    Postgres(Box<Client>, HashMap<String, postgres::Statement>),
}

impl Raw {
    /// A connection that writes, tuned as the server's own writer is.
    pub fn write(url: &str) -> Outcome<Raw> {
        let Some(path) = url.strip_prefix("sqlite:") else { return Raw::postgres(url) };
        let connection = Connection::open(path)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000;
             PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY;",
        )?;
        Raw::tuned(connection)
    }

    /// A connection that reads, tuned as the server's own readers are.
    pub fn read(url: &str) -> Outcome<Raw> {
        let Some(path) = url.strip_prefix("sqlite:") else { return Raw::postgres(url) };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.execute_batch("PRAGMA cache_size = -16384; PRAGMA mmap_size = 1073741824;")?;
        Raw::tuned(connection)
    }

    fn tuned(connection: Connection) -> Outcome<Raw> {
        connection.set_prepared_statement_cache_capacity(512);
        connection.busy_timeout(Duration::from_secs(20))?;
        Ok(Raw::Sqlite(connection))
    }

    fn postgres(url: &str) -> Outcome<Raw> {
        Ok(Raw::Postgres(Box::new(Client::connect(url, NoTls)?), HashMap::new()))
    }

    pub fn is_sqlite(&self) -> bool {
        matches!(self, Raw::Sqlite(_))
    }

    /// All rows of a statement written with `$1`, prepared once.
    pub fn rows(&mut self, sql: &str, values: &[Value]) -> Outcome<Vec<Cells>> {
        match self {
            Raw::Sqlite(connection) => {
                let mut prepared = connection.prepare_cached(&sql.replace('$', "?"))?;
                let columns = prepared.column_count();
                let mut rows = prepared.query(rusqlite::params_from_iter(values))?;
                let mut all = Vec::new();
                while let Some(row) = rows.next()? {
                    let cells = (0..columns).map(|column| sqlite_cell(row.get_ref(column)?));
                    all.push(cells.collect::<Outcome<Cells>>()?);
                }
                Ok(all)
            }
            Raw::Postgres(client, prepared) => {
                let statement = known(client, prepared, sql)?;
                let rows = client.query(&statement, &parameters(values))?;
                rows.iter().map(postgres_cells).collect()
            }
        }
    }

    /// The columns of a table, in order.
    pub fn columns(&mut self, table: &str) -> Outcome<Vec<String>> {
        let sql = match self.is_sqlite() {
            true => "SELECT name FROM pragma_table_info($1) ORDER BY cid",
            false => {
                "SELECT attname::text FROM pg_attribute
                 WHERE attrelid = (SELECT oid FROM pg_class WHERE relname = $1::text)
                     AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
            }
        };
        let names = self.rows(sql, &[table.into()])?.into_iter().flatten();
        let text = |cell| match cell {
            Value::Text(text) => Some(text),
            _ => None,
        };
        Ok(names.filter_map(text).collect())
    }

    pub fn run(&mut self, sql: &str, values: &[Value]) -> Outcome<()> {
        match self {
            Raw::Sqlite(connection) => {
                let mut prepared = connection.prepare_cached(&sql.replace('$', "?"))?;
                prepared.execute(rusqlite::params_from_iter(values))?;
            }
            Raw::Postgres(client, prepared) => {
                let statement = known(client, prepared, sql)?;
                client.execute(&statement, &parameters(values))?;
            }
        }
        Ok(())
    }

    pub fn script(&mut self, sql: &str) -> Outcome<()> {
        match self {
            Raw::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Raw::Postgres(client, _) => Ok(client.batch_execute(sql)?),
        }
    }
}

fn known(
    client: &mut Client,
    prepared: &mut HashMap<String, postgres::Statement>,
    sql: &str,
) -> Outcome<postgres::Statement> {
    if let Some(statement) = prepared.get(sql) {
        return Ok(statement.clone());
    }
    let statement = client.prepare(sql)?;
    prepared.insert(sql.to_owned(), statement.clone());
    Ok(statement)
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

fn sqlite_cell(cell: ValueRef<'_>) -> Outcome<Value> {
    Ok(match cell {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text)?.to_owned()),
        other => return Err(broken(format!("a column of type {:?}", other.data_type()))),
    })
}

fn postgres_cells(row: &postgres::Row) -> Outcome<Cells> {
    let cell = |(at, column): (usize, &postgres::Column)| -> Outcome<Value> {
        Ok(match *column.type_() {
            Type::INT8 => row.try_get::<_, Option<i64>>(at)?.into(),
            Type::INT4 => row.try_get::<_, Option<i32>>(at)?.map(i64::from).into(),
            Type::INT8_ARRAY => row.try_get::<_, Option<Vec<i64>>>(at)?.into(),
            _ => row.try_get::<_, Option<String>>(at)?.into(),
        })
    };
    row.columns().iter().enumerate().map(cell).collect()
}
