//! Invoices by every filter, in every order.

use records::Moment;
use store::Tx;
use store::find::Comparison::{Eq, Gt, Gte, Lt};
use store::find::Wanted;
use store::invoice::{self, Columns, FIND, New};
use store::label::Label;

use super::searching::searches;
use super::seeded;
use crate::harness::Kind;
use crate::harness::database::fresh;
use crate::storage::open;
use crate::storage::samples::{
    COMPANY, NOW, at, customer_id, invoice_id, new_invoice, plain_invoice, subscription_id,
};
use crate::storage::searched::{
    Case, Property, Sorted, agree, all, any, case, comparing, labels, text,
};

impl Sorted for New {
    fn id(&self) -> &str {
        &self.columns.id
    }

    fn value(&self, column: &str) -> Option<Moment> {
        match column {
            "created_at" => Some(self.columns.created_at),
            "updated_at" => Some(self.columns.updated_at),
            _ => self.columns.due_date,
        }
    }
}

fn numbers_and_dates() -> Vec<Case<New>> {
    let mut cases = Vec::new();
    let amounts: [Property<Columns, i64>; 3] =
        [("total", |c| c.total), ("due", |c| c.due), ("paid", |c| c.paid)];
    for (name, amount) in amounts {
        cases.extend([
            case(name, comparing(&[(Gt, 2_900)]), move |new: &New| amount(&new.columns) > 2_900),
            case(name, comparing(&[(Gt, 10)]), move |new: &New| amount(&new.columns) > 10),
            case(name, comparing(&[(Eq, 0)]), move |new: &New| amount(&new.columns) == 0),
            case(name, comparing(&[(Gte, 0), (Lt, 9)]), move |new: &New| {
                (0..9).contains(&amount(&new.columns))
            }),
        ]);
    }
    let dates: [Property<Columns, Option<Moment>>; 3] = [
        ("due_date", |c| c.due_date),
        ("invoice_date", |c| c.invoice_date),
        ("paid_date", |c| c.paid_date),
    ];
    for (name, date) in dates {
        for bound in [100, 5_000, 7_900_000] {
            cases.push(case(name, comparing(&[(Lt, bound)]), move |new: &New| {
                date(&new.columns).is_some_and(|date| date.micros() < bound)
            }));
            cases.push(case(name, comparing(&[(Gte, bound)]), move |new: &New| {
                date(&new.columns).is_some_and(|date| date.micros() >= bound)
            }));
        }
    }
    cases
}

fn flags() -> Vec<Case<New>> {
    let mut cases = vec![
        case("hide_zero", Wanted::Flag(true), |new: &New| new.columns.total != 0),
        case("hide_zero", Wanted::Flag(false), |_| true),
    ];
    let sent = Label::new("invoice_sent", "true");
    for flag in [true, false] {
        let sent = sent.clone();
        cases.extend([
            case("auto_charges", Wanted::Flag(flag), move |new: &New| {
                new.columns.auto_charges == flag
            }),
            case("managed_externally", Wanted::Flag(flag), move |new: &New| {
                new.managed_externally == flag
            }),
            case("invoice_sent", Wanted::Flag(flag), move |new: &New| {
                new.labels.contains(&sent) == flag
            }),
        ]);
    }
    cases
}

fn texts() -> Vec<Case<New>> {
    let payer = |n: i64| {
        case("billed_customer_id", text(&customer_id(n)), move |new: &New| {
            new.columns.billed_customer_id == customer_id(n)
        })
    };
    let number = |number: &'static str| {
        case("invoice_number", text(number), move |new: &New| {
            new.columns.number.as_deref() == Some(number)
        })
    };
    let owned = |new: &New, owners: &[&str]| {
        new.owner_id.as_deref().is_some_and(|owner| owners.contains(&owner))
    };
    vec![
        payer(0),
        payer(2),
        payer(77),
        payer(9_999),
        number("INV-000123"),
        number("inv-000123"),
        number("INV-00012"),
        case("customer_id", text(&customer_id(77)), |new: &New| {
            new.columns.customer_id == customer_id(77)
        }),
        case("subscription_id", text(&subscription_id(33)), |new: &New| {
            new.columns.subscription_id == Some(subscription_id(33))
        }),
        case("uuid", text(&invoice_id(500)), |new: &New| new.columns.id == invoice_id(500)),
        case("uuid", text("unknown"), |_| false),
        case("currency", text("CHF"), |new: &New| new.columns.currency == "CHF"),
        case("currency", text("USD"), |new: &New| new.columns.currency == "USD"),
        case("owner_ids", any(&["usr_1"]), move |new: &New| owned(new, &["usr_1"])),
        case("owner_ids", any(&["usr_1", "usr_2"]), move |new: &New| {
            owned(new, &["usr_1", "usr_2"])
        }),
    ]
}

fn overdue(new: &New) -> bool {
    let c = &new.columns;
    c.status == "PENDING" && c.due > 0 && c.past_due_at.is_some_and(|past| past <= at(NOW))
}

