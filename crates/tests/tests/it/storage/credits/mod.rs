//! Credits and their log.

mod finding;

use store::credit::{self, CreditRow, Log};
use store::{Error, Tx};

use super::open;
use super::samples::{COMPANY, at};
use crate::harness::Kind;
use crate::harness::database::fresh;

fn credit(n: i64) -> CreditRow {
    CreditRow {
        id: format!("crd_{n:03}").into(),
        customer_id: format!("cus_{}", n % 3).into(),
        subscription_id: (n % 4 == 0).then(|| "subs_1".into()),
        kind: if n % 5 == 0 { "UNITS" } else { "AMOUNT" }.to_owned(),
        currency: (n % 5 != 0).then(|| "USD".to_owned()),
        amount: n,
        issued: n * 2,
        item_id: (n % 5 == 0).then(|| "item_1".to_owned()),
        units: (n % 5 == 0).then(|| format!("{n}/3")),
        issued_units: (n % 5 == 0).then(|| n.to_string()),
        metric_record_id: (n % 5 == 0).then(|| "usage_1".to_owned()),
        state: if n % 7 == 0 { "CONSUMED" } else { "ACTIVE" }.to_owned(),
        expires_at: (n % 2 == 0).then(|| at(n)),
        version: 1,
        created_at: at(100 - n / 2),
        updated_at: at(n),
        doc: "{}".to_owned(),
    }
}

fn log(n: i64) -> Log {
    Log {
        id: format!("cl_{n:03}"),
        credit_id: format!("crd_{:03}", n % 4).into(),
        customer_id: "cus_1".into(),
        invoice_id: (n % 3 == 0).then(|| format!("inv_{}", n % 2).into()),
        action: "APPLIED".to_owned(),
        kind: "AMOUNT".to_owned(),
        amount: n,
        item_id: None,
        units: (n % 2 == 1).then(|| "0.5".to_owned()),
        metric_record_id: None,
        created_at: at(50 - n),
        note: (n % 2 == 0).then(|| "why".to_owned()),
    }
}

both! {
    fn what_customers_can_use(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let all: Vec<CreditRow> = (0..60).map(credit).collect();
        let inserted = all.clone();
        let read = store.write(move |tx: &mut Tx<'_>| {
            credit::insert_many(tx, &COMPANY, &inserted)?;
            credit::insert_many(tx, &"com_2".into(), &inserted[..9])?;
            let customers = vec!["cus_0".into(), "cus_2".into()];
            let none = credit::active_of(tx, &COMPANY, vec![])?;
            Ok::<_, Error>((credit::active_of(tx, &COMPANY, customers)?, none))
        });
        let (found, none) = read.wait().unwrap();
        assert!(none.is_empty());
        let usable = |credit: &&CreditRow| {
            let other = credit.customer_id != "cus_1".into();
            other && credit.state == "ACTIVE"
        };
        let mut expected: Vec<CreditRow> = all.iter().filter(usable).cloned().collect();
        expected.sort_by_key(|credit| (credit.created_at, credit.id.clone()));
        assert_eq!(found, expected);
        store.stop();
    }

    fn only_what_is_left_of_a_credit_changes(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let before = credit(8);
        let after = CreditRow {
            amount: 1,
            units: Some("7".to_owned()),
            metric_record_id: Some("usage_2".to_owned()),
            state: "EXPIRED".to_owned(),
            expires_at: None,
            updated_at: at(900),
            customer_id: "somebody".into(),
            doc: "other".to_owned(),
            ..before.clone()
        };
        let (old, new) = (before.clone(), after.clone());
        let read = store.write(move |tx: &mut Tx<'_>| {
            credit::insert_many(tx, &COMPANY, &[old.clone(), credit(9)])?;
            credit::replace_many(tx, &COMPANY, std::slice::from_ref(&new))?;
            let ids = vec![old.id.clone(), credit(9).id, "unknown".into()];
            credit::by_ids(tx, &COMPANY, ids)
        });
        let mut found = read.wait().unwrap();
        found.sort_by(|a, b| a.id.cmp(&b.id));
        let expected = CreditRow {
            customer_id: before.customer_id, doc: before.doc, version: 2, ..after
        };
        assert_eq!(found, [expected, credit(9)]);
        store.stop();
    }

    fn the_log_by_credit_and_by_invoice(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let read = store.write(|tx: &mut Tx<'_>| {
            let logs: Vec<Log> = (0..30).map(log).collect();
            credit::log_many(tx, &COMPANY, &logs)?;
            let invoices = vec!["inv_1".into(), "unknown".into()];
            Ok::<_, Error>((
                credit::logs_of_credit(tx, &COMPANY, &"crd_001".into())?,
                credit::logs_of_invoices(tx, &COMPANY, invoices)?,
            ))
        });
        let (of_credit, of_invoices) = read.wait().unwrap();
        let amounts = |logs: &[credit::Log]| logs.iter().map(|l| l.amount).collect::<Vec<_>>();
        assert_eq!(amounts(&of_credit), [29, 25, 21, 17, 13, 9, 5, 1]);
        assert_eq!(amounts(&of_invoices), [27, 21, 15, 9, 3]);
        let third = of_invoices.last().unwrap();
        assert_eq!((third.action.as_str(), third.note.as_deref()), ("APPLIED", None));
        assert_eq!(third.invoice_id.as_deref(), Some("inv_1"));
        store.stop();
    }
}
