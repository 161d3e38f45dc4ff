//! A parameter of a statement.

use records::{Id, Moment};
use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

/// Money, time and booleans are integers on both engines; documents are text.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Text(String),
    /// A list, for `{texts $n}` in a statement.
    Texts(Vec<String>),
    /// A list of numbers, for `{ints $n}` in a statement.
    Ints(Vec<i64>),
}

impl Value {
    /// How SQLite receives it: a list is a JSON array for `json_each`.
    pub(crate) fn bind(&self) -> rusqlite::types::ToSqlOutput<'_> {
        use rusqlite::types::{ToSqlOutput, Value as Owned, ValueRef};
        let json = |text: serde_json::Value| ToSqlOutput::Owned(Owned::Text(text.to_string()));
        match self {
            Value::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Value::Int(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Texts(list) => json(serde_json::json!(list)),
            Value::Ints(list) => json(serde_json::json!(list)),
        }
    }
}

/// A value that is no list of many: a list of one is bound as what it holds.
#[derive(Debug)]
pub(crate) struct Alone<'a>(&'a Value);

impl<'a> Alone<'a> {
    /// All values, if there are lists among them and each of those has one element.
    pub(crate) fn all(values: &'a [Value]) -> Option<impl Iterator<Item = Alone<'a>>> {
        let length = |value: &Value| match value {
            Value::Texts(list) => Some(list.len()),
            Value::Ints(list) => Some(list.len()),
            _ => None,
        };
        let mut lists = values.iter().filter_map(length).peekable();
        let alone = lists.peek().is_some() && lists.all(|length| length == 1);
        alone.then(|| values.iter().map(Alone))
    }
}

impl rusqlite::ToSql for Alone<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::{ToSqlOutput, ValueRef};
        let one = match self.0 {
            Value::Texts(list) => list.first().map(|text| ValueRef::Text(text.as_bytes())),
            Value::Ints(list) => list.first().map(|number| ValueRef::Integer(*number)),
            _ => None,
        };
        Ok(one.map_or_else(|| self.0.bind(), ToSqlOutput::Borrowed))
    }
}

impl ToSql for Alone<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self.0 {
            Value::Texts(list) => list.first().to_sql(kind, out),
            Value::Ints(list) => list.first().to_sql(kind, out),
            other => other.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        <Value as ToSql>::accepts(kind)
    }

    to_sql_checked!();
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(self.bind())
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::Texts(list) => list.to_sql(kind, out),
            Value::Ints(list) => list.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::TEXT | Type::TEXT_ARRAY | Type::INT8_ARRAY)
    }

    to_sql_checked!();
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Int(i64::from(flag))
    }
}

impl From<Moment> for Value {
    fn from(at: Moment) -> Value {
        Value::Int(at.micros())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl<R> From<&Id<R>> for Value {
    fn from(id: &Id<R>) -> Value {
        Value::Text(id.to_string())
    }
}

impl<R> From<Id<R>> for Value {
    fn from(id: Id<R>) -> Value {
        Value::Text(id.into())
    }
}

impl<R> From<Vec<Id<R>>> for Value {
    fn from(ids: Vec<Id<R>>) -> Value {
        Value::Texts(ids.into_iter().map(String::from).collect())
    }
}

impl From<Vec<String>> for Value {
    fn from(list: Vec<String>) -> Value {
        Value::Texts(list)
    }
}

impl From<Vec<i64>> for Value {
    fn from(list: Vec<i64>) -> Value {
        Value::Ints(list)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(maybe: Option<T>) -> Value {
        maybe.map_or(Value::Null, Into::into)
    }
}
