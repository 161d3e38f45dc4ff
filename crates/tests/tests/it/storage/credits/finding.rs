//! Credits and the entries of their log by every filter, in every order.

use records::Moment;
use serde_json::json;
use store::credit::{self, CreditRow, FIND, FIND_LOGS, Log};
use store::{Error, Store, Tx};

use crate::harness::Kind;
use crate::harness::database::fresh;
use crate::storage::open;
use crate::storage::samples::{COMPANY, COUNT, at, chance, customer_id, subscription_id};
use crate::storage::searched::{Case, Sorted, agree, all, any, case, text};

impl Sorted for CreditRow {
    fn id(&self) -> &str {
        &self.id
    }

    fn value(&self, column: &str) -> Option<Moment> {
        Some(if column == "updated_at" { self.updated_at } else { self.created_at })
    }
}

impl Sorted for Log {
    fn id(&self) -> &str {
        &self.id
    }

    fn value(&self, _: &str) -> Option<Moment> {
        Some(self.created_at)
    }
}

fn row(n: i64) -> CreditRow {
    let units = n % 30 == 0;
    CreditRow {
        id: format!("crd_{n:05}").into(),
        customer_id: customer_id(n / 4),
        subscription_id: (n % 3 == 0).then(|| subscription_id(n / 9)),
        kind: if units { "UNITS" } else { "AMOUNT" }.to_owned(),
        currency: (!units).then(|| if n % 40 == 1 { "CHF" } else { "USD" }.to_owned()),
        amount: n,
        issued: n,
        item_id: units.then(|| "item_1".to_owned()),
        units: units.then(|| n.to_string()),
        issued_units: units.then(|| n.to_string()),
        metric_record_id: None,
        state: match n % 50 {
            0..=9 => "ACTIVE",
            10 => "EXPIRED",
            11 => "REVOKED",
            _ => "CONSUMED",
        }
        .to_owned(),
        expires_at: None,
        version: 1,
        created_at: at(n / 3 * 10),
        updated_at: at(chance(n, 60, 500)),
        doc: "{}".to_owned(),
    }
}

fn entry(n: i64) -> Log {
    let units = n % 45 == 0;
    Log {
        id: format!("cl_{n:05}"),
        credit_id: format!("crd_{:05}", n / 5).into(),
        customer_id: customer_id(n / 20),
        invoice_id: (n % 2 == 0).then(|| format!("inv_{}", n / 8).into()),
        action: match n % 60 {
            0..=4 => "ISSUED",
            5 => "REVOKED",
            6 | 7 => "CONSUMED",
            _ => "APPLIED",
        }
        .to_owned(),
        kind: if units { "UNITS" } else { "AMOUNT" }.to_owned(),
        amount: n,
        item_id: None,
        units: units.then(|| "1".to_owned()),
        metric_record_id: None,
        created_at: at(n / 3 * 10),
        note: (n % 60 == 6).then(|| format!("Workshop No. {n} in Zürich")),
    }
}

/// One in twenty belongs to a small chain.
fn name(n: i64) -> &'static str {
    if n % 20 == 0 { "Chain Shop" } else { "Single Shop" }
}

fn seeded(kind: Kind) -> Store {
    let store = open(&fresh(kind)).unwrap();
    let insert = store.write(|tx: &mut Tx<'_>| {
        let credits: Vec<CreditRow> = (0..COUNT).map(row).collect();
        credit::insert_many(tx, &COMPANY, &credits)?;
        credit::insert_many(tx, &"com_2".into(), &credits[..50])?;
        let log: Vec<Log> = (0..COUNT).map(entry).collect();
        credit::log_many(tx, &COMPANY, &log)?;
        credit::log_many(tx, &"com_2".into(), &log[..50])?;
        for n in 0..=COUNT / 4 {
            let customer = json!({
                "company_id": *COMPANY, "id": customer_id(n), "identifier": format!("acct-{n}"),
                "name": name(n), "created_at": "2024-01-01T00:00:00Z",
                "updated_at": "2024-01-01T00:00:00Z",
            });
            let customer = serde_json::from_value(customer).unwrap();
            store::customer::insert(tx, &customer, 1)?;
        }
        Ok::<_, Error>(())
    });
    insert.wait().unwrap();
    store
}

