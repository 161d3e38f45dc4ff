//! Invoices: in and out of the table, and made final.

mod finding;
mod searching;

use records::CustomerId;
use serde_json::json;
use store::invoice::{self, Columns, FIND, New};
use store::label::Label;
use store::{Error, Store, Tx};

use super::open;
use super::samples::{
    COMPANY, COUNT, at, customer_id, invoice, invoice_id, new_invoice, plain_invoice,
};
use super::searched::{agree, case, labels, text};
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

/// Inserts the sample, the names of its customers, and some pricings and tags.
fn seeded(kind: Kind) -> (Store, Vec<New>) {
    let url = fresh(kind);
    let store = open(&url).unwrap();
    let rows: Vec<New> = (0..COUNT).map(invoice).collect();
    let inserted = rows.clone();
    let insert = store.write(move |tx: &mut Tx<'_>| {
        invoice::insert_many(tx, &COMPANY, &inserted)?;
        invoice::insert_many(tx, &"com_2".into(), &inserted[..50])?;
        for customer in (0..COUNT).step_by(4) {
            let customer = named(customer / 4);
            store::customer::insert(tx, &customer, 1)?;
        }
        let tag = Label::new("tag", "one");
        store::label::add_many(tx, "product", &[(&COMPANY, "prod_1", &tag)])?;
        store::label::add_many(tx, "pricing", &[(&COMPANY, "prc_7", &tag)])
    });
    insert.wait().unwrap();
    let company = &*COMPANY;
    for (pricing, product) in [("prc_3", "prod_1"), ("prc_4", "prod_1"), ("prc_5", "prod_2")] {
        behind(
            &url,
            &format!(
            "INSERT INTO pricing (company_id, id, parent_id, state, created_at, updated_at, doc)
                VALUES ('{company}', '{pricing}', '{product}', 'ACTIVE', 0, 0, '{{}}')"
        ),
        );
    }
    (store, rows)
}

/// A customer whose name says its number; one in twenty belongs to a small chain.
fn named(n: i64) -> records::Customer {
    let chain = if n % 20 == 0 { "Chain" } else { "Single" };
    let customer = json!({
        "company_id": *COMPANY, "id": customer_id(n), "identifier": format!("acct-{n}"),
        "name": format!("{chain} Shop"), "created_at": "2024-01-01T00:00:00Z",
        "updated_at": "2024-01-01T00:00:00Z",
    });
    serde_json::from_value(customer).unwrap()
}

