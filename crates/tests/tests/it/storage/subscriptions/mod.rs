//! Subscriptions: in and out of the table, moved on and amended.

mod finding;

use std::collections::BTreeSet;

use records::{CompanyId, SubscriptionId};
use store::label::Label;
use store::subscription::{self, Amended, Columns, FIND, Moved, New, Parked};
use store::{Error, Store, Tx, invoice};

use super::open;
use super::samples::{
    COMPANY, COUNT, at, customer_id, new_invoice, new_subscription, plain_invoice,
    plain_subscription, subscription, subscription_id,
};
use super::searched::{agree, case, labels, text};
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

/// Inserts the sample and some tagged products and pricings.
fn seeded(kind: Kind) -> (Store, Vec<New>) {
    let url = fresh(kind);
    let store = open(&url).unwrap();
    let rows: Vec<New> = (0..COUNT).map(subscription).collect();
    let inserted = rows.clone();
    let insert = store.write(move |tx: &mut Tx<'_>| {
        subscription::insert_many(tx, &COMPANY, &inserted)?;
        // Another company has the same.
        subscription::insert_many(tx, &"com_2".into(), &inserted[..50])?;
        let tag = |tag| Label::new("tag", tag);
        let (one, two) = (tag("one"), tag("two"));
        let products = [("prod_1", &one), ("prod_2", &one), ("prod_2", &two), ("prod_9", &two)];
        let pricings = [("prc_3", &one), ("prc_4", &two), ("prc_3", &two)];
        let owned = |all: &[(&'static str, &Label)]| -> Vec<(&CompanyId, &'static str, Label)> {
            all.iter().map(|(id, label)| (&*COMPANY, *id, (*label).clone())).collect()
        };
        for (kind, all) in [("product", owned(&products)), ("pricing", owned(&pricings))] {
            let all: Vec<_> = all.iter().map(|(company, id, l)| (*company, *id, l)).collect();
            store::label::add_many(tx, kind, &all)?;
        }
        Ok::<_, Error>(())
    });
    insert.wait().unwrap();
    (store, rows)
}

