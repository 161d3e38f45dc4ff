//! Walks a search page by page and compares it with what plain code finds in the same rows.

use records::Moment;
use store::find::{Comparison, Find, Match, Request, Sort, Wanted};
use store::label::Label;
use store::{Store, Tx};

use super::samples::{COMPANY, NOW, at};

/// The filters of a query by name, with what plain code says of a row.
pub struct Case<T> {
    pub query: Vec<(&'static str, Wanted)>,
    pub passes: Box<dyn Fn(&T) -> bool>,
}

pub fn case<T>(
    name: &'static str,
    wanted: Wanted,
    passes: impl Fn(&T) -> bool + 'static,
) -> Case<T> {
    Case { query: vec![(name, wanted)], passes: Box::new(passes) }
}

pub fn comparing(all: &[(Comparison, i64)]) -> Wanted {
    Wanted::Compare(all.to_vec())
}

pub fn labels(property: &str, values: &[&str]) -> Wanted {
    Wanted::Labels(values.iter().map(|value| Label::new(property, value)).collect())
}

pub fn text(text: &str) -> Wanted {
    Wanted::Text(text.to_owned())
}

pub fn any(texts: &[&str]) -> Wanted {
    Wanted::Any(texts.iter().map(ToString::to_string).collect())
}

pub fn all(texts: &[&str]) -> Wanted {
    Wanted::All(texts.iter().map(ToString::to_string).collect())
}

/// A property by its name, and how plain code reads it.
pub type Property<T, V> = (&'static str, fn(&T) -> V);

/// What a row is called, and its value in an order.
pub trait Sorted {
    fn id(&self) -> &str;
    fn value(&self, column: &str) -> Option<Moment>;
}

/// Every case in every order, and its count.
pub fn agree<T: Sorted>(store: &Store, find: Find, rows: &[T], cases: &[Case<T>]) {
    for case in cases {
        let expected: Vec<&T> = rows.iter().filter(|row| (case.passes)(row)).collect();
        let wanted: Vec<(Match, Wanted)> = case
            .query
            .iter()
            .map(|(name, wanted)| (find.filter(name).unwrap().matches, wanted.clone()))
            .collect();
        let what = format!("{:?}", case.query);
        for (name, sort) in find.sorts {
            let expected = in_order(&expected, *sort);
            let found = walk(store, find, &wanted, *sort);
            assert_eq!(found, expected, "{what} {name}");
        }
        let count = count(store, find, &wanted);
        assert_eq!(count, i64::try_from(expected.len()).unwrap(), "{what} counted");
    }
}

/// Rows without a value stand last, whatever the direction.
fn in_order<T: Sorted>(rows: &[&T], sort: Sort) -> Vec<String> {
    let mut keys: Vec<(Option<Moment>, String)> =
        rows.iter().map(|row| (row.value(sort.column), row.id().to_owned())).collect();
    keys.sort();
    if sort.descending {
        keys.reverse();
    }
    keys.sort_by_key(|(value, _)| value.is_none());
    keys.into_iter().map(|(_, id)| id).collect()
}

/// All ids, by pages that end in the middle of equal values.
fn walk(store: &Store, find: Find, wanted: &[(Match, Wanted)], sort: Sort) -> Vec<String> {
    let mut ids = Vec::new();
    let mut after: Option<(i64, String)> = None;
    let mut limit = 17;
    loop {
        let (wanted, from) = (wanted.to_vec(), after.take());
        let page = store.read(move |tx: &mut Tx<'_>| {
            let after = from.clone();
            let now = at(NOW);
            let request = Request { company: &COMPANY, now, wanted: &wanted, sort, after, limit };
            find.page::<String>(tx, &request)
        });
        let page = page.wait().unwrap();
        let more = page.len() == usize::try_from(limit).unwrap();
        after = page.last().map(|found| found.key.clone());
        ids.extend(page.into_iter().map(|found| found.row));
        if !more {
            return ids;
        }
        // The rest comes in pages of another size.
        limit = 401;
    }
}

fn count(store: &Store, find: Find, wanted: &[(Match, Wanted)]) -> i64 {
    let wanted = wanted.to_vec();
    let counted = store.read(move |tx: &mut Tx<'_>| {
        let sort = find.sort("");
        let now = at(NOW);
        let request =
            Request { company: &COMPANY, now, wanted: &wanted, sort, after: None, limit: 0 };
        find.count(tx, &request)
    });
    counted.wait().unwrap()
}
