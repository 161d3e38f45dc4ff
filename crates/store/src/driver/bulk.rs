//! Many rows through one statement: `{rows text, int, …}` in its text is a table of them, with the
//! columns `c1`, `c2` and so on, under the name `r`.
//!
//! PostgreSQL gets each column as an array, a thousand rows at a time. SQLite, which has no
//! round trips to save, runs its one prepared statement for each row.

use postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use crate::{Error, Statement, Value};

/// How many rows PostgreSQL gets at once.
pub(crate) const CHUNK: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int,
}

impl Kind {
    fn array(self) -> &'static str {
        match self {
            Kind::Text => "text[]",
            Kind::Int => "bigint[]",
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

/// The table of rows as SQLite spells it: one row.
pub(crate) fn sqlite_table(kinds: &[Kind]) -> String {
    let columns: Vec<String> = (1..=kinds.len()).map(|n| format!("?{n} AS c{n}")).collect();
    format!("(SELECT {}) AS r", columns.join(", "))
}

/// The table of rows as PostgreSQL spells it.
pub(crate) fn postgres_table(kinds: &[Kind]) -> String {
    let arrays = kinds.iter().enumerate().map(|(i, kind)| format!("${}::{}", i + 1, kind.array()));
    let names = (1..=kinds.len()).map(|n| format!("c{n}"));
    format!(
        "unnest({}) AS r({})",
        arrays.collect::<Vec<_>>().join(", "),
        names.collect::<Vec<_>>().join(", ")
    )
}

/// One column of many rows.
#[derive(Debug)]
pub(crate) enum Column<'a> {
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
            Column::Texts(list) => list.to_sql(kind, out),
            Column::Ints(list) => list.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::TEXT_ARRAY | Type::INT8_ARRAY)
    }

    to_sql_checked!();
}

/// Rows turned into columns; a row of another shape than the statement's is a fault of ours.
pub(crate) fn columns<'a>(
    statement: &Statement,
    rows: &'a [Vec<Value>],
) -> Result<Vec<Column<'a>>, Error> {
    let wrong = || Error::Broken(format!("rows of another shape for {}", statement.name));
    let at = statement.sql.find("{rows ").ok_or_else(wrong)?;
    let (kinds, _) = rows_parameter(&statement.sql[at..]).ok_or_else(wrong)?;
    if rows.iter().any(|row| row.len() != kinds.len()) {
        return Err(wrong());
    }
    let column = |(place, kind): (usize, &Kind)| {
        let cells = rows.iter().map(|row| row.get(place).unwrap_or(&Value::Null));
        match kind {
            Kind::Text => cells.map(text).collect::<Option<_>>().map(Column::Texts),
            Kind::Int => cells.map(int).collect::<Option<_>>().map(Column::Ints),
        }
    };
    kinds.iter().enumerate().map(column).collect::<Option<_>>().ok_or_else(wrong)
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
    use super::{Kind, columns, postgres_table, rows_parameter, sqlite_table};
    use crate::{Statement, Value};

    #[test]
    fn a_table_of_rows_in_two_spellings() {
        let (kinds, used) = rows_parameter("{rows text, int} WHERE").unwrap_or_default();
        assert_eq!((kinds.as_slice(), used), (&[Kind::Text, Kind::Int][..], 16));
        assert_eq!(sqlite_table(&kinds), "(SELECT ?1 AS c1, ?2 AS c2) AS r");
        assert_eq!(postgres_table(&kinds), "unnest($1::text[], $2::bigint[]) AS r(c1, c2)");
        assert_eq!(rows_parameter("{rows float}"), None);
    }

    #[test]
    fn rows_of_another_shape_are_refused() {
        let statement = Statement { name: "s", sql: "SELECT c1 FROM {rows text, int}" };
        let good = [vec![Value::Null, 1.into()], vec!["a".into(), Value::Null]];
        assert!(columns(&statement, &good).is_ok());
        for bad in [vec![Value::Null], vec![1.into(), 1.into()]] {
            assert!(columns(&statement, &[bad]).is_err());
        }
    }
}