both! {
    fn what_goes_in_comes_out(kind: Kind) {
        let (store, rows) = seeded(kind);
        let ids = vec![subscription_id(201), subscription_id(60), "unknown".into()];
        let (asked, key) = (ids.clone(), rows[60].columns.identifier.clone().unwrap());
        let read = store.read(move |tx: &mut Tx<'_>| {
            let mut all = subscription::by_ids(tx, &COMPANY, asked.clone())?;
            all.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
            let one = subscription::by_id(tx, &COMPANY, &subscription_id(201))?;
            let named = subscription::by_identifier(tx, &COMPANY, &key)?;
            let billing = subscription::billing_by_ids(tx, &COMPANY, asked.clone())?;
            Ok::<_, Error>((all, one, named, billing))
        });
        let (all, one, named, billing) = read.wait().unwrap();
        let columns = |n: usize| &rows[n].columns;
        let all: Vec<&Columns> = all.iter().map(|row| &row.columns).collect();
        assert_eq!(all, [columns(60), columns(201)]);
        assert_eq!(&one.unwrap().columns, columns(201));
        assert_eq!(&named.unwrap().columns, columns(60));
        assert_eq!(billing.len(), 2);
        let texts = billing.iter().map(|row| (&*row.documents.terms, &*row.documents.progress));
        assert!(texts.into_iter().all(|texts| texts == ("terms", "progress")));
        // Everything that is billed to a customer and not over.
        let pending = store.read(|tx: &mut Tx<'_>| {
            let payers = vec![customer_id(7), customer_id(8), customer_id(7)];
            subscription::of_customers(tx, &COMPANY, payers)
        });
        let found = pending.wait().unwrap().into_iter();
        let known: Vec<SubscriptionId> = found.map(|row| row.columns.id).collect();
        let live = |new: &&New| {
            let payer = &new.columns.billed_customer_id;
            [customer_id(7), customer_id(8)].contains(payer)
                && ["PENDING", "ACTIVE", "UNPAID"].contains(&new.columns.status.as_str())
        };
        let mut expected: Vec<&New> = rows.iter().filter(live).collect();
        expected.sort_by_key(|new| (new.columns.created_at, new.columns.id.clone()));
        assert!(!known.is_empty());
        assert!(known.iter().eq(expected.iter().map(|new| &new.columns.id)));
        store.stop();
    }

    fn an_identifier_is_unique(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let insert = |n: i64, company: &'static str, identifier: Option<&str>| {
            let identifier = identifier.map(str::to_owned);
            let new = new_subscription(Columns { identifier, ..plain_subscription(n) });
            let company = CompanyId::from(company);
            store.write(move |tx: &mut Tx<'_>| subscription::insert(tx, &company, &new)).wait()
        };
        assert_eq!(insert(1, "c", Some("key")), Ok(()));
        assert_eq!(insert(2, "c", None), Ok(()));
        assert_eq!(insert(3, "c", None), Ok(()));
        assert_eq!(insert(4, "d", Some("key")), Ok(()));
        let refused = insert(5, "c", Some("key")).unwrap_err().to_string();
        assert!(refused.contains("identifier"), "{refused}");
        store.stop();
    }

    fn the_cycle_moves_them_on(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let before: Vec<Columns> = (0..2_100).map(plain_subscription).collect();
        let after: Vec<Columns> = before.iter().zip(0..).map(|(old, n)| moved(old, n)).collect();
        let (old, new) = (before.clone(), after.clone());
        let write = store.write(move |tx: &mut Tx<'_>| {
            let rows: Vec<New> = old.iter().cloned().map(new_subscription).collect();
            subscription::insert_many(tx, &COMPANY, &rows)?;
            let moved: Vec<Moved<'_>> = old
                .iter()
                .zip(&new)
                .map(|(before, after)| Moved { before, after, progress: "further" })
                .collect();
            subscription::move_on(tx, &COMPANY, &moved)
        });
        write.wait().unwrap();
        let ids: Vec<SubscriptionId> = after.iter().map(|columns| columns.id.clone()).collect();
        let read = store
            .read(move |tx: &mut Tx<'_>| subscription::billing_by_ids(tx, &COMPANY, ids.clone()));
        let mut read = read.wait().unwrap();
        read.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
        assert_eq!(read.len(), after.len());
        for (row, expected) in read.iter().zip(&after) {
            assert_eq!(row.columns, Columns { version: 2, ..expected.clone() });
            let texts = (&*row.documents.progress, &*row.documents.terms);
            assert_eq!(texts, ("further", "terms"));
        }
        store.stop();
    }

    fn an_amendment_changes_how_it_is_found(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let new = New {
            labels: BTreeSet::from([Label::new("tag", "old"), Label::new("tag", "kept")]),
            names: vec!["Acme".to_owned()],
            ..new_subscription(plain_subscription(1))
        };
        let columns = Columns {
            identifier: Some("fresh-key".to_owned()),
            auto_charges: true,
            group_id: Some("g".to_owned()),
            payment_method_id: Some("pm".to_owned()),
            updated_at: at(99),
            ..plain_subscription(1)
        };
        let (had, amended) = (new.labels.clone(), columns.clone());
        let write = store.write(move |tx: &mut Tx<'_>| {
            subscription::insert(tx, &COMPANY, &new)?;
            let has = BTreeSet::from([Label::new("tag", "new"), Label::new("tag", "kept")]);
            let amended = Amended {
                columns: &amended, doc: "{\"a\":1}", labels: (&had, &has),
                names: &["Acme"],
            };
            subscription::amend(tx, &COMPANY, amended)
        });
        write.wait().unwrap();
        let named = |tx: &mut Tx<'_>| subscription::by_identifier(tx, &COMPANY, "fresh-key");
        let row = store.read(named);
        let row = row.wait().unwrap().unwrap();
        assert_eq!(row.columns, Columns { version: 2, ..columns.clone() });
        assert_eq!(row.doc, "{\"a\":1}");
        let rows = [new_subscription(columns)];
        let cases = [
            ("tags", labels("tag", &["old"]), false),
            ("tags", labels("tag", &["new"]), true),
            ("tags", labels("tag", &["kept"]), true),
            ("search", text("fresh"), true),
            ("search", text("acme"), true),
            ("group_id", text("g"), true),
        ];
        let cases = cases.map(|(name, wanted, found)| case(name, wanted, move |_: &New| found));
        agree(&store, FIND, &rows, &cases);
        store.stop();
    }

    fn the_earliest_open_invoice_is_past_due(kind: Kind) {
        let url = fresh(kind);
        let store = open(&url).unwrap();
        let open_invoice = |n: i64, status: &str, due: i64, past_due_at: Option<i64>| {
            new_invoice(invoice::Columns {
                subscription_id: Some(subscription_id(1)),
                status: status.to_owned(),
                due,
                past_due_at: past_due_at.map(at),
                ..plain_invoice(n)
            })
        };
        let invoices = [
            open_invoice(1, "PENDING", 5, Some(70)),
            open_invoice(2, "PENDING", 5, Some(60)),
            open_invoice(3, "PENDING", 0, Some(10)),
            open_invoice(4, "PAID", 5, Some(10)),
            open_invoice(5, "PENDING", 5, None),
        ];
        let write = store.write(move |tx: &mut Tx<'_>| {
            for n in [1, 2, 3] {
                let columns = Columns { past_due_at: Some(at(5)), ..plain_subscription(n) };
                subscription::insert(tx, &COMPANY, &new_subscription(columns))?;
            }
            invoice::insert_many(tx, &COMPANY, &invoices)?;
            subscription::past_due(tx, &COMPANY, &[])?;
            subscription::past_due(tx, &COMPANY, &[subscription_id(1), subscription_id(2)])
        });
        write.wait().unwrap();
        let sql = "SELECT coalesce(cast(past_due_at AS TEXT), '-')
            FROM subscription_progress ORDER BY id";
        assert_eq!(behind(&url, sql), ["60", "-", "5"]);
        store.stop();
    }
}

/// What a turn of the cycle may do: most are only billed, some renew, end or are parked.
fn moved(columns: &Columns, n: i64) -> Columns {
    let billed = Columns {
        next_invoice_date: Some(at(n + 1_000)),
        renewal_date: (n % 2 == 0).then(|| at(n + 5_000)),
        past_due_at: (n % 3 == 0).then(|| at(n)),
        updated_at: at(n + 9),
        ..columns.clone()
    };
    match n % 10 {
        0 => Columns { status: "ENDED".to_owned(), next_invoice_date: None, ..billed },
        1 => Columns { mrr: n, arr: n * 12, ..billed },
        2 => Columns {
            parked: Some(Parked { id: format!("p{n}"), at: at(n), reason: "no price".to_owned() }),
            ..billed
        },
        3 => Columns { end_date: Some(at(n)), effective_end_date: Some(at(n)), ..billed },
        4 => Columns { trial: true, auto_charges: true, auto_renews: false, ..billed },
        5 => Columns { payment_method_id: Some("pm".to_owned()), ..billed },
        _ => billed,
    }
}
