//! The tables of a database, read off the database itself.

use crate::driver::bulk::Kind;
use crate::driver::dialect::Engine;
use crate::{Error, Result, Tx};

/// What is not copied, since every database has its own: its version.
const VERSION: &str = "schema_version";

/// What texts are searched by. Their index is made anew, as each engine has it.
pub(super) const SEARCH: &str = "search";

/// Columns that one engine has and the other does without.
const OF_ONE_ENGINE: [(&str, &str); 3] =
    [(SEARCH, "row_number"), (SEARCH, "grams"), ("fact", "written_at")];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// By which it is read.
    pub(super) key: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// Names of tables and columns, types, and places in the primary key, from 1 on.
const OF_SQLITE: &str = "SELECT l.name, c.name, c.type, c.pk
    FROM pragma_table_list l, pragma_table_info(l.name) c
    WHERE l.schema = 'main' AND l.type = 'table' AND substr(l.name, 1, 7) <> 'sqlite_'
    ORDER BY l.name, c.cid";
const OF_POSTGRES: &str = "SELECT t.relname::text, a.attname::text,
        format_type(a.atttypid, NULL)::text,
        coalesce((SELECT k.place FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k (n, place)
            WHERE i.indrelid = t.oid AND i.indisprimary AND k.n = a.attnum), 0)
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname = current_schema() AND t.relkind = 'r'
    ORDER BY t.relname COLLATE \"C\", a.attnum";

/// Every table that holds something, with the columns that are copied.
pub(super) fn tables_of(tx: &mut Tx<'_>) -> Result<Vec<Table>> {
    let sql = match tx.engine() {
        Engine::Sqlite => OF_SQLITE,
        Engine::Postgres => OF_POSTGRES,
    };
    let mut tables: Vec<Table> = Vec::new();
    let mut keys: Vec<Vec<(i64, String)>> = Vec::new();
    for row in tx.rows_text::<(String, String, String, i64)>(sql, &[])? {
        let (table, name, kind, place) = row;
        if table == VERSION {
            continue;
        }
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Table { name: table.clone(), columns: Vec::new(), key: Vec::new() });
            keys.push(Vec::new());
        }
        let (Some(last), Some(key)) = (tables.last_mut(), keys.last_mut()) else { continue };
        if place > 0 {
            key.push((place, name.clone()));
        }
        if table != SEARCH || !is_of_one_engine(&table, &name) {
            let kind = kind_of(&kind).ok_or_else(|| unknown(&table, &name, &kind))?;
            last.columns.push(Column { name, kind });
        }
    }
    for (table, mut key) in tables.iter_mut().zip(keys) {
        key.sort();
        table.key = match table.name.as_str() {
            SEARCH => ["company_id", "kind", "id"].map(str::to_owned).to_vec(),
            _ => key.into_iter().map(|(_, name)| name).collect(),
        };
        if table.key.is_empty() {
            let sentence = format!("the table {} has no primary key to copy it by", table.name);
            return Err(Error::Broken(sentence));
        }
    }
    Ok(tables)
}

fn is_of_one_engine(table: &str, column: &str) -> bool {
    OF_ONE_ENGINE.contains(&(table, column))
}

fn kind_of(name: &str) -> Option<Kind> {
    match name.to_ascii_lowercase().as_str() {
        "text" => Some(Kind::Text),
        "bigint" => Some(Kind::Int),
        _ => None,
    }
}

fn unknown(table: &str, column: &str, kind: &str) -> Error {
    Error::Broken(format!("{table}.{column} is {kind}, which no copy knows how to carry over"))
}

/// The tables of a source with the columns that its target has as well. Anything else that one of
/// them has and the other lacks is a fault of ours.
pub(super) fn shared(from: Vec<Table>, to: &[Table]) -> Result<Vec<Table>> {
    let lacks = |what: String| {
        let sentence = format!("only one of the two databases has {what}: use the newest program");
        Error::Refused(sentence)
    };
    for table in to {
        if !from.iter().any(|known| known.name == table.name) {
            return Err(lacks(table.name.clone()));
        }
    }
    let mut all = Vec::new();
    for mut table in from {
        let Some(other) = to.iter().find(|other| other.name == table.name) else {
            return Err(lacks(table.name));
        };
        let name = table.name.clone();
        for (one, two) in [(&table, other), (other, &table)] {
            let mut only = one.columns.iter().filter(|column| !two.columns.contains(column));
            if let Some(column) = only.find(|column| !is_of_one_engine(&name, &column.name)) {
                return Err(lacks(format!("{name}.{}", column.name)));
            }
        }
        table.columns.retain(|column| other.columns.contains(column));
        all.push(table);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{Column, Kind, Table, shared};

    fn table(name: &str, columns: &[&str]) -> Table {
        let column = |name: &&str| Column { name: (*name).to_owned(), kind: Kind::Text };
        let columns = columns.iter().map(column).collect();
        Table { name: name.to_owned(), columns, key: vec!["id".to_owned()] }
    }

    #[test]
    fn what_only_one_has_is_said() {
        let (fact, plain) = (table("fact", &["id", "written_at"]), table("fact", &["id"]));
        let both = shared(vec![fact.clone()], std::slice::from_ref(&plain)).unwrap_or_default();
        assert_eq!(both, std::slice::from_ref(&plain));
        assert_eq!(
            shared(vec![plain.clone()], std::slice::from_ref(&fact)).unwrap_or_default(),
            both
        );
        assert_eq!(
            shared(vec![fact.clone()], std::slice::from_ref(&fact)).unwrap_or_default(),
            [fact]
        );
        let told = |from: &[Table], to: &[Table]| match shared(from.to_vec(), to) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        let (one, two) = (table("t", &["id", "new"]), table("t", &["id"]));
        for (from, to) in [(&one, &two), (&two, &one)] {
            assert!(told(std::slice::from_ref(from), std::slice::from_ref(to)).contains("t.new"));
        }
        assert!(told(&[one.clone(), plain.clone()], std::slice::from_ref(&one)).contains("fact"));
        assert!(told(std::slice::from_ref(&one), &[one.clone(), plain]).contains("fact"));
    }
}
