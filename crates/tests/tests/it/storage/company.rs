//! Every statement names its company by a value, so that rows can be spread over nodes by it.

use std::collections::BTreeSet;

use store::{Engine, every_statement, names_company};

/// Statements that name none, and why. The list only shrinks.
const EXEMPT: [(&str, &str); 21] = [
    ("billing::billed::COMPANIES_DUE", "finds the companies that have something due"),
    ("billing::usage::event::COMPANIES_AWAITED", "finds the companies whose events wait"),
    ("billing::usage::meter::COMPANIES_UNFILLED", "finds the companies with metrics to fill"),
    ("billing::usage::period::COMPANIES_LATE", "finds the companies with late usage"),
    ("billing::contract::COMPANIES_DUE", "finds the companies with contracts that expire"),
    ("company::AFTER", "walks the companies themselves"),
    ("company::DEMO", "looks for a company"),
    ("company::MOVING", "finds the companies whose clocks move, or whose catalog changed"),
    ("company::SLUGS", "slugs are unique among all companies"),
    ("company_user::ACCOUNT_BY_EMAIL", "an account is a person across companies"),
    ("company_user::ADD_ACCOUNT", "an account is a person across companies"),
    ("company_user::JOIN", "an account is a person across companies"),
    ("company_user::MEMBERSHIPS", "reads the companies of a person"),
    ("log::fact::postgres::COMPANIES", "finds the companies whose facts have no position yet"),
    ("log::job::COMPANIES_DUE", "finds the companies whose jobs may be tried"),
    ("log::job::COUNTS", "counts the open jobs of the whole service for its metrics"),
    ("index::search::sqlite::INSERT_GRAMS", "a full-text table has a row number for a key"),
    ("index::search::sqlite::REMOVE_GRAMS", "a full-text table has a row number for a key"),
    ("signing_key::ADD", "the keys are those of the whole service"),
    ("signing_key::ALL", "the keys are those of the whole service"),
    ("log::webhook::BEHIND", "finds the endpoints that the log has gone past"),
];

#[test]
fn every_statement_names_its_company() {
    let all = [Engine::Sqlite, Engine::Postgres].into_iter().flat_map(every_statement);
    let nameless = all.filter(|statement| !names_company(statement.sql));
    let nameless: BTreeSet<&str> =
        nameless.map(|one| one.name.strip_prefix("store::").unwrap_or(one.name)).collect();
    let exempt: BTreeSet<&str> = EXEMPT.iter().map(|(name, _)| *name).collect();
    let new: Vec<_> = nameless.difference(&exempt).collect();
    assert!(new.is_empty(), "these need `company_id = $n`: {new:?}");
    let over: Vec<_> = exempt.difference(&nameless).collect();
    assert!(over.is_empty(), "these need no exemption any more: {over:?}");
    assert!(EXEMPT.iter().all(|(_, why)| !why.is_empty()));
}

#[test]
fn a_company_is_named_by_a_value() {
    let named = [
        "SELECT id FROM t WHERE company_id = $1 AND id = $2",
        "UPDATE t AS t SET n = r.c3 FROM {rows text, int} WHERE t.company_id = $1 AND t.id = r.c2",
        "INSERT INTO t (company_id, id) VALUES ($1, $2)",
        "INSERT INTO t (company_id, id)\n  SELECT $1, c2 FROM {rows text}",
        "SELECT t.a FROM t {beside u b of t} WHERE t.company_id = $1",
        "SELECT t.a FROM t JOIN u ON u.company_id = $1 AND u.id = t.id WHERE t.company_id = $1",
        "WITH RECURSIVE tree AS (SELECT id FROM t WHERE company_id = $1
            UNION ALL SELECT c.id FROM t c JOIN tree ON c.up = tree.id WHERE c.company_id = $1)
            SELECT id FROM tree",
        "SELECT a FROM t WHERE company_id = $1 AND a IS DISTINCT FROM b FOR UPDATE",
    ];
    for sql in named {
        assert!(names_company(sql), "{sql}");
    }
    let nameless = [
        "SELECT id FROM t WHERE id = $1",
        "SELECT id FROM t JOIN company c ON t.company_id = c.company_id",
        "UPDATE t AS t SET n = r.c3 FROM {rows text, text, int} WHERE t.company_id = r.c1",
        "INSERT INTO t (company_id, id) SELECT c1, c2 FROM {rows text, text}",
        "INSERT INTO account (id, email) VALUES ($1, $2)",
        "SELECT t.a FROM t JOIN u ON u.company_id = t.company_id WHERE t.company_id = $1",
        "SELECT t.a FROM t, u WHERE t.company_id = $1 AND u.company_id = t.company_id",
        "SELECT t.a FROM t AS t, u AS u WHERE t.company_id = $1 AND u.id = t.id",
        "SELECT (SELECT sum(n) FROM y WHERE y.id = t.id) FROM t WHERE t.company_id = $1",
        "INSERT INTO t (company_id, id) SELECT $1, id FROM u WHERE u.id = $2",
    ];
    for sql in nameless {
        assert!(!names_company(sql), "{sql}");
    }
}
