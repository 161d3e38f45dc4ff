//! What cannot be billed is set aside and shown; everybody else is billed.

use serde_json::{Value, json};

use crate::catalog::pricing;
use crate::harness::client::text;
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind};

both! {
    fn a_poisoned_subscription_among_others(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let mut client = process.company(&url);
        client.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        let good = text(&pricing(&client, &json!({})), "id");
        let bad = text(&pricing(&client, &json!({})), "id");
        for (name, pricing) in [("a", &good), ("b", &bad), ("c", &good)] {
            let customer = client.named(name);
            let body = json!({
                "customer_id": customer, "product_pricing_ids": [pricing], "identifier": name,
            });
            client.post("/subscriptions", &body).expect(200);
        }
        // Nobody can do this over the API: the price of a pricing in use is gone.
        let (fixed, step) = (r#""type":"FIXED""#, r#""type":"STEP""#);
        let swap = |from: &str, to: &str| {
            let sql = format!("UPDATE pricing SET doc = replace(doc, '{from}', '{to}')");
            behind(&url, &format!("{sql} WHERE id = '{bad}'"));
        };
        swap(fixed, step);
        drop(process);
        process = Process::serve(&url);
        client.address = process.address;
        client.post("/clock", &json!({ "now": "2026-02-01T00:00:00Z" })).expect(200);
        assert_eq!(invoices(&client), [("a", 2), ("b", 1), ("c", 2)]);
        let parked = client.post("/parked/find", &json!({})).expect(200);
        let all = parked["results"].as_array().unwrap();
        assert_eq!(all.len(), 1, "{parked}");
        let reason = text(&all[0], "reason");
        assert!(reason.contains(&bad), "{reason}");
        let retry = format!("/parked/{}/retry", text(&all[0], "id"));
        client.post(&retry, &json!({})).problem(409, "not_billable");
        swap(step, fixed);
        drop(process);
        process = Process::serve(&url);
        client.address = process.address;
        client.post("/clock", &json!({ "now": "2026-02-03T00:00:00Z" })).expect(200);
        assert_eq!(invoices(&client), [("a", 2), ("b", 1), ("c", 2)], "it waits for somebody");
        let again = client.post(&retry, &json!({})).expect(200);
        assert_eq!(again["identifier"], "b");
        assert_eq!(invoices(&client), [("a", 2), ("b", 2), ("c", 2)]);
        let parked = client.post("/parked/find", &json!({})).expect(200);
        assert_eq!(parked["results"], json!([]));
        drop(process);
        healthy(&url);
    }
}

/// How many invoices each of the three has.
fn invoices(client: &Client) -> Vec<(&'static str, usize)> {
    let of = |name: &'static str| {
        let record = client.get(&format!("/subscriptions/{name}")).expect(200);
        let query = json!({ "query": { "subscription_id": record["id"] } });
        let page: Value = client.post("/invoices/find", &query).expect(200);
        (name, page["results"].as_array().unwrap().len())
    };
    vec![of("a"), of("b"), of("c")]
}
