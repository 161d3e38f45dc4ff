//! The columns of a table, declared once: a struct whose fields are columns. What statements list
//! (see `driver::template`), how a row is read and how it is written all follow from that.

use records::{Id, Moment};

use crate::Value;
use crate::driver::bulk::Kind;

#[derive(Clone, Copy)]
pub(crate) struct Column {
    /// How a statement selects it: `t.name`, or whatever else the declaration says.
    pub(crate) sql: &'static str,
    pub(crate) kind: Kind,
}

/// Columns in the order of their declaration, put together while the program is compiled.
#[derive(Clone, Copy)]
pub struct List {
    pub(crate) columns: [Column; 48],
    pub(crate) length: usize,
    /// Where they are read from.
    pub(crate) table: &'static str,
}

impl List {
    pub(crate) const NONE: List = List { length: 0, ..List::of_one(Kind::Int) };

    const fn of_one(kind: Kind) -> List {
        List { columns: [Column { sql: "", kind }; 48], length: 1, table: "" }
    }

    pub(crate) const fn of(table: &'static str) -> List {
        List { table, ..List::NONE }
    }

    /// With a field behind: one column of this name, or those of a group.
    pub(crate) const fn with(mut self, sql: &'static str, field: List) -> List {
        let mut at = 0;
        while at < field.length {
            let column = field.columns[at];
            let sql = if column.sql.is_empty() { sql } else { column.sql };
            self.columns[self.length] = Column { sql, ..column };
            self.length += 1;
            at += 1;
        }
        self
    }
}

/// What is written into columns: one value, a group, a declared row. The first column of a row is
/// its key within the company.
pub trait ToRow {
    /// Itself, whatever it borrows.
    type Declared;

    const LIST: List;

    const LENGTH: usize = Self::LIST.length;

    /// Adds the values of the columns whose bits are set.
    fn put(&self, wanted: u64, values: &mut Vec<Value>);
}

macro_rules! cells {
    ($($type:ty: $kind:ident;)*) => {
        $(impl ToRow for $type {
            type Declared = ();

            const LIST: List = List::of_one(Kind::$kind);

            fn put(&self, wanted: u64, values: &mut Vec<Value>) {
                if wanted & 1 == 1 {
                    values.push(self.to_owned().into());
                }
            }
        })*
    };
}

cells! { i64: Int; bool: Int; Moment: Int; String: Text; str: Text; }

impl<R> ToRow for Id<R> {
    type Declared = ();

    const LIST: List = List::of_one(Kind::Text);

    fn put(&self, wanted: u64, values: &mut Vec<Value>) {
        self.as_str().put(wanted, values);
    }
}

impl<C: ToRow + ?Sized> ToRow for &C {
    type Declared = C::Declared;

    const LIST: List = C::LIST;

    fn put(&self, wanted: u64, values: &mut Vec<Value>) {
        C::put(self, wanted, values);
    }
}

/// What is missing has empty columns.
impl<C: ToRow> ToRow for Option<C> {
    type Declared = C::Declared;

    const LIST: List = C::LIST;

    fn put(&self, wanted: u64, values: &mut Vec<Value>) {
        match self {
            Some(part) => part.put(wanted, values),
            None => {
                let bits = (0..C::LENGTH).filter(|at| wanted >> at & 1 == 1);
                values.extend(bits.map(|_| Value::Null));
            }
        }
    }
}

/// Declares structs whose fields are columns of `t` under their own names, or what stands behind
/// `=>`, or groups of columns; `in "table t"` says where they are read from. With a lifetime they
/// are only written; `of (…)` makes them from something else, each field from what stands behind
/// its `=`.
macro_rules! columns {
    ($($(#[$a:meta])* $v:vis struct $name:ident $(<$life:lifetime>)? $(in $table:literal)?
        $(of ($($given:tt)*))? { $($body:tt)* })*) => {
        $($crate::driver::columns::declared! {
            [$(#[$a])* $v] $name [$(<$life>)?] [$($($given)*)?] { $($body)* } $($table)?
        })*
    };
}
pub(crate) use columns;

macro_rules! declared {
    ([$($head:tt)*] $name:ident [] [] {
        $($(#[$fa:meta])* $fv:vis $field:ident: $T:ty $(=> $sql:literal)?,)*
    } $($table:literal)?) => {
        $crate::driver::columns::declared! { @ [$($head)*] $name [] [] {
            $($(#[$fa])* $fv $field: $T $(=> $sql)?,)*
        } $($table)? }
        impl $crate::FromRow for $name {
            const LIST: $crate::driver::columns::List =
                <$name as $crate::driver::columns::ToRow>::LIST;

            fn read(row: &mut $crate::Row<'_>) -> $crate::Result<Self> {
                Ok($name { $($field: row.get()?,)* })
            }
        }
    };
    ([$($head:tt)*] $name:ident [<$life:lifetime>] [] { $($body:tt)* }) => {
        $crate::driver::columns::declared! {
            @ [$($head)*] $name [<$life>] [<'static>] { $($body)* }
        }
    };
    ([$($head:tt)*] $name:ident [<$life:lifetime>] [$($given:tt)*] {
        $($field:ident: $T:ty = $value:expr,)*
    }) => {
        $crate::driver::columns::declared! {
            @ [$($head)*] $name [<$life>] [<'static>] { $($field: $T,)* }
        }
        impl<$life> $name<$life> {
            fn of($($given)*) -> Self {
                $name { $($field: $value,)* }
            }
        }
    };
    (@ [$($head:tt)*] $name:ident [$($life:tt)*] [$($declared:tt)*] {
        $($(#[$fa:meta])* $fv:vis $field:ident: $T:ty $(=> $sql:literal)?,)*
    } $($table:literal)?) => {
        $($head)* struct $name $($life)* {
            $($(#[$fa])* $fv $field: $T,)*
        }
        impl $($life)* $crate::driver::columns::ToRow for $name $($life)* {
            type Declared = $name $($declared)*;

            const LIST: $crate::driver::columns::List =
                $crate::driver::columns::List::of(concat!($($table)?))
                $(.with(
                    $crate::driver::columns::declared!(@sql $field $($sql)?),
                    <$T as $crate::driver::columns::ToRow>::LIST,
                ))*;

            fn put(&self, wanted: u64, values: &mut Vec<$crate::Value>) {
                let mut behind = 0;
                $(
                    $crate::driver::columns::ToRow::put(&self.$field, wanted >> behind, values);
                    behind += <$T as $crate::driver::columns::ToRow>::LENGTH;
                )*
                debug_assert_eq!(behind, <Self as $crate::driver::columns::ToRow>::LENGTH);
            }
        }
    };
    (@sql $field:ident) => { concat!("t.", stringify!($field)) };
    (@sql $field:ident $sql:literal) => { $sql };
}
pub(crate) use declared;
