//! Invoices: in and out of the table, made final, and found by every filter.

use records::Moment;
use serde_json::json;
use store::find::Comparison::{Eq, Gt, Gte, Lt};
use store::find::{Comparison, Wanted};
use store::invoice::{self, Columns, FIND, New};
use store::label::Label;
use store::{Error, Store, Tx};

use super::open;
use super::samples::{
    COMPANY, COUNT, NOW, at, customer_id, invoice, invoice_id, new_invoice, plain_invoice,
    subscription_id,
};
use super::searched::{Case, Property, Sorted, agree, all, any, case, text};
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

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

/// Inserts the sample, the names of its customers, and some pricings and tags.
fn seeded(kind: Kind) -> (Store, Vec<New>) {
    let url = fresh(kind);
    let store = open(&url).unwrap();
    let rows: Vec<New> = (0..COUNT).map(invoice).collect();
    let inserted = rows.clone();
    let insert = store.write(move |tx: &mut Tx<'_>| {
        invoice::insert_many(tx, COMPANY, &inserted)?;
        invoice::insert_many(tx, "com_2", &inserted[..50])?;
        for customer in (0..COUNT).step_by(4) {
            let customer = named(customer / 4);
            store::customer::insert(tx, &customer)?;
        }
        let tag = Label::new("tag", "one");
        store::label::add_many(tx, "product", &[(COMPANY, "prod_1", &tag)])?;
        store::label::add_many(tx, "pricing", &[(COMPANY, "prc_7", &tag)])
    });
    insert.wait().unwrap();
    for (pricing, product) in [("prc_3", "prod_1"), ("prc_4", "prod_1"), ("prc_5", "prod_2")] {
        behind(
            &url,
            &format!(
            "INSERT INTO pricing (company_id, id, parent_id, state, created_at, updated_at, doc)
                VALUES ('{COMPANY}', '{pricing}', '{product}', 'ACTIVE', 0, 0, '{{}}')"
        ),
        );
    }
    (store, rows)
}

/// A customer whose name says its number; one in twenty belongs to a small chain.
fn named(n: i64) -> records::Customer {
    let chain = if n % 20 == 0 { "Chain" } else { "Single" };
    let customer = json!({
        "company_id": COMPANY, "id": customer_id(n), "identifier": format!("acct-{n}"),
        "name": format!("{chain} Shop"), "created_at": "2024-01-01T00:00:00Z",
        "updated_at": "2024-01-01T00:00:00Z",
    });
    serde_json::from_value(customer).unwrap()
}

fn comparing(all: &[(Comparison, i64)]) -> Wanted {
    Wanted::Compare(all.to_vec())
}

fn labels(property: &str, values: &[&str]) -> Wanted {
    Wanted::Labels(values.iter().map(|value| Label::new(property, value)).collect())
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

fn searches() -> Vec<Case<New>> {
    let found = |query: &'static str| {
        case("search", text(query), move |new: &New| {
            let query = query.trim().to_lowercase();
            let number = new.columns.number.as_deref().unwrap_or_default().to_lowercase();
            let owner = new.columns.customer_id[4..].parse().unwrap();
            let customer = named(owner);
            let names = [&customer.id, &customer.identifier, customer.name.as_ref().unwrap()];
            let named = names.iter().any(|name| name.to_lowercase().contains(&query));
            let numbered =
                !number.is_empty() && (number.starts_with(&query) || number.ends_with(&query));
            named || numbered || new.columns.id.starts_with(&query)
        })
    };
    // Part of many names, of some, of one; beginnings and ends of numbers; the middle of none.
    [
        "single",
        "CHAIN",
        " chain shop ",
        "acct-123",
        "inv-",
        "INV-0012",
        "001234",
        "0123",
        "V-0",
        "zzz",
    ]
    .map(found)
    .into()
}

fn begins_with_an_id() -> Case<New> {
    let start = invoice_id(321)[..8].to_owned();
    let upper = start.to_uppercase();
    case("search", text(&upper), move |new: &New| new.columns.id.starts_with(&start))
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
            vec![begins_with_an_id()], pairs(),
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
            store.write(move |tx: &mut Tx<'_>| invoice::insert_many(tx, COMPANY, &inserted));
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

    fn what_goes_in_comes_out(kind: Kind) {
        let (store, rows) = seeded(kind);
        let read = store.read(|tx: &mut Tx<'_>| {
            let ids = vec![invoice_id(2), invoice_id(40), "unknown".to_owned()];
            let one = invoice::get(tx, COMPANY, &invoice_id(2))?;
            let mut all = invoice::by_ids(tx, COMPANY, ids.clone())?;
            all.sort_by_key(|row| row.columns.created_at);
            let billing = invoice::billing_by_ids(tx, COMPANY, ids)?;
            let payer = invoice::customer_of(tx, COMPANY, &invoice_id(25))?;
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
        let payers: Vec<String> = (0..40).map(customer_id).collect();
        let asked = payers.clone();
        let drafts =
            store.read(move |tx: &mut Tx<'_>| invoice::open_of(tx, COMPANY, asked.clone()));
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
            store.write(move |tx: &mut Tx<'_>| invoice::insert_many(tx, COMPANY, &new)).wait()
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
            invoice::insert_many(tx, COMPANY, std::slice::from_ref(&draft))?;
            invoice::replace_many::<New>(tx, COMPANY, &[])?;
            for step in &steps {
                invoice::replace_many(tx, COMPANY, std::slice::from_ref(step))?;
            }
            Ok::<_, Error>(())
        });
        write.wait().unwrap();
        let read = store.read(|tx: &mut Tx<'_>| {
            invoice::billing_by_ids(tx, COMPANY, vec![invoice_id(1)])
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
