//! What is ahead of subscriptions: in and out of the table, rewritten and taken away, and the
//! invoices that a change or an end looks at.

use std::collections::BTreeSet;

use records::{InvoiceId, SubscriptionId};
use store::label::{self, Label};
use store::search::Subject;
use store::subscription::{self, KIND, New, Rewritten};
use store::{Error, Store, Tx, invoice};

use super::open;
use super::samples::{
    COMPANY, at, customer_id, invoice_id, new_invoice, new_subscription, plain_invoice,
    plain_subscription, subscription_id,
};
use crate::harness::Kind;
use crate::harness::database::fresh;

/// Two subscriptions, of which the second has a life.
fn two(kind: Kind) -> Store {
    let store = open(&fresh(kind)).unwrap();
    let plain = new_subscription(plain_subscription(1));
    let rich = New {
        life: Some("{\"trial\":1}".to_owned()),
        labels: BTreeSet::from([Label::new("pricing", "old"), Label::new("tag", "kept")]),
        ..new_subscription(plain_subscription(2))
    };
    let rows = [plain, rich];
    let insert = store.write(move |tx: &mut Tx<'_>| subscription::insert_many(tx, &COMPANY, &rows));
    insert.wait().unwrap();
    store
}

fn ids() -> Vec<SubscriptionId> {
    vec![subscription_id(1), subscription_id(2)]
}

both! {
    fn a_life_goes_in_and_comes_out(kind: Kind) {
        let store = two(kind);
        let read = store.read(|tx: &mut Tx<'_>| {
            let mut found = subscription::by_ids(tx, &COMPANY, ids())?;
            found.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
            let one = subscription::by_id(tx, &COMPANY, &subscription_id(2))?.unwrap();
            let payers = vec![customer_id(1), customer_id(2)];
            let all = subscription::of_customers(tx, &COMPANY, payers.clone())?;
            let every = subscription::every_of(tx, &COMPANY, payers)?;
            Ok::<_, Error>((found, one, all, every))
        });
        let (found, one, known, every) = read.wait().unwrap();
        let life = Some("{\"trial\":1}".to_owned());
        let wanted = [None, life.clone()];
        assert!(found.iter().map(|row| &row.life).eq(&wanted));
        assert_eq!(one.life, life);
        assert!(known.iter().map(|row| &row.documents.life).eq(&wanted));
        // A document is read only where something may rewrite it.
        let documents = [None, Some("{}".to_owned())];
        assert!(known.iter().map(|row| &row.doc).eq(&documents));
        assert!(every.iter().map(|row| &row.documents.life).eq(&wanted));
        store.stop();
    }

    fn what_is_given_is_rewritten_and_the_rest_stays(kind: Kind) {
        let store = two(kind);
        let write = store.write(|tx: &mut Tx<'_>| {
            let had = BTreeSet::from([Label::new("pricing", "old"), Label::new("tag", "kept")]);
            let has = BTreeSet::from([Label::new("pricing", "new"), Label::new("tag", "kept")]);
            let (first, second) = (subscription_id(1), subscription_id(2));
            let first = Rewritten { life: Some(Some("{}")), ..Rewritten::nothing_of(&first) };
            let second = Rewritten {
                doc: Some("{\"a\":1}"), labels: Some((&had, &has)),
                ..Rewritten::nothing_of(&second)
            };
            subscription::rewrite(tx, &COMPANY, &[first, second])
        });
        write.wait().unwrap();
        let read = |store: &Store| {
            let read = store.read(|tx: &mut Tx<'_>| {
                let mut all = subscription::by_ids(tx, &COMPANY, ids())?;
                all.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
                let all: Vec<_> = all.into_iter().map(|row| (row.doc, row.life)).collect();
                let id = subscription_id(2);
                let subject = Subject { company: &COMPANY, kind: KIND, id: &id };
                let mut labels = Vec::new();
                for (property, value) in [("pricing", "old"), ("pricing", "new"), ("tag", "kept")] {
                    labels.push(label::has(tx, subject, &Label::new(property, value))?);
                }
                Ok::<_, Error>((all, labels))
            });
            read.wait().unwrap()
        };
        let (rows, labels) = read(&store);
        let some = |text: &str| Some(text.to_owned());
        let (plain, rich) = (("{}".to_owned(), some("{}")), some("{\"trial\":1}"));
        assert_eq!(rows, [plain, ("{\"a\":1}".to_owned(), rich)]);
        assert_eq!(labels, [false, true, true]);
        let write = store.write(|tx: &mut Tx<'_>| {
            let ids = ids();
            let gone = |id| Rewritten { life: Some(None), ..Rewritten::nothing_of(id) };
            let gone: Vec<_> = ids.iter().map(gone).collect();
            subscription::rewrite(tx, &COMPANY, &gone)
        });
        write.wait().unwrap();
        assert!(read(&store).0.iter().all(|(_, life)| life.is_none()));
        store.stop();
    }

    fn open_invoices_of_subscriptions(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        // Of two subscriptions, billed at 10, 20, 30 and 40; made in another order.
        let billed = |n: i64, of: Option<i64>, date: i64, status: &str| {
            new_invoice(invoice::Columns {
                subscription_id: of.map(subscription_id),
                billing_date: at(date),
                status: status.to_owned(),
                created_at: at(100 - n),
                ..plain_invoice(n)
            })
        };
        let rows = [
            billed(1, Some(1), 10, "PAID"),
            billed(2, Some(1), 20, "PENDING"),
            billed(3, Some(1), 30, "VOID"),
            billed(4, Some(1), 40, "DRAFT"),
            billed(5, Some(2), 10, "PENDING"),
            billed(6, Some(2), 20, "PENDING"),
            billed(7, None, 40, "PENDING"),
            billed(8, Some(3), 40, "PENDING"),
        ];
        let write =
            store.write(move |tx: &mut Tx<'_>| invoice::insert_many(tx, &COMPANY, &rows));
        write.wait().unwrap();
        let read = store.read(|tx: &mut Tx<'_>| {
            let of = vec![subscription_id(1), subscription_id(2)];
            let named = vec![invoice_id(1), invoice_id(6)];
            let some = invoice::named_or_pending(tx, &COMPANY, (named, of))?;
            Ok::<_, Error>((some, invoice::named_or_pending(tx, &COMPANY, Default::default())?))
        });
        let (some, none) = read.wait().unwrap();
        assert!(none.is_empty());
        let found: BTreeSet<InvoiceId> = some.into_iter().map(|row| row.columns.id).collect();
        // Neither drafts nor what is settled, but for what is named.
        assert_eq!(found, BTreeSet::from([1, 2, 5, 6].map(invoice_id)));
        store.stop();
    }
}
