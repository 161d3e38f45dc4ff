//! Many rows through one statement.

use records::Moment;
use store::fact::NewFact;
use store::label::{Label, add_many, has};
use store::search::Subject;
use store::{Error, Statement, Store, Tx, Value};

use super::open;
use super::samples::COMPANY;
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

const PUT: Statement = Statement::new(
    "put",
    "INSERT INTO probe (company_id, id, name, n)
        SELECT $1, c2, c3, c4 FROM {rows int, text, int}",
);
const CHANGE: Statement<(i64, i64)> = Statement::new(
    "change",
    "UPDATE probe AS t SET n = r.c3 FROM {rows int, int}
        WHERE t.company_id = $1 AND t.id = r.c2 AND t.n IS NULL RETURNING id, n",
);

fn probed(kind: Kind) -> (String, Store) {
    let url = fresh(kind);
    let store = open(&url).unwrap();
    let columns = "company_id TEXT NOT NULL, id BIGINT NOT NULL PRIMARY KEY, name TEXT, n BIGINT";
    behind(&url, &format!("CREATE TABLE probe ({columns})"));
    (url, store)
}

/// Every third row has no name and every fifth no number.
fn row(id: i64) -> Vec<Value> {
    let name = (id % 3 != 0).then(|| format!("name '{id}'"));
    vec!["c".into(), id.into(), name.into(), (id % 5 != 0).then_some(id * 10).into()]
}

both! {
    fn thousands_of_rows_with_nulls(kind: Kind) {
        let (url, store) = probed(kind);
        let put = store.write(|tx: &mut Tx<'_>| {
            tx.run_many(&PUT, &(0..2_501).map(row).collect::<Vec<_>>())
        });
        assert_eq!(put.wait(), Ok(()));
        let sql = "SELECT cast(count(*) AS TEXT) || ' ' || cast(count(name) AS TEXT) || ' ' ||
            cast(count(n) AS TEXT) || ' ' || cast(sum(n) AS TEXT) FROM probe";
        let sum: i64 = (0..2_501).filter(|id| id % 5 != 0).map(|id| id * 10).sum();
        assert_eq!(behind(&url, sql), [format!("2501 1667 2000 {sum}")]);
        assert_eq!(behind(&url, "SELECT name FROM probe WHERE id = 2500"), ["name '2500'"]);
        store.stop();
    }

    fn rows_answer(kind: Kind) {
        let (_, store) = probed(kind);
        let changed = |id: i64| vec!["c".into(), id.into(), 7.into()];
        let changed = store.write(move |tx: &mut Tx<'_>| {
            tx.run_many(&PUT, &(0..1_203).map(row).collect::<Vec<_>>())?;
            let rows: Vec<Vec<Value>> = (0..1_203).map(changed).collect();
            tx.rows_many(&CHANGE, &rows)
        });
        let mut changed = changed.wait().unwrap();
        changed.sort_unstable();
        let expected: Vec<(i64, i64)> = (0..1_203).step_by(5).map(|id| (id, 7)).collect();
        assert_eq!(changed, expected);
        store.stop();
    }

    fn no_rows_do_nothing(kind: Kind) {
        let (_, store) = probed(kind);
        let done = store.write(|tx: &mut Tx<'_>| {
            let before = tx.statements();
            tx.run_many(&PUT, &[])?;
            let rows = tx.rows_many(&CHANGE, &[])?;
            Ok::<_, Error>((rows, tx.statements() - before))
        });
        assert_eq!(done.wait(), Ok((vec![], 0)));
        store.stop();
    }

    fn one_bad_row_refuses_all(kind: Kind) {
        let (url, store) = probed(kind);
        let put = store.write(|tx: &mut Tx<'_>| {
            let mut rows: Vec<_> = (0..1_500).map(row).collect();
            rows.push(row(3));
            tx.run_many(&PUT, &rows)
        });
        assert!(matches!(put.wait(), Err(Error::Taken(_))));
        assert_eq!(behind(&url, "SELECT cast(count(*) AS TEXT) FROM probe"), ["0"]);
        store.stop();
    }

    fn facts_keep_the_order_in_which_they_came(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let ids: Vec<String> = (0..2_345).map(|n| format!("evt_{n:05}")).collect();
        let written = ids.clone();
        let add = store.write(move |tx: &mut Tx<'_>| {
            let company = &*COMPANY;
            let fact = |id: &'_ String| NewFact {
                company,
                id: "",
                event_type: "t",
                data_type: "d",
                object_id: "o",
                created_at: Moment::from_micros(1),
                data: format!("{{\"id\":\"{id}\"}}"),
                actor: "CYCLE",
            };
            let first = NewFact { id: "evt_", ..fact(&String::new()) };
            store::fact::add(tx, first)?;
            let facts = written.iter().map(|id| NewFact { id, ..fact(id) }).collect();
            store::fact::add_many(tx, facts)
        });
        add.wait().unwrap();
        let arrange = || store.write(|tx: &mut Tx<'_>| store::fact::arrange(tx, &COMPANY)).wait();
        while arrange().unwrap() {}
        let log = store.read(|tx: &mut Tx<'_>| store::fact::after(tx, &COMPANY, 0, 5_000)).wait();
        let log = log.unwrap();
        assert_eq!(log.len(), 2_346);
        assert!(log.iter().zip(1..).all(|(entry, position)| entry.position == position));
        assert!(log.iter().skip(1).map(|entry| &entry.id).eq(&ids));
        store.stop();
    }

    fn labels_may_be_there_already(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let add = |count: i64| {
            store.write(move |tx: &mut Tx<'_>| {
                let ids: Vec<String> = (0..count).map(|n| n.to_string()).collect();
                let label = Label::new("tag", "x");
                let company = &*COMPANY;
                let all: Vec<_> = ids.iter().map(|id| (company, id.as_str(), &label)).collect();
                add_many(tx, "kind", &all)
            })
        };
        assert_eq!(add(10).wait(), Ok(()));
        assert_eq!(add(1_100).wait(), Ok(()));
        let has = |id: &'static str| {
            let look = move |tx: &mut Tx<'_>| {
                let subject = Subject { company: &COMPANY, kind: "kind", id };
                has(tx, subject, &Label::new("tag", "x"))
            };
            store.read(look).wait().unwrap()
        };
        assert!(has("0") && has("9") && has("1099") && !has("1100"));
        store.stop();
    }
}