fn words() -> Vec<Case<New>> {
    let mut cases = vec![
        case("status", text("OVERDUE"), overdue),
        case("statuses", any(&["OVERDUE", "VOID"]), |new: &New| {
            overdue(new) || new.columns.status == "VOID"
        }),
        case("statuses", any(&["DRAFT", "VOID", "FOO"]), |new: &New| {
            ["DRAFT", "VOID"].contains(&new.columns.status.as_str())
        }),
        case("statuses", any(&["PENDING", "PAID", "OVERDUE"]), |new: &New| {
            ["PENDING", "PAID"].contains(&new.columns.status.as_str())
        }),
        case("statuses", all(&["OVERDUE", "PENDING"]), |_| false),
    ];
    for word in ["DRAFT", "PENDING", "PAID", "VOID", "FOO"] {
        cases.push(case("status", text(word), move |new: &New| new.columns.status == word));
    }
    cases
}

fn labelled() -> Vec<Case<New>> {
    let bills = |new: &New, pricings: &[&str]| {
        new.pricings.iter().any(|id| pricings.contains(&id.as_str()))
    };
    let wire = Label::new("payment_method", "WIRE");
    vec![
        case("product_pricing_ids", labels("pricing", &["prc_3"]), move |new: &New| {
            bills(new, &["prc_3"])
        }),
        case("product_ids", any(&["prod_1"]), move |new: &New| bills(new, &["prc_3", "prc_4"])),
        case("product_ids", any(&["prod_1", "prod_2"]), move |new: &New| {
            bills(new, &["prc_3", "prc_4", "prc_5"])
        }),
        case("product_ids", all(&["prod_1", "prod_2"]), |_| false),
        case("product_ids", any(&["unknown"]), |_| false),
        case("product_tags", any(&["one"]), move |new: &New| bills(new, &["prc_3", "prc_4"])),
        case("product_tags", any(&["two"]), |_| false),
        case("product_pricing_tags", any(&["one"]), move |new: &New| bills(new, &["prc_7"])),
        case("payment_methods", labels("payment_method", &["WIRE"]), move |new: &New| {
            new.labels.contains(&wire)
        }),
    ]
}

fn pairs() -> Vec<Case<New>> {
    let query = |query: Vec<(&'static str, Wanted)>, passes: fn(&New) -> bool| Case {
        query,
        passes: Box::new(passes),
    };
    vec![
        query(vec![], |_| true),
        query(vec![("customer_id", text(&customer_id(50))), ("status", text("PAID"))], |new| {
            new.columns.customer_id == customer_id(50) && new.columns.status == "PAID"
        }),
        query(
            vec![
                ("hide_zero", Wanted::Flag(true)),
                ("product_pricing_ids", labels("pricing", &["prc_3"])),
                ("search", text("single")),
                ("status", text("PENDING")),
            ],
            |new| {
                let c = &new.columns;
                let single: i64 = c.customer_id[4..].parse().unwrap();
                c.total != 0
                    && c.status == "PENDING"
                    && single % 20 != 0
                    && new.pricings.iter().any(|id| id == "prc_3")
            },
        ),
    ]
}

both! {
    fn every_filter_in_every_order(kind: Kind) {
        let (store, rows) = seeded(kind);
        for cases in [
            numbers_and_dates(), flags(), texts(), words(), labelled(), searches(),
            pairs(),
        ] {
            agree(&store, FIND, &rows, &cases);
        }
        store.stop();
    }

    fn what_lies_at_the_far_end_of_the_order(kind: Kind) {
        let store = open(&fresh(kind)).unwrap();
        let plain = |n: i64| {
            let columns = Columns {
                invoice_date: Some(at(n)),
                due_date: Some(at(n)),
                status: "PENDING".to_owned(),
                total: 1 + n % 2,
                ..plain_invoice(n)
            };
            new_invoice(columns)
        };
        let rows: Vec<New> = (0..17_000).map(plain).collect();
        let inserted = rows.clone();
        let insert =
            store.write(move |tx: &mut Tx<'_>| invoice::insert_many(tx, &COMPANY, &inserted));
        insert.wait().unwrap();
        let far = |name, comparison, bound: i64| {
            case(name, comparing(&[(comparison, bound)]), move |new: &New| {
                let date = new.columns.invoice_date.unwrap().micros();
                if comparison == Lt { date < bound } else { date >= bound }
            })
        };
        let both = Case {
            query: vec![
                ("invoice_date", comparing(&[(Lt, 900)])),
                ("total", comparing(&[(Eq, 2)])),
            ],
            passes: Box::new(|new: &New| {
                new.columns.total == 2 && new.columns.invoice_date.unwrap().micros() < 900
            }),
        };
        // Fewer than five thousand of them, more, and both ends; then two filters of which one
        // finds few.
        agree(&store, FIND, &rows, &[
            far("invoice_date", Lt, 700),
            far("invoice_date", Lt, 5_500),
            far("due_date", Gte, 11_500),
            both,
        ]);
        store.stop();
    }
}
