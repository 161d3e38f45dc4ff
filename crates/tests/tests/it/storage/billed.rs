//! Who is billed: locks, claims, what is due, and versions that were missed.

use std::sync::mpsc;

use records::{CustomerId, Moment};
use store::billed::{self, Claim, Key, Settled};
use store::{Error, Store, Tx};

use super::open;
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

fn at(micros: i64) -> Moment {
    Moment::from_micros(micros)
}

fn lock(store: &Store, customer: &'static str, since: i64) -> billed::Billed {
    store
        .write(move |tx: &mut Tx<'_>| billed::lock(tx, &"c".into(), &customer.into(), at(since)))
        .wait()
        .unwrap()
}

fn settle(store: &Store, rows: &[(&str, i64, Option<i64>)]) -> Vec<String> {
    let rows: Vec<Settled> = rows
        .iter()
        .map(|(customer, version, due)| Settled {
            customer_id: (*customer).into(),
            version: *version,
            due_at: due.map(at),
            run: billed::RollupRun::default(),
        })
        .collect();
    let mut settled =
        store.write(move |tx: &mut Tx<'_>| billed::settle(tx, &"c".into(), &rows)).wait().unwrap();
    settled.sort();
    settled.into_iter().map(String::from).collect()
}

fn claim(store: &Store, customers: &[&str], by: &'static str, wall: i64) -> Vec<(String, i64)> {
    let customers: Vec<CustomerId> = customers.iter().map(|id| (*id).into()).collect();
    let claim = Claim { by, wall: at(wall), until: at(wall + 100) };
    let claimed = store
        .write(move |tx: &mut Tx<'_>| billed::claim(tx, &"c".into(), &customers, claim))
        .wait();
    let mut claimed = claimed.unwrap();
    claimed.sort();
    claimed.into_iter().map(|(id, version)| (id.into(), version)).collect()
}

fn due(store: &Store, now: i64, after: Option<Key>, limit: i64) -> Vec<(Key, i64)> {
    let read = move |tx: &mut Tx<'_>| billed::due(tx, &"c".into(), at(now), after.as_ref(), limit);
    store.read(read).wait().unwrap()
}

both! {
    fn a_lock_makes_the_row_once(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let first = lock(&store, "a", 5);
        let expected = billed::Billed {
            customer_id: "a".into(), due_at: None, since: at(5), version: 0,
            rollup_zone: None, rollup_turn_at: None, run: billed::RollupRun::default(),
        };
        assert_eq!(first, expected);
        assert_eq!(lock(&store, "a", 9), expected, "since is the first one's");
        store.stop();
    }

    fn what_is_due_comes_in_order(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        for (customer, since) in [("d", 1), ("c", 2), ("b", 2), ("a", 3), ("never", 0)] {
            lock(&store, customer, since);
        }
        let settled = settle(&store, &[
            ("a", 0, Some(10)), ("b", 0, Some(20)), ("c", 0, Some(20)), ("d", 0, Some(30)),
        ]);
        assert_eq!(settled, ["a", "b", "c", "d"]);
        let next = |limit: i64| {
            store.read(move |tx: &mut Tx<'_>| billed::next_due(tx, &"c".into(), at(limit))).wait()
        };
        assert_eq!(next(9), Ok(None));
        assert_eq!(next(10), Ok(Some(at(10))));
        assert_eq!(next(99), Ok(Some(at(10))));
        let names = |found: &[(Key, i64)]| -> Vec<String> {
            found.iter().map(|(key, _)| key.customer_id.to_string()).collect()
        };
        assert_eq!(names(&due(&store, 29, None, 10)), ["a", "b", "c"]);
        let mut walked = Vec::new();
        let mut after = None;
        loop {
            let page = due(&store, 30, after.take(), 1);
            let Some((key, version)) = page.into_iter().next() else { break };
            assert_eq!(version, 1);
            walked.push(key.customer_id.to_string());
            after = Some(key);
        }
        assert_eq!(walked, ["a", "b", "c", "d"]);
        assert!(settle(&store, &[("a", 1, None)]) == ["a"]);
        assert_eq!(names(&due(&store, 99, None, 10)), ["b", "c", "d"]);
        store.stop();
    }

    fn a_version_that_was_missed_settles_nothing(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        for customer in ["a", "b", "c"] {
            lock(&store, customer, 1);
        }
        let settled =
            settle(&store, &[("a", 0, Some(7)), ("b", 4, Some(7)), ("gone", 0, Some(7))]);
        assert_eq!(settled, ["a"]);
        assert_eq!((lock(&store, "a", 1).due_at, lock(&store, "a", 1).version), (Some(at(7)), 1));
        assert_eq!((lock(&store, "b", 1).due_at, lock(&store, "b", 1).version), (None, 0));
        assert!(settle(&store, &[("a", 0, None)]).is_empty(), "beaten");
        store.stop();
    }

    fn a_claim_holds_until_it_runs_out_or_is_settled(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        for customer in ["a", "b", "c"] {
            lock(&store, customer, 1);
        }
        let all = ["a", "b", "c", "unknown"];
        let is_its = |names: &[&str]| -> Vec<(String, i64)> {
            names.iter().map(|name| ((*name).to_owned(), 0)).collect()
        };
        assert!(claim(&store, &[], "one", 1_000).is_empty());
        assert_eq!(claim(&store, &["a", "b"], "one", 1_000), is_its(&["a", "b"]));
        assert_eq!(claim(&store, &all, "two", 1_100), is_its(&["c"]), "until is not over yet");
        assert_eq!(claim(&store, &all, "one", 1_100), is_its(&["a", "b"]), "its own again");
        assert_eq!(settle(&store, &[("a", 0, Some(5))]), ["a"]);
        assert_eq!(claim(&store, &all, "two", 1_150), [("a".to_owned(), 1), ("c".to_owned(), 0)]);
        assert_eq!(claim(&store, &["b"], "two", 1_201), is_its(&["b"]), "run out");
        store.stop();
    }

    fn companies_with_a_clock_of_their_own_are_left_alone(kind: Kind) {
        let url = fresh(kind);
        let store = open(&url).unwrap();
        for (company, clock) in [("c", "NULL"), ("idle", "NULL"), ("test", "1")] {
            behind(&url, &format!(
                "INSERT INTO company (company_id, slug, is_dev, demo, clock_now, created_at,
                    updated_at, doc) VALUES ('{company}', '{company}', 1, 0, {clock}, 0, 0, '{{}}')"
            ));
        }
        for (company, due_at) in [("c", "50"), ("idle", "NULL"), ("test", "50")] {
            behind(&url, &format!(
                "INSERT INTO billed_customer (company_id, customer_id, due_at, since, version)
                    VALUES ('{company}', 'a', {due_at}, 0, 0)"
            ));
        }
        let companies =
            |wall| store.read(move |tx: &mut Tx<'_>| billed::companies_due(tx, at(wall))).wait();
        assert_eq!(companies(49), Ok(vec![]));
        assert_eq!(companies(50), Ok(vec!["c".into()]));
        let write = |work: fn(&mut Tx<'_>) -> Result<(), Error>| store.write(work).wait().unwrap();
        write(|tx| billed::lock(tx, &"c".into(), &"b".into(), at(1)).map(|_| ()));
        write(|tx| billed::lock(tx, &"test".into(), &"b".into(), at(1)).map(|_| ()));
        let in_real_time = |customer: &str| {
            let sql = "SELECT company_id FROM billed_customer WHERE real_time = 1 AND customer_id";
            behind(&url, &format!("{sql} = '{customer}'"))
        };
        assert_eq!(in_real_time("b"), ["c"], "who sets a clock is due by it");
        write(|tx| billed::leave_real_time(tx, &"c".into()));
        assert_eq!(in_real_time("b"), [""; 0]);
        assert_eq!(companies(50), Ok(vec![]));
        store.stop();
    }
}

/// SQLite has one writer: there nobody can hold a row meanwhile.
#[test]
fn a_claim_does_not_wait_for_what_is_held() {
    let store = open(&fresh(Kind::Postgres)).unwrap();
    lock(&store, "a", 1);
    lock(&store, "b", 1);
    let (held, is_held) = mpsc::channel();
    let (go, gone) = mpsc::channel();
    let holding = store.write(move |tx: &mut Tx<'_>| {
        billed::lock(tx, &"c".into(), &"a".into(), at(1))?;
        held.send(()).unwrap();
        gone.recv().unwrap();
        Ok::<_, Error>(())
    });
    is_held.recv().unwrap();
    assert_eq!(claim(&store, &["a", "b"], "one", 1), [("b".to_owned(), 0)]);
    go.send(()).unwrap();
    holding.wait().unwrap();
    assert_eq!(claim(&store, &["a"], "one", 1), [("a".to_owned(), 0)]);
    store.stop();
}
