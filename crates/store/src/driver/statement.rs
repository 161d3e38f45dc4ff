//! Statements are declared by name and text, so that a test can prepare each one on both engines.

use std::marker::PhantomData;

use records::CompanyId;

use crate::Value;
use crate::driver::columns::ToRow;
use crate::driver::dialect::Engine;

/// One SQL text for both engines; see `driver::dialect` for the few things that differ. `R` is what
/// its rows are read as, `C` the declared row that it writes.
pub struct Statement<R = (), C = ()> {
    pub name: &'static str,
    pub sql: &'static str,
    /// The bits of the columns that it writes.
    wanted: u64,
    types: PhantomData<fn(C) -> R>,
}

impl<R, C> Statement<R, C> {
    pub const fn new(name: &'static str, sql: &'static str) -> Statement<R, C> {
        Statement { name, sql, wanted: 0, types: PhantomData }
    }

    pub(crate) const fn writing(self, wanted: u64) -> Statement<R, C> {
        Statement { wanted, ..self }
    }

    /// The same, whatever is read and written.
    pub(crate) const fn plain<T>(&self) -> Statement<T> {
        Statement::new(self.name, self.sql)
    }

    /// The parameters for a row of a company.
    pub(crate) fn values(&self, company: &CompanyId, row: &impl ToRow<Declared = C>) -> Vec<Value> {
        let mut values = Vec::with_capacity(1 + self.wanted.count_ones() as usize);
        values.push(company.into());
        row.put(self.wanted, &mut values);
        values
    }
}

/// Declares the statements of a noun, and their list as `STATEMENTS`. `NAME: Row = …` is read as
/// such rows; `NAME(Row) = …` writes all columns of a row, `NAME(Row: a, b)` only these and the
/// key, `NAME(Row except a, b)` all but these.
macro_rules! statements {
    ($($name:ident $(($C:ident $(: $($f:ident),+)? $(except $($x:ident),+)?))? $(: $R:ty)?
        = $sql:expr;)*) => {
        $($crate::driver::statement::statement! {
            $name [$($C [$($(stringify!($f)),+)?] [$($(stringify!($x)),+)?])?] [$($R)?] $sql
        })*
        pub(crate) const STATEMENTS: &[$crate::Statement] = &[$($name.plain()),*];
    };
}
pub(crate) use statements;

macro_rules! statement {
    ($name:ident [] [] $sql:expr) => {
        $crate::driver::statement::statement! { $name [] [()] $sql }
    };
    ($name:ident [] [$R:ty] $sql:expr) => {
        pub(crate) const $name: $crate::Statement<$R> = $crate::Statement::new(
            concat!(module_path!(), "::", stringify!($name)),
            $crate::driver::template::spelled!($sql, <$R as $crate::FromRow>::LIST, 0),
        );
    };
    ($name:ident [$C:ident $f:tt $x:tt] [] $sql:expr) => {
        $crate::driver::statement::statement! { $name [$C $f $x] [()] $sql }
    };
    ($name:ident [$C:ident [] $except:tt] [$R:ty] $sql:expr) => {
        $crate::driver::statement::statement! { @ $name $C ($except, true) $R, $sql }
    };
    ($name:ident [$C:ident $only:tt []] [$R:ty] $sql:expr) => {
        $crate::driver::statement::statement! { @ $name $C ($only, false) $R, $sql }
    };
    (@ $name:ident $C:ident ($named:expr, $except:expr) $R:ty, $sql:expr) => {
        pub(crate) const $name: $crate::Statement<$R, $C> = {
            const LIST: $crate::driver::columns::List =
                <$C as $crate::driver::columns::ToRow>::LIST;
            const WANTED: u64 = $crate::driver::template::written(LIST, &$named, $except);
            let name = concat!(module_path!(), "::", stringify!($name));
            let sql = $crate::driver::template::spelled!($sql, LIST, WANTED);
            $crate::Statement::new(name, sql).writing(WANTED)
        };
    };
}
pub(crate) use statement;

/// Whether a text says of which company it reads or writes by a value of its own: a company that
/// comes with a joined row does not tell where the statement has to run.
pub fn names_company(sql: &str) -> bool {
    let text = sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let compared = text.contains("company_id = $");
    let inserted = text.starts_with("INSERT INTO ")
        && text.contains(" (company_id, ")
        && (text.contains(" VALUES ($1, ") || text.contains(" SELECT $1, "));
    compared || inserted
}

/// Every statement that the store runs on an engine.
pub fn every_statement(engine: Engine) -> impl Iterator<Item = &'static Statement> {
    let all = match engine {
        Engine::Sqlite => [crate::index::search::sqlite::STATEMENTS, &[], &[]],
        Engine::Postgres => [
            crate::index::search::postgres::STATEMENTS,
            crate::fact::postgres::STATEMENTS,
            crate::billing::invoice::postgres::STATEMENTS,
        ],
    };
    [
        all[0],
        all[1],
        all[2],
        crate::audit::belongings::STATEMENTS,
        crate::audit::copies::STATEMENTS,
        crate::audit::facts::STATEMENTS,
        crate::audit::numbers::STATEMENTS,
        crate::billed::STATEMENTS,
        crate::catalog::bundle::STATEMENTS,
        crate::catalog::entitlement::STATEMENTS,
        crate::catalog::item::STATEMENTS,
        crate::catalog::metric::STATEMENTS,
        crate::catalog::pricing::STATEMENTS,
        crate::catalog::product::STATEMENTS,
        crate::company::STATEMENTS,
        crate::company_user::STATEMENTS,
        crate::credit::STATEMENTS,
        crate::customer::STATEMENTS,
        crate::customer::following::STATEMENTS,
        crate::customer::party::STATEMENTS,
        crate::customer::write::STATEMENTS,
        crate::fact::STATEMENTS,
        crate::idempotency::STATEMENTS,
        crate::invoice::STATEMENTS,
        crate::invoice::write::STATEMENTS,
        crate::label::STATEMENTS,
        crate::mark::STATEMENTS,
        crate::number::STATEMENTS,
        crate::one_time::STATEMENTS,
        crate::sales_user::STATEMENTS,
        crate::search::STATEMENTS,
        crate::signing_key::STATEMENTS,
        crate::subscription::STATEMENTS,
        crate::rollup::STATEMENTS,
        crate::subscription::payer::STATEMENTS,
        crate::subscription::progress::STATEMENTS,
        crate::subscription::write::STATEMENTS,
        crate::tally::STATEMENTS,
        crate::token::STATEMENTS,
        crate::usage::event::STATEMENTS,
        crate::usage::meter::STATEMENTS,
        crate::usage::period::STATEMENTS,
        crate::usage::rollup::STATEMENTS,
    ]
    .into_iter()
    .flatten()
}
