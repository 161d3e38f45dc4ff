//! Billing that fails for one company fails for that one only, and says so.

use serde_json::{Value, json};

use crate::harness::database::{behind, fresh};
use crate::harness::process::Process;
use crate::harness::{Client, Kind, Request, Wire, eventually};

fn asked(process: &Process, path: &str) -> (u16, Value) {
    let answer = Wire::open(process.address).unwrap().send(&Request::new("GET", path)).unwrap();
    (answer.status, answer.json())
}

/// A company by real time, with one subscription.
fn subscribed(url: &str, process: &Process) -> Client {
    let output = crate::harness::process::run(&[
        "company",
        "create",
        "--name",
        "It",
        "--json",
        "--database",
        url,
    ]);
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = crate::harness::client::text;
    let (company, token) = (text(&made, "company_id"), text(&made, "token"));
    let client = Client { address: process.address, company: company.into(), token };
    let product = client.post("/products", &json!({ "name": "Seats" })).expect(200);
    let pricing = json!({
        "product_id": product["id"], "name": "Seats", "currency": "USD", "pricing_type": "FIXED",
        "fixed_price": { "price_per_unit": "1" },
        "billing_frequency": { "count": 1, "frequency": "MONTH" }
    });
    let pricing = client.post("/pricing", &pricing).expect(200);
    let body = json!({
        "customer_id": client.named("a"), "product_pricing_ids": [pricing["id"]]
    });
    client.post("/subscriptions", &body).expect(200);
    client
}

both! {
    fn one_company_of_two(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let (wrong, right) = (subscribed(&url, &process), subscribed(&url, &process));
        eventually("a round has gone through", || {
            let (status, told) = asked(&process, "/health/billing");
            (status == 200 && told["last_success"].is_string()).then_some(())
        });
        let id = &wrong.company;
        let doc = behind(&url, &format!("SELECT doc FROM company WHERE company_id = '{id}'"));
        let plant = |doc: &str| {
            let doc = doc.replace('\'', "''");
            let set = format!("doc = '{doc}', version = version + 1");
            behind(&url, &format!("UPDATE company SET {set} WHERE company_id = '{id}'"));
        };
        plant("no document");
        behind(&url, "UPDATE billed_customer SET due_at = 1");
        let told = eventually("the failure is told", || {
            let (status, told) = asked(&process, "/health/billing");
            (status == 503).then_some(told)
        });
        assert_eq!(told["status"], "failing");
        assert!(told["failing"][id.as_str()]["reason"].is_string(), "{told}");
        assert!(told["failing"][right.company.as_str()].is_null(), "{told}");
        assert_eq!(asked(&process, "/ready").0, 200, "requests are served all the same");
        eventually("the other company is billed", || {
            let sql = format!(
                "SELECT customer_id FROM billed_customer WHERE due_at > 1 AND company_id = '{}'",
                right.company
            );
            (behind(&url, &sql).len() == 1).then_some(())
        });
        plant(&doc[0]);
        eventually("it is billed again", || {
            (asked(&process, "/health/billing").0 == 200).then_some(())
        });
    }

    fn sizes_are_metrics(kind: Kind) {
        let process = Process::serve(&fresh(kind));
        let request = Request::new("GET", "/metrics");
        let text = Wire::open(process.address).unwrap().send(&request).unwrap().text();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().parse::<f64>().ok()
        };
        let size = value("perennial_database_bytes ");
        let least = if kind == Kind::Sqlite { 0.0 } else { 8192.0 };
        assert!(size.is_some_and(|bytes| bytes >= least), "{text}");
        let file = ["perennial_database_log_bytes ", "perennial_disk_free_bytes "];
        for name in file.into_iter().filter(|_| kind == Kind::Sqlite) {
            assert!(value(name).is_some_and(|bytes| bytes > 0.0), "{name}: {text}");
        }
    }
}

/// Companies that wait for their instant are not looked at one by one.
#[test]
fn what_is_due_is_found_by_its_instant() {
    let url = fresh(Kind::Sqlite);
    drop(Process::serve(&url));
    let connection = rusqlite::Connection::open(url.strip_prefix("sqlite:").unwrap()).unwrap();
    let statements = store::every_statement(store::Engine::Sqlite);
    let due = statements.into_iter().find(|one| one.name.ends_with("COMPANIES_DUE")).unwrap();
    let sql = format!("EXPLAIN QUERY PLAN {}", due.sql.replace("$1", "1"));
    let mut plan = connection.prepare(&sql).unwrap();
    let plan = plan.query_map([], |row| row.get::<_, String>(3)).unwrap();
    let plan: Vec<String> = plan.map(Result::unwrap).collect();
    assert!(plan[0].contains("billed_customer_due_at (due_at>? AND due_at<?)"), "{plan:?}");
}
