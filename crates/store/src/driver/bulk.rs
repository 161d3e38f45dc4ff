//! Many rows of a company through one statement: `{rows text, int, …}` in its text is a table of
//! them under the name `r`. A row begins with its company, which is the value `$1` for all of them;
//! what follows are the columns `c2`, `c3` and so on.
//!
//! PostgreSQL gets each column as an array, a thousand rows at a time, and plain values where
//! there is one row. SQLite, which has no round trips to save, runs a plain statement over one row
//! for each of them: one that cannot fail half way needs no journal of its own.

use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use crate::{Error, Result, Statement, Value};

/// How many rows PostgreSQL gets at once.
pub(crate) const CHUNK: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int,
}

impl Kind {
    /// What it is called in `{rows …}`.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Int => "int",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Int => "bigint",
        }
    }
}

/// The kinds in a leading `{rows …}`, and the length of it all.
pub(crate) fn rows_parameter(rest: &str) -> Option<(Vec<Kind>, usize)> {
    let inner = rest.strip_prefix("{rows ")?;
    let close = inner.find('}')?;
    let kinds = inner[..close].split(',').map(|kind| match kind.trim() {
        "text" => Some(Kind::Text),
        "int" => Some(Kind::Int),
        _ => None,
    });
    Some((kinds.collect::<Option<Vec<Kind>>>()?, rest.len() - inner.len() + close + 1))
}

/// An insert or update of many rows as SQLite runs it for one: values instead of a table.
pub(crate) fn for_one_row(sql: &str) -> Option<String> {
    let at = sql.find("{rows ")?;
    let (_, used) = rows_parameter(&sql[at..])?;
    let (head, rest) = (sql[..at].trim_end().strip_suffix("FROM")?, &sql[at + used..]);
    if head.starts_with("UPDATE") {
        return Some(numbered(&format!("{head}{}", rest.trim_start())));
    }
    let (into, list) = head.strip_prefix("INSERT").and_then(|text| text.split_once("SELECT "))?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("WHERE true").unwrap_or(rest);
    (!rest.contains("WHERE")).then(|| {
        format!("INSERT{into}VALUES ({}) {}", numbered(list.trim_end()), rest.trim_start())
    })
}

/// Columns of the table of rows as numbered parameters.
fn numbered(sql: &str) -> String {
    let mut text = String::with_capacity(sql.len());
    for word in sql.split_inclusive(|c: char| !is_of_name(c)) {
        let name = word.trim_end_matches(|c: char| !is_of_name(c));
        let known = name.strip_prefix("r.").unwrap_or(name);
        match known.strip_prefix('c').filter(|n| n.parse::<u16>().is_ok()) {
            Some(number) => text.push_str(&format!("?{number}{}", &word[name.len()..])),
            None => text.push_str(word),
        }
    }
    text
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

/// The table of rows as SQLite spells it where it is not an insert or update: one row.
pub(crate) fn sqlite_table(kinds: &[Kind]) -> String {
    let columns = numbers(kinds).map(|(n, _)| format!("?{n} AS c{n}"));
    format!("(SELECT {}) AS r", columns.collect::<Vec<_>>().join(", "))
}

/// The table of rows as PostgreSQL spells it.
pub(crate) fn postgres_table(kinds: &[Kind]) -> String {
    let arrays = numbers(kinds).map(|(n, kind)| format!("${n}::{}[]", kind.name()));
    let names = numbers(kinds).map(|(n, _)| format!("c{n}"));
    format!(
        "unnest({}) AS r({})",
        arrays.collect::<Vec<_>>().join(", "),
        names.collect::<Vec<_>>().join(", ")
    )
}

/// The same where it has one row.
pub(crate) fn postgres_row(kinds: &[Kind]) -> String {
    let columns = numbers(kinds).map(|(n, kind)| format!("${n}::{} AS c{n}", kind.name()));
    format!("(SELECT {}) AS r", columns.collect::<Vec<_>>().join(", "))
}

/// The columns with the numbers of their parameters: the first parameter is the company.
fn numbers(kinds: &[Kind]) -> impl Iterator<Item = (usize, Kind)> {
    (2..).zip(kinds.iter().copied())
}

/// One parameter of many rows: their company, or a column.
#[derive(Debug)]
pub(crate) enum Column<'a> {
    Company(&'a str),
    Texts(Vec<Option<&'a str>>),
    Ints(Vec<Option<i64>>),
}

impl ToSql for Column<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Column::Company(id) => id.to_sql(kind, out),
            Column::Texts(list) => list.to_sql(kind, out),
            Column::Ints(list) => list.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::TEXT | Type::TEXT_ARRAY | Type::INT8_ARRAY)
    }

    to_sql_checked!();
}

