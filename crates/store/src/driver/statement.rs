//! Statements are declared by name and text, so that a test can prepare each one on both engines.

use crate::driver::dialect::Engine;

/// One SQL text for both engines; see `driver::dialect` for the few things that differ.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    pub name: &'static str,
    pub sql: &'static str,
}

/// Declares the statements of a noun, and their list as `STATEMENTS`.
macro_rules! statements {
    ($($name:ident = $sql:expr;)*) => {
        $(pub(crate) const $name: $crate::Statement = $crate::Statement {
            name: concat!(module_path!(), "::", stringify!($name)),
            sql: $sql,
        };)*
        pub(crate) const STATEMENTS: &[$crate::Statement] = &[$($name),*];
    };
}
pub(crate) use statements;

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
        crate::fact::STATEMENTS,
        crate::idempotency::STATEMENTS,
        crate::invoice::STATEMENTS,
        crate::invoice::write::STATEMENTS,
        crate::label::STATEMENTS,
        crate::mark::STATEMENTS,
        crate::number::STATEMENTS,
        crate::sales_user::STATEMENTS,
        crate::search::STATEMENTS,
        crate::signing_key::STATEMENTS,
        crate::subscription::STATEMENTS,
        crate::subscription::progress::STATEMENTS,
        crate::subscription::write::STATEMENTS,
        crate::tally::STATEMENTS,
        crate::token::STATEMENTS,
    ]
    .into_iter()
    .flatten()
}