/// Part of many names, of few, of one; beginnings of ids; nothing.
fn searches<T: 'static>(
    ids: &'static [&'static str],
    of: impl Fn(&T) -> (i64, Vec<String>) + Copy + 'static,
) -> Vec<Case<T>> {
    let queries = ["single", "CHAIN", "acct-123", "chain shop", "sh", "zzz"];
    let queries = queries.iter().chain(ids).copied();
    let each = queries.map(move |query| {
        case("search", text(query), move |row: &T| {
            let (customer, ids) = of(row);
            let folded = query.to_lowercase();
            let named = [name(customer).to_lowercase(), format!("acct-{customer}")];
            let named = named.iter().any(|name| match folded.len() {
                0..=2 => name.split(' ').any(|word| word.starts_with(&folded)),
                _ => name.contains(&folded),
            });
            named
                || customer_id(customer).contains(&folded)
                || ids.iter().any(|id| id.starts_with(query))
        })
    });
    each.collect()
}

fn number(id: &str) -> i64 {
    id[4..].parse().unwrap()
}

fn of_credits() -> Vec<Case<CreditRow>> {
    let mut cases = vec![
        case("currency", text("CHF"), |c: &CreditRow| c.currency.as_deref() == Some("CHF")),
        case("customer_id", text(&customer_id(77)), |c: &CreditRow| {
            c.customer_id == customer_id(77)
        }),
        case("customer_id", text("unknown"), |_| false),
        case("subscription_id", text(&subscription_id(33)), |c: &CreditRow| {
            c.subscription_id == Some(subscription_id(33))
        }),
        case("statuses", any(&["ACTIVE", "REVOKED"]), |c: &CreditRow| {
            ["ACTIVE", "REVOKED"].contains(&c.state.as_str())
        }),
        case("statuses", any(&["CONSUMED", "REVOKED"]), |c: &CreditRow| {
            ["CONSUMED", "REVOKED"].contains(&c.state.as_str())
        }),
        case("statuses", all(&["CONSUMED", "REVOKED"]), |_| false),
        Case {
            query: vec![("status", text("EXPIRED")), ("search", text("chain"))],
            passes: Box::new(|c| c.state == "EXPIRED" && number(&c.customer_id) % 20 == 0),
        },
    ];
    for state in ["ACTIVE", "CONSUMED", "EXPIRED", "REVOKED", "FOO"] {
        cases.push(case("status", text(state), move |c: &CreditRow| c.state == state));
    }
    for kind in ["AMOUNT", "UNITS"] {
        cases.push(case("type", text(kind), move |c: &CreditRow| c.kind == kind));
    }
    cases.extend(searches(&["crd_00123", "crd_01"], |c: &CreditRow| {
        (number(&c.customer_id), vec![c.id.to_string()])
    }));
    cases
}

fn of_entries() -> Vec<Case<Log>> {
    let noted = |query: &'static str| {
        case("note", text(query), move |log: &Log| {
            let note = log.note.as_deref().unwrap_or_default().to_lowercase();
            match query.len() {
                0..=2 => note.split([' ', '.']).any(|word| word.starts_with(query)),
                _ => note.contains(&query.to_lowercase()),
            }
        })
    };
    let mut cases = vec![
        case("credit_id", text("crd_00077"), |log: &Log| log.credit_id == "crd_00077".into()),
        case("customer_id", text(&customer_id(7)), |log: &Log| log.customer_id == customer_id(7)),
        case("invoice_id", text("inv_40"), |log: &Log| log.invoice_id == Some("inv_40".into())),
        case("invoice_id", text("unknown"), |_| false),
        noted("WORKSHOP"),
        noted("zürich"),
        noted("no. 66"),
        noted("wo"),
        noted("nothing of this kind"),
        Case {
            query: vec![("note", text("workshop")), ("action_type", text("APPLIED"))],
            passes: Box::new(|_| false),
        },
        Case {
            query: vec![("type", text("UNITS")), ("action_type", text("ISSUED"))],
            passes: Box::new(|log| log.kind == "UNITS" && log.action == "ISSUED"),
        },
    ];
    for action in ["ISSUED", "RESTORED", "APPLIED", "CONSUMED", "EXPIRED", "REVOKED", "FOO"] {
        cases.push(case("action_type", text(action), move |log: &Log| log.action == action));
    }
    for kind in ["AMOUNT", "UNITS"] {
        cases.push(case("type", text(kind), move |log: &Log| log.kind == kind));
    }
    cases.extend(searches(&["cl_0012", "crd_00123", "crd_"], |log: &Log| {
        (number(&log.customer_id), vec![log.id.clone(), log.credit_id.to_string()])
    }));
    cases
}

both! {
    fn credits_by_every_filter(kind: Kind) {
        let store = seeded(kind);
        let rows: Vec<CreditRow> = (0..COUNT).map(row).collect();
        agree(&store, FIND, &rows, &of_credits());
        store.stop();
    }

    fn entries_by_every_filter(kind: Kind) {
        let store = seeded(kind);
        let rows: Vec<Log> = (0..COUNT).map(entry).collect();
        agree(&store, FIND_LOGS, &rows, &of_entries());
        store.stop();
    }
}
