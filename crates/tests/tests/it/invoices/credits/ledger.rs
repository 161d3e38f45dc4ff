//! The ledger: what there was, what moved, what is left.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{consume, give, give_units};
use crate::catalog::item;
use crate::harness::client::{column, text};
use crate::harness::{Client, Company, Server};
use crate::invoices::dollars;

fn at(client: &Client, date: &str) {
    client.post("/clock", &json!({ "now": format!("{date}T00:00:00Z") })).expect(200);
}

fn account(client: &Client, query: &str) -> Vec<Value> {
    let ledger = client.get(&format!("/credits/ledger/acme{query}")).expect(200);
    ledger["accounts"].as_array().unwrap().clone()
}

fn sums(account: &Value) -> Vec<i64> {
    ["opening", "issued", "consumed", "expired", "revoked", "closing"]
        .map(|name| account[name].as_i64().unwrap())
        .to_vec()
}

both! {
    fn between_any_two_dates(server: Arc<Server>) {
        let company = Company::dev(&server);
        at(&company, "2026-01-01");
        let (customer, item) = (company.named("acme"), item(&company, "Calls"));
        let lapsing = json!({ "expiration_date": "2026-03-01T00:00:00Z" });
        give(&company, &customer, &lapsing).expect(201);
        at(&company, "2026-02-01");
        consume(&company, &customer, &json!({})).expect(200);
        give_units(&company, &customer, &item, &json!(2.5)).expect(201);
        at(&company, "2026-04-01");
        let revoked = give(&company, &customer, &json!({ "amount": dollars(50) })).expect(201);
        company.delete(&format!("/credits/{}", text(&revoked, "id"))).expect(200);
        let all = account(&company, "");
        assert_eq!(all.len(), 2);
        assert_eq!(sums(&all[0]), [0, 1050, 300, 700, 50, 0]);
        assert_eq!(all[0]["currency"], "USD");
        let moved = json!({ "results": all[0]["movements"] });
        let actions = column(&moved, "action_type");
        assert_eq!(actions, ["ISSUED", "CONSUMED", "EXPIRED", "ISSUED", "REVOKED"]);
        assert_eq!(all[0]["movements"][1]["balance"], 700);
        assert_eq!(all[0]["movements"][2]["created_at"], "2026-03-01T00:00:00Z");
        assert_eq!((&all[1]["item_id"], &all[1]["closing"]), (&json!(item), &json!(2.5)));
        let february = account(&company, "?from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z");
        assert_eq!(sums(&february[0]), [1000, 0, 300, 0, 0, 700]);
        assert_eq!(february[0]["movements_count"], 1);
        let march = account(&company, "?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z");
        assert_eq!(sums(&march[0]), [700, 0, 0, 700, 0, 0]);
        assert_eq!(march[1]["opening"], json!(2.5));
        assert_eq!(account(&company, "?to=2025-01-01T00:00:00Z"), [] as [Value; 0]);
    }

    fn of_a_family(company: Company) {
        let parent = company.named("acme");
        let child = company.customer(&json!({
            "identifier": "child", "parent_customer_id": parent,
        }));
        let child = company.customer(&json!({
            "identifier": "grandchild", "parent_customer_id": child["id"],
        }));
        give(&company, &parent, &json!({})).expect(201);
        give(&company, &text(&child, "id"), &json!({})).expect(201);
        assert_eq!(sums(&account(&company, "?family=false")[0])[1], 1000);
        assert_eq!(sums(&account(&company, "?family=true")[0])[1], 2000);
        let path = "/credits/ledger/acme";
        assert_eq!(company.get(&format!("{path}?family=yes")).faults(), ["/family"]);
        assert_eq!(company.get(&format!("{path}?from=yesterday")).faults(), ["/from"]);
        company.get("/credits/ledger/nobody").expect(404);
    }
}
