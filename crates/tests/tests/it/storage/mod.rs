//! The store below the service: its statements, its migrations, and what it keeps of billing.

mod billed;
mod bulk;
mod company;
mod copied;
mod credits;
mod follow;
mod invoices;
mod lives;
mod samples;
mod searched;
mod series;
mod subscriptions;
mod upgrade;

use store::{Engine, Error, Location, Store, Tx, every_statement};

use crate::harness::database::{behind, fresh};
use crate::harness::{Kind, at_once};

fn open(url: &str) -> Result<Store, Error> {
    Store::open(&Location::parse(url).unwrap())
}

both! {
    fn every_statement_is_understood(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let engine = match kind {
            Kind::Sqlite => Engine::Sqlite,
            Kind::Postgres => Engine::Postgres,
        };
        let mut count = 0;
        for statement in every_statement(engine) {
            count += 1;
            let prepared = store.write(move |tx: &mut Tx<'_>| tx.prepare(statement)).wait();
            assert_eq!(prepared, Ok(()), "{}", statement.name);
        }
        assert!(count > 40, "{count}");
    }

    fn migrations_run_once_and_again(kind: Kind) {
        let url = fresh(kind);
        for _ in 0..3 {
            open(&url).unwrap().stop();
        }
        let versions = behind(&url, "SELECT cast(version AS TEXT) FROM schema_version");
        assert_eq!(versions.len(), 1, "{versions:?}");
    }

    fn eight_processes_migrate_at_once(kind: Kind) {
        let url = fresh(kind);
        let stores = at_once(6, |_| open(&url).map(Store::stop));
        assert!(stores.iter().all(Result::is_ok), "{stores:?}");
        let versions = behind(&url, "SELECT cast(version AS TEXT) FROM schema_version");
        assert_eq!(versions.len(), 1, "{versions:?}");
    }

    fn a_migration_that_was_cut_off_runs_whole(kind: Kind) {
        let url = fresh(kind);
        // What a process leaves that died before its migration was committed.
        behind(&url, "CREATE TABLE schema_version (version BIGINT NOT NULL)");
        open(&url).unwrap().stop();
        let versions = behind(&url, "SELECT cast(version AS TEXT) FROM schema_version");
        assert_eq!(versions.len(), 1, "{versions:?}");
    }

    fn a_migration_that_cannot_run_leaves_nothing(kind: Kind) {
        let url = fresh(kind);
        behind(&url, "CREATE TABLE signing_key (foreign_column BIGINT)");
        assert!(open(&url).is_err());
        let tables = match kind {
            Kind::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table'",
            Kind::Postgres => {
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
            }
        };
        let tables = behind(&url, tables);
        assert_eq!(tables, ["signing_key"], "all or nothing");
        behind(&url, "DROP TABLE signing_key");
        open(&url).unwrap().stop();
    }

    fn a_newer_database_is_refused(kind: Kind) {
        let url = fresh(kind);
        open(&url).unwrap().stop();
        behind(&url, "UPDATE schema_version SET version = 9999, oldest = 9999");
        let refused = open(&url).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("9999"), "{refused}");
        let versions = behind(&url, "SELECT cast(version AS TEXT) FROM schema_version");
        assert_eq!(versions, ["9999"]);
    }
}

/// The steps by which SQLite would run a statement.
fn plan(connection: &rusqlite::Connection, sql: &str) -> Vec<String> {
    // The few things that the store spells for it.
    let mut text = String::new();
    let mut rest = sql;
    while let Some((before, inner)) = rest.split_once('{') {
        let (inner, after) = inner.split_once('}').unwrap();
        text.push_str(before);
        match inner.split_once(' ').unwrap() {
            ("rows", kinds) => {
                let numbers = (2..).take(kinds.split(',').count());
                let columns = numbers.map(|n: usize| format!("?{n} AS c{n}"));
                let columns: Vec<String> = columns.collect();
                text.push_str(&format!("(SELECT {}) AS r", columns.join(", ")));
            }
            ("beside", names) => {
                let (table, of) = names.split_once(" of ").unwrap();
                let known = table.split_once(' ').unwrap().1;
                text.push_str(&format!(
                    "CROSS JOIN {table} ON {known}.company_id = ?1 AND {known}.id = {of}.id"
                ));
            }
            (_, parameter) => {
                let parameter = parameter.replace('$', "?");
                text.push_str(&format!("(SELECT value FROM json_each({parameter}))"));
            }
        }
        rest = after;
    }
    text.push_str(rest);
    let text = text.replace("FOR UPDATE SKIP LOCKED", "").replace("FOR UPDATE", "");
    let explain = format!("EXPLAIN QUERY PLAN {}", text.replace('$', "?"));
    let mut plan = connection.prepare(&explain).unwrap();
    plan.raw_query().mapped(|row| row.get::<_, String>(3)).map(Result::unwrap).collect()
}

/// What is billed grows without end: each of its statements finds its rows by an index, and by
/// more of it than the company.
#[test]
fn what_is_billed_is_found_by_index() {
    let url = fresh(Kind::Sqlite);
    open(&url).unwrap().stop();
    let connection = rusqlite::Connection::open(url.strip_prefix("sqlite:").unwrap()).unwrap();
    // An audit compares all counts of a catalog, which does not grow with what is billed.
    let audited = ["tally::SUMS", "tally::UNUSED_"];
    let all = every_statement(Engine::Sqlite).filter(|one| {
        one.name.contains("::billing::") && !audited.iter().any(|name| one.name.contains(name))
    });
    let mut steps = 0;
    for statement in all {
        let plan = plan(&connection, statement.sql);
        steps += plan.len();
        let bad = plan.iter().find(|step| {
            // Lists and rows that came as parameters are read whole, and the tree that a statement
            // walks; a company is one row.
            let whole = ["json_each VIRTUAL TABLE INDEX 1:", "CONSTANT ROW", "r", "tree"];
            let read = step.strip_prefix("SCAN ");
            let company = step.starts_with("SEARCH c USING INDEX sqlite_autoindex_company_1");
            read.is_some_and(|read| !whole.contains(&read))
                || (step.ends_with("(company_id=?)") && !company)
        });
        assert_eq!(bad, None, "{}: {plan:?}", statement.name);
    }
    assert!(steps > 40, "{steps}");
}

/// An audit looks up facts row by row: it must not read a whole company's log each time.
#[test]
fn facts_of_an_object_are_found_by_index() {
    let url = fresh(Kind::Sqlite);
    open(&url).unwrap().stop();
    let connection = rusqlite::Connection::open(url.strip_prefix("sqlite:").unwrap()).unwrap();
    let looked_up = |sql: &str| sql.contains("object_id = $") || sql.contains("object_id = t.id");
    let all = every_statement(Engine::Sqlite).filter(|one| looked_up(one.sql));
    let mut count = 0;
    for statement in all {
        count += 1;
        let plan = plan(&connection, statement.sql);
        assert!(
            plan.iter().any(|step| step.contains("object_id=?")),
            "{}: {plan:?}",
            statement.name
        );
    }
    assert!(count > 0);
}
