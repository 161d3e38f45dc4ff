//! A row of an answer, the same on both engines. Its columns are taken one after the other, in the
//! order in which a type declares them: nobody counts positions.

use records::{Id, Moment};

use rusqlite::types::ValueRef;
use tokio_postgres::types::Type;

use crate::driver::columns::List;
use crate::{Error, Result, Value};

pub struct Row<'a> {
    source: Source<'a>,
    /// The column that is taken next.
    next: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

impl<'a> Row<'a> {
    pub(crate) fn new(source: Source<'a>) -> Row<'a> {
        Row { source, next: 0 }
    }

    /// What is read from the next columns.
    pub fn get<T: FromRow>(&mut self) -> Result<T> {
        T::read(self)
    }

    /// The value of the next column, whatever it is; none behind the last.
    fn value(&mut self) -> Result<Option<Value>> {
        let at = self.next;
        self.next += 1;
        match self.source {
            Source::Sqlite(row) if at < row.as_ref().column_count() => match row.get_ref(at)? {
                ValueRef::Null => Ok(Some(Value::Null)),
                ValueRef::Integer(number) => Ok(Some(number.into())),
                ValueRef::Text(_) => Ok(Some(row.get::<_, String>(at)?.into())),
                ValueRef::Real(_) | ValueRef::Blob(_) => Err(strange(at)),
            },
            Source::Postgres(row) if at < row.len() => match *row.columns()[at].type_() {
                Type::INT8 => Ok(Some(row.try_get::<_, Option<i64>>(at)?.into())),
                Type::TEXT => Ok(Some(row.try_get::<_, Option<String>>(at)?.into())),
                _ => Err(strange(at)),
            },
            _ => Ok(None),
        }
    }

    fn cell<T>(&mut self) -> Result<T>
    where
        T: rusqlite::types::FromSql + for<'p> tokio_postgres::types::FromSql<'p>,
    {
        let at = self.next;
        self.next += 1;
        match self.source {
            Source::Sqlite(row) => Ok(row.get(at)?),
            Source::Postgres(row) => Ok(row.try_get(at)?),
        }
    }
}

/// What is read from the next columns of a row: one value, several, or a declared row.
pub trait FromRow: Sized {
    /// What `{columns}` in a statement selects for it.
    const LIST: List = List::NONE;

    fn read(row: &mut Row<'_>) -> Result<Self>;
}

/// Values of one column, by what the engines have for them.
macro_rules! cells {
    ($($kind:ty = $stored:ty, $made:expr;)*) => {
        $(impl FromRow for $kind {
            fn read(row: &mut Row<'_>) -> Result<Self> {
                row.cell::<$stored>().map($made)
            }
        })*
    };
}

cells! {
    i64 = i64, |number| number;
    Option<i64> = Option<i64>, |number| number;
    bool = i64, |number| number != 0;
    Option<bool> = Option<i64>, |number| number.map(|number| number != 0);
    Moment = i64, Moment::from_micros;
    Option<Moment> = Option<i64>, |micros| micros.map(Moment::from_micros);
    String = String, |text| text;
    Option<String> = Option<String>, |text| text;
}

impl<R> FromRow for Id<R> {
    fn read(row: &mut Row<'_>) -> Result<Self> {
        row.cell::<String>().map(Id::from)
    }
}

impl<R> FromRow for Option<Id<R>> {
    fn read(row: &mut Row<'_>) -> Result<Self> {
        Ok(row.cell::<Option<String>>()?.map(Id::from))
    }
}

/// Several of them, one behind the other.
macro_rules! tuples {
    ($(($($part:ident),*);)*) => {
        $(impl<$($part: FromRow),*> FromRow for ($($part,)*) {
            fn read(row: &mut Row<'_>) -> Result<Self> {
                Ok(($($part::read(row)?,)*))
            }
        })*
    };
}

tuples! {
    (A, B);
    (A, B, C);
    (A, B, C, D);
    (A, B, C, D, E);
    (A, B, C, D, E, F);
}

/// All columns of a row, where nobody declared them.
pub(crate) struct Cells(pub(crate) Vec<Value>);

impl FromRow for Cells {
    fn read(row: &mut Row<'_>) -> Result<Cells> {
        std::iter::from_fn(|| row.value().transpose()).collect::<Result<_>>().map(Cells)
    }
}

fn strange(at: usize) -> Error {
    Error::Broken(format!("column {at} is neither a number nor a text"))
}

/// That there is a row is all that is asked.
impl FromRow for () {
    fn read(_: &mut Row<'_>) -> Result<()> {
        Ok(())
    }
}