both! {
    fn what_goes_in_comes_out(kind: Kind) {
        let (store, rows) = seeded(kind);
        let read = store.read(|tx: &mut Tx<'_>| {
            let ids = vec![invoice_id(2), invoice_id(40), "unknown".into()];
            let one = invoice::get(tx, &COMPANY, &invoice_id(2))?;
            let mut all = invoice::by_ids(tx, &COMPANY, ids.clone())?;
            all.sort_by_key(|row| row.columns.created_at);
            let billing = invoice::billing_by_ids(tx, &COMPANY, ids)?;
            let payer = invoice::customer_of(tx, &COMPANY, &invoice_id(25))?;
            Ok::<_, Error>((one, all, billing, payer))
        });
        let (one, all, billing, payer) = read.wait().unwrap();
        assert_eq!(one.unwrap().columns, rows[2].columns);
        let expected = [&rows[2].columns, &rows[40].columns];
        assert_eq!(all.iter().map(|row| &row.columns).collect::<Vec<_>>(), expected);
        assert_eq!(billing.iter().map(|row| &row.columns).collect::<Vec<_>>(), expected);
        assert_eq!(payer, Some((customer_id(1), customer_id(6))));
        store.stop();
    }

    fn drafts_of_those_who_pay(kind: Kind) {
        let (store, rows) = seeded(kind);
        let payers: Vec<CustomerId> = (0..40).map(customer_id).collect();
        let asked = payers.clone();
        let drafts =
            store.read(move |tx: &mut Tx<'_>| invoice::open_of(tx, &COMPANY, asked.clone()));
        let drafts = drafts.wait().unwrap();
        let is_draft = |new: &&New| {
            new.columns.status == "DRAFT" && payers.contains(&new.columns.billed_customer_id)
        };
        let mut expected: Vec<&New> = rows.iter().filter(is_draft).collect();
        expected.sort_by_key(|new| (new.columns.created_at, new.columns.id.clone()));
        assert!(expected.len() > 3);
        let ids = drafts.iter().map(|draft| &draft.columns.id);
        assert!(ids.eq(expected.iter().map(|new| &new.columns.id)));
        store.stop();
    }

    fn nothing_is_billed_or_numbered_twice(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let insert = |columns: Columns| {
            let new = [new_invoice(columns)];
            store.write(move |tx: &mut Tx<'_>| invoice::insert_many(tx, &COMPANY, &new)).wait()
        };
        let numbered = |n: i64, number: &str, note: Option<&str>| Columns {
            number: Some(number.to_owned()),
            credit_note_number: note.map(str::to_owned),
            ..plain_invoice(n)
        };
        assert_eq!(insert(numbered(1, "INV-1", Some("CN-1"))), Ok(()));
        assert_eq!(insert(numbered(2, "INV-2", None)), Ok(()));
        assert_eq!(insert(plain_invoice(3)), Ok(()));
        let again = Columns { cause_id: "3".to_owned(), ..plain_invoice(4) };
        for refused in [again, numbered(5, "INV-2", None), numbered(6, "INV-6", Some("CN-1"))] {
            assert!(matches!(insert(refused), Err(Error::Taken(_))));
        }
        let (cause_kind, cause_id) = ("other".to_owned(), "3".to_owned());
        assert_eq!(insert(Columns { cause_kind, cause_id, ..plain_invoice(7) }), Ok(()));
        store.stop();
    }

    fn a_draft_is_made_final_and_paid(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let line = |pricing: &str| format!("[{{\"product_pricing_id\":\"{pricing}\"}},{{}}]");
        let draft = New {
            lines: line("prc_old"),
            draft: Some("{}".to_owned()),
            pricings: vec!["prc_old".to_owned()],
            ..new_invoice(plain_invoice(1))
        };
        let done = New {
            columns: Columns {
                status: "PENDING".to_owned(),
                number: Some("INV-7".to_owned()),
                total: 90,
                due: 90,
                due_date: Some(at(5)),
                invoice_date: Some(at(4)),
                past_due_at: Some(at(6)),
                updated_at: at(77),
                ..plain_invoice(1)
            },
            lines: line("prc_new"),
            draft: None,
            pricings: vec!["prc_new".to_owned()],
            ..draft.clone()
        };
        let paid = New {
            columns: Columns {
                status: "PAID".to_owned(), due: 0, paid: 90, paid_date: Some(at(8)),
                ..done.columns.clone()
            },
            labels: vec![Label::new("payment_method", "WIRE")],
            ..done.clone()
        };
        let steps = [done.clone(), paid.clone()];
        let write = store.write(move |tx: &mut Tx<'_>| {
            invoice::insert_many(tx, &COMPANY, std::slice::from_ref(&draft))?;
            invoice::replace_many::<New>(tx, &COMPANY, &[])?;
            for step in &steps {
                invoice::replace_many(tx, &COMPANY, std::slice::from_ref(step))?;
            }
            Ok::<_, Error>(())
        });
        write.wait().unwrap();
        let read = store.read(|tx: &mut Tx<'_>| {
            invoice::billing_by_ids(tx, &COMPANY, vec![invoice_id(1)])
        });
        let read = read.wait().unwrap().remove(0);
        assert_eq!(read.columns, Columns { version: 3, ..paid.columns.clone() });
        assert_eq!((read.lines, read.draft), (line("prc_new"), None));
        let finds = |name, wanted, found: bool| case(name, wanted, move |_: &New| found);
        agree(&store, FIND, &[paid], &[
            finds("product_pricing_ids", labels("pricing", &["prc_old"]), false),
            finds("product_pricing_ids", labels("pricing", &["prc_new"]), true),
            finds("payment_methods", labels("payment_method", &["WIRE"]), true),
            finds("status", text("PAID"), true),
            finds("search", text("v-7"), true),
        ]);
        store.stop();
    }
}
