//! Every table goes along with a copy, those that are new as well: a row is planted in each.

use std::collections::BTreeMap;

use store::{Location, Progress, copy};

use super::open;
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

/// What no copy carries over: the version, and the index of what is searched, which is made anew.
fn is_made_anew(table: &str) -> bool {
    table == "schema_version" || table.starts_with("search_grams")
}

/// Every table of a database with its columns: their names and types.
fn columns(url: &str) -> BTreeMap<String, Vec<(String, String)>> {
    let sql = match url.starts_with("sqlite:") {
        true => {
            "SELECT l.name || ' ' || c.name || ' ' || lower(c.type)
                FROM sqlite_master l, pragma_table_info(l.name) c WHERE l.type = 'table'"
        }
        false => {
            "SELECT table_name || ' ' || column_name || ' ' || data_type
                FROM information_schema.columns WHERE table_schema = 'public'"
        }
    };
    let mut all: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for line in behind(url, sql) {
        let mut words = line.splitn(3, ' ').map(str::to_owned);
        let (table, column) = (words.next().unwrap(), words.next().unwrap());
        // They are of one engine each.
        let alone = ["search.row_number", "search.grams", "fact.written_at"];
        let is_of_both = !alone.contains(&format!("{table}.{column}").as_str());
        if is_of_both && !is_made_anew(&table) {
            all.entry(table).or_default().push((column, words.next().unwrap()));
        }
    }
    all.values_mut().for_each(|columns| columns.sort());
    all
}

/// All rows of all tables, each as one text.
fn rows(url: &str) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for (table, columns) in columns(url) {
        let cells = columns.iter().map(|(name, _)| format!("coalesce(cast({name} AS TEXT), '-')"));
        let cells = cells.collect::<Vec<_>>().join(" || ' ' || ");
        let mut rows = behind(url, &format!("SELECT {cells} FROM {table}"));
        rows.sort();
        all.insert(table, rows);
    }
    all
}

#[test]
fn no_table_is_forgotten_postgres() {
    let [source, there, back] = [Kind::Sqlite, Kind::Postgres, Kind::Sqlite].map(fresh);
    open(&source).unwrap().stop();
    let mut planted = 0;
    for (table, columns) in columns(&source) {
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        for row in 0..3 {
            planted += 1;
            let values = columns.iter().zip(1..).map(|((name, kind), place)| match kind.as_str() {
                "text" => format!("'{name} {row}, ö'"),
                _ => format!("{}", 9_007_199_254_740_993_i64 * place + row),
            });
            let (names, values) = (names.join(", "), values.collect::<Vec<_>>().join(", "));
            behind(&source, &format!("INSERT INTO {table} ({names}) VALUES ({values})"));
        }
    }
    let before = rows(&source);
    assert!(before.len() > 25, "{}", before.len());
    assert!(before.values().all(|rows| rows.len() == 3), "{before:?}");
    for (from, to) in [(&source, &there), (&there, &back)] {
        let [from, to] = [from, to].map(|url| Location::parse(url).unwrap());
        let copied = copy(&from, &to, &Progress::silent()).unwrap();
        assert_eq!(copied.rows, planted);
        assert_eq!(copied.tables, u64::try_from(before.len()).unwrap());
    }
    assert_eq!(columns(&there), columns(&source));
    assert_eq!(rows(&there), before, "on PostgreSQL");
    assert_eq!(rows(&back), before, "and back");
    let grams = behind(&back, "SELECT cast(count(*) AS TEXT) FROM search_grams");
    assert_eq!(grams, ["3"], "what is searched by was made anew");
}
