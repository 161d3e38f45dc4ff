//! Numbers without a gap, and counts that are spread over shards.

use records::Moment;
use serde_json::json;
use store::number::{self, Taken};
use store::{Error, Tx, tally};

use super::open;
use super::samples::COMPANY;
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::{Company, Kind, at_once};

fn at(micros: i64) -> Moment {
    Moment::from_micros(micros)
}

both! {
    fn numbers_have_no_gap_whoever_takes_them(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let taken = at_once(6, |worker| {
            let mut all = Vec::new();
            for round in 0..20_i64 {
                let count = 1 + round % 3;
                // Every fourth transaction is undone after it has taken its numbers.
                let undone = round % 4 == 3;
                let end = store.write(move |tx: &mut Tx<'_>| {
                    let taken = number::take(tx, &COMPANY, number::INVOICE, count, at(round))?;
                    match undone {
                        true => Err(Error::Broken("undone".to_owned())),
                        false => Ok(taken),
                    }
                });
                match end.wait() {
                    Ok(taken) => all.push((taken.first, count)),
                    Err(error) => assert!(undone, "{worker}: {error}"),
                }
            }
            all
        });
        let mut taken: Vec<(i64, i64)> = taken.into_iter().flatten().collect();
        taken.sort_unstable();
        assert_eq!(taken.len(), 6 * 15);
        let mut next = 1;
        for (first, count) in taken {
            assert_eq!(first, next);
            next += count;
        }
        let last = |series| {
            store.read(move |tx: &mut Tx<'_>| number::last(tx, &COMPANY, series)).wait()
        };
        assert_eq!((last(number::INVOICE), last(number::CREDIT_NOTE)), (Ok(next - 1), Ok(0)));
        store.stop();
    }

    fn a_series_remembers_its_latest_date(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let take = |series: &'static str, count, date| {
            let taken =
                store.write(move |tx: &mut Tx<'_>| {
                    number::take(tx, &COMPANY, series, count, at(date))
                });
            taken.wait().unwrap()
        };
        let taken = |first, last_date| Taken { first, last_date: at(last_date) };
        assert_eq!(take("invoice", 2, 50), taken(1, 50), "the first has nothing before it");
        assert_eq!(take("invoice", 1, 70), taken(3, 50));
        assert_eq!(take("invoice", 1, 60), taken(4, 70));
        assert_eq!(take("invoice", 1, 60), taken(5, 70), "it never goes back");
        assert_eq!(take("credit_note", 1, 10), taken(1, 10));
        store.stop();
    }

    fn shards_add_up(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let add = |deltas: &[(&str, i64, i64)]| {
            let deltas: Vec<(String, i64, i64)> =
                deltas.iter().map(|(id, shard, n)| ((*id).to_owned(), *shard, *n)).collect();
            store.write(move |tx: &mut Tx<'_>| tally::add(tx, &COMPANY, &deltas)).wait().unwrap();
        };
        let sum = |id| {
            store.read(move |tx: &mut Tx<'_>| tally::sum(tx, &COMPANY, id)).wait().unwrap()
        };
        assert_eq!(sum("a"), 0);
        add(&[("b", 3, 1), ("a", 1, 1), ("a", 1, 1), ("a", 2, 5), ("a", 17, 1)]);
        assert_eq!((sum("a"), sum("b")), (8, 1));
        add(&[("a", 2, -1), ("b", 9, -1)]);
        assert_eq!((sum("a"), sum("b"), sum("c")), (7, 0, 0));
        add(&[]);
        let many: Vec<(String, i64, i64)> =
            (0..1_500).map(|n| (format!("m{n}"), n, n)).collect();
        store.write(move |tx: &mut Tx<'_>| tally::add(tx, &COMPANY, &many)).wait().unwrap();
        assert_eq!((sum("m0"), sum("m1499")), (0, 1_499));
        store.stop();
    }

    fn many_add_at_once_and_nothing_is_lost(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        at_once(6, |worker| {
            let shard = i64::try_from(worker).unwrap();
            for round in 0..20 {
                // Backwards every other time: the order in which rows are locked is not theirs.
                let mut deltas: Vec<(String, i64, i64)> =
                    (0..8).map(|n| (format!("p{n}"), shard % 2, 1)).collect();
                if round % 2 == 0 {
                    deltas.reverse();
                }
                let add = store.write(move |tx: &mut Tx<'_>| tally::add(tx, &COMPANY, &deltas));
                add.wait().unwrap();
            }
        });
        let sum = store.read(|tx: &mut Tx<'_>| tally::sum(tx, &COMPANY, "p5")).wait();
        assert_eq!(sum, Ok(120));
        store.stop();
    }

    fn the_catalog_shows_what_is_counted(company: Company) {
        let company = company.unaudited();
        let product = company.post("/products", &json!({ "name": "Counted" })).expect(200);
        let (id, path) = (text(&product, "id"), format!("/products/{}", text(&product, "id")));
        assert_eq!(company.get(&path).expect(200)["num_subs"], 0);
        let store = open(&company.server.url).unwrap();
        let (owner, counted) = (company.company.clone(), id.clone());
        let write = store.write(move |tx: &mut Tx<'_>| {
            let deltas = [(counted.clone(), 4, 3), (counted.clone(), 11, -1)];
            tally::add(tx, &owner, &deltas)?;
            tally::add(tx, &"another company".into(), &deltas)
        });
        write.wait().unwrap();
        assert_eq!(company.get(&path).expect(200)["num_subs"], 2);
        let page = company.post("/products/find", &json!({ "query": { "name": "Counted" } }));
        assert_eq!(page.expect(200)["results"][0]["num_subs"], 2);
        store.stop();
    }

    fn what_was_used_once_is_marked(company: Company) {
        let item = company.post("/billable_items", &json!({ "name": "I", "type": "CUSTOM_USAGE" }));
        let id = text(&item.expect(200), "id");
        let store = open(&company.server.url).unwrap();
        let mark = |kind: &'static str| {
            let (owner, ids) = (company.company.clone(), vec![id.clone()]);
            store.write(move |tx: &mut Tx<'_>| tally::mark_used(tx, &owner, kind, ids.clone()))
        };
        let used = || {
            let sql = format!("SELECT cast(ever_used AS TEXT) FROM item WHERE id = '{id}'");
            crate::harness::database::behind(&company.server.url, &sql)
        };
        assert_eq!(used(), ["0"]);
        for kind in ["pricing", "product", "bundle", "metric"] {
            assert_eq!(mark(kind).wait(), Ok(()));
        }
        assert_eq!(used(), ["0"]);
        assert_eq!(mark("item").wait(), Ok(()));
        assert_eq!(mark("item").wait(), Ok(()));
        assert_eq!(used(), ["1"]);
        assert!(mark("customer").wait().is_err());
        store.stop();
    }
}