/// Rows turned into columns; a row of another shape than the statement's, or of another company
/// than the first, is a fault of ours.
pub(crate) fn columns<'a, R, C>(
    statement: &Statement<R, C>,
    rows: &'a [Vec<Value>],
) -> Result<Vec<Column<'a>>> {
    let wrong = || Error::Broken(format!("rows of another shape for {}", statement.name));
    let at = statement.sql.find("{rows ").ok_or_else(wrong)?;
    let (kinds, _) = rows_parameter(&statement.sql[at..]).ok_or_else(wrong)?;
    let Some(Value::Text(company)) = rows.first().and_then(|row| row.first()) else {
        return Err(wrong());
    };
    let fits = |row: &Vec<Value>| {
        row.len() == kinds.len() + 1
            && matches!(row.first(), Some(Value::Text(id)) if id == company)
    };
    if !rows.iter().all(fits) {
        return Err(wrong());
    }
    let column = |(place, kind): (usize, &Kind)| {
        let cells = rows.iter().map(|row| row.get(place).unwrap_or(&Value::Null));
        match kind {
            Kind::Text => cells.map(text).collect::<Option<_>>().map(Column::Texts),
            Kind::Int => cells.map(int).collect::<Option<_>>().map(Column::Ints),
        }
    };
    let columns = (1..).zip(&kinds).map(column);
    let all = std::iter::once(Some(Column::Company(company))).chain(columns);
    all.collect::<Option<_>>().ok_or_else(wrong)
}

/// The same of rows that have their companies among their columns.
pub(crate) fn plain_columns<'a>(
    kinds: impl Iterator<Item = Kind>,
    rows: &'a [Vec<Value>],
) -> Result<Vec<Column<'a>>> {
    let column = |(place, kind): (usize, Kind)| {
        let cells = rows.iter().map(|row| row.get(place).unwrap_or(&Value::Null));
        match kind {
            Kind::Text => cells.map(text).collect::<Option<_>>().map(Column::Texts),
            Kind::Int => cells.map(int).collect::<Option<_>>().map(Column::Ints),
        }
    };
    let columns = (0..).zip(kinds).map(column).collect::<Option<_>>();
    columns.ok_or_else(|| Error::Broken("a value of another kind than its column".to_owned()))
}

fn text(value: &Value) -> Option<Option<&str>> {
    match value {
        Value::Null => Some(None),
        Value::Text(text) => Some(Some(text)),
        _ => None,
    }
}

fn int(value: &Value) -> Option<Option<i64>> {
    match value {
        Value::Null => Some(None),
        Value::Int(number) => Some(Some(*number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, columns, for_one_row, postgres_table, rows_parameter, sqlite_table};
    use crate::{Statement, Value};

    #[test]
    fn a_table_of_rows_in_two_spellings() {
        let (kinds, used) = rows_parameter("{rows text, int} WHERE").unwrap_or_default();
        assert_eq!((kinds.as_slice(), used), (&[Kind::Text, Kind::Int][..], 16));
        assert_eq!(sqlite_table(&kinds), "(SELECT ?2 AS c2, ?3 AS c3) AS r");
        assert_eq!(postgres_table(&kinds), "unnest($2::text[], $3::bigint[]) AS r(c2, c3)");
        assert_eq!(rows_parameter("{rows float}"), None);
    }

    #[test]
    fn one_row_needs_no_table() {
        let one = |sql| for_one_row(sql).unwrap_or_default();
        let plain = "INSERT INTO t (a, b, v) SELECT $1, c2, 1 FROM {rows int}";
        assert_eq!(one(plain), "INSERT INTO t (a, b, v) VALUES ($1, ?2, 1) ");
        let again =
            "INSERT INTO t (a) SELECT c2 FROM {rows text} WHERE true ON CONFLICT DO NOTHING";
        assert_eq!(one(again), "INSERT INTO t (a) VALUES (?2) ON CONFLICT DO NOTHING");
        let update =
            "UPDATE t AS t SET c1x = coalesce(r.c12, t.c1x) FROM {rows text} WHERE a = r.c2";
        assert_eq!(one(update), "UPDATE t AS t SET c1x = coalesce(?12, t.c1x) WHERE a = ?2");
        let chosen = "INSERT INTO t (a) SELECT c2 FROM {rows text} WHERE c2 > 'a'";
        assert_eq!(for_one_row(chosen), None);
        assert_eq!(for_one_row("SELECT r.c2 FROM {rows text} WHERE true"), None);
    }

    #[test]
    fn rows_of_another_shape_are_refused() {
        let statement: Statement = Statement::new("s", "SELECT c2 FROM {rows text, int}");
        let row = |company: &str, text: Value, number: Value| vec![company.into(), text, number];
        let good = row("c", Value::Null, 1.into());
        let other = row("c", "a".into(), Value::Null);
        assert!(columns(&statement, &[good.clone(), other]).is_ok());
        let elsewhere = row("d", "a".into(), 1.into());
        let mixed = row("c", 1.into(), 1.into());
        for bad in [vec!["c".into(), Value::Null], mixed, elsewhere] {
            assert!(columns(&statement, &[good.clone(), bad]).is_err());
        }
    }
}
