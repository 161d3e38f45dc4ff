//! Objects from outside: they come, become others, go, are found, and are billed while they are
//! there.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Metered, metric, sent};
use crate::catalog::pricing;
use crate::harness::client::text;
use crate::harness::{Client, Company, Server};
use crate::lives::{at, begun, go};

/// An item of objects.
#[track_caller]
pub fn item(client: &Client) -> String {
    let body = json!({ "name": "Camera", "type": "CUSTOM_OBJ" });
    text(&client.post("/billable_items", &body).expect(200), "id")
}

/// An object of the customer `a`, from now on.
#[track_caller]
pub fn add(client: &Client, item: &str, name: &str) -> Value {
    client.post("/objects", &object(item, name)).expect(201)
}

fn object(item: &str, name: &str) -> Value {
    json!({ "customer_identifier": "a", "item_id": item, "object_identifier": name })
}

/// Cameras for 31 dollars a month.
#[track_caller]
fn cameras(client: &Client) -> Metered {
    let item = item(client);
    let metric = metric(client, &item, &json!({ "aggregator": "COUNT" }));
    let fields = json!({
        "item_id": item, "metric_id": metric, "fixed_price": { "price_per_unit": "31" },
    });
    let pricing = text(&pricing(client, &fields), "id");
    Metered { item, metric, pricing }
}

#[track_caller]
fn names(client: &Client, body: &Value) -> Vec<String> {
    let page = client.post("/objects/find", body).expect(200);
    let rows = page["results"].as_array().unwrap();
    rows.iter().map(|row| text(row, "object_identifier")).collect()
}

/// Company's monthly recurring revenue of a subscription, in cents.
#[track_caller]
fn mrr(client: &Client, subscription: &Value) -> Value {
    let path = format!("/subscriptions/{}", text(subscription, "id"));
    client.get(&path).expect(200)["mrr"]["value_in_cents"].clone()
}

both! {
    fn they_come_become_others_and_go(server: Arc<Server>) {
        let company = begun(&server);
        let (item, customer) = (item(&company), company.named("a"));
        let made = add(&company, &item, "cam1");
        assert_eq!(made["customer_id"], customer);
        assert_eq!(made["customer_identifier"], "a");
        assert_eq!(made["properties"], json!({}));
        assert_eq!(made["removed_at"], Value::Null);
        company.post("/objects", &object(&item, "cam1")).problem(409, "object_exists");
        go(&company, "2026-01-10");
        let path = format!("/objects/{}", text(&made, "id"));
        let body = json!({ "properties": { "site": "eu" }, "object_identifier": "cam2" });
        let changed = company.patch(&path, &body).expect(200);
        assert_eq!(changed["object_identifier"], "cam2");
        assert_eq!(changed["properties"], json!({ "site": "eu" }));
        assert_eq!(changed["created_at"], made["created_at"]);
        assert_eq!(company.patch(&path, &body).expect(200), changed);
        let early = json!({ "properties": {}, "timestamp": at("2026-01-09") });
        assert_eq!(company.patch(&path, &early).faults(), ["/timestamp"]);
        let gone = company.delete(&path).expect(200);
        assert_eq!(gone["removed_at"], json!(at("2026-01-10")));
        company.delete(&path).problem(404, "not_found");
        company.patch("/objects/cam2", &json!({})).problem(404, "not_found");
        assert_eq!(names(&company, &json!({})), Vec::<String>::new());
        let facts = company.facts();
        let of = |fact: &&Value| fact["data_type"] == "object";
        let told: Vec<String> = facts.iter().filter(of).map(|f| text(f, "event_type")).collect();
        assert_eq!(told, ["object.created", "object.updated", "object.removed"]);
        add(&company, &item, "cam2");
    }

    fn they_are_found_and_sorted(server: Arc<Server>) {
        let company = begun(&server);
        let item = item(&company);
        company.named("a"); company.named("b");
        for name in ["beta", "Alpha", "gamma"] {
            add(&company, &item, name);
        }
        let mut other = object(&item, "Beta");
        other["customer_identifier"] = json!("b");
        company.post("/objects", &other).expect(201);
        let sorted = |key: &str| names(&company, &json!({ "sort_key": key }));
        assert_eq!(sorted("aToZ")[0], "Alpha");
        assert_eq!(sorted("aToZ")[3], "gamma");
        let mut back = sorted("zToA");
        back.reverse();
        assert_eq!(sorted("aToZ"), back);
        let (mut walked, mut key) = (Vec::new(), Value::Null);
        loop {
            let page = json!({ "limit": 1, "from_key": key });
            let body = json!({ "sort_key": "aToZ", "pagination": page });
            let page = company.post("/objects/find", &body).expect(200);
            let rows = page["results"].as_array().unwrap();
            walked.extend(rows.iter().map(|row| text(row, "object_identifier")));
            key = page["pagination"]["from_key"].clone();
            if key.is_null() {
                break;
            }
        }
        assert_eq!(walked, sorted("aToZ"));
        let by = |query: &Value| names(&company, &json!({ "query": query }));
        assert_eq!(by(&json!({ "object_identifier": "beta" })), ["beta"]);
        assert_eq!(by(&json!({ "customer_identifier": "b" })), ["Beta"]);
        assert_eq!(by(&json!({ "customer_identifier": "c" })), Vec::<String>::new());
        assert_eq!(by(&json!({ "search": "LPH" })), ["Alpha"]);
        assert_eq!(by(&json!({ "item_id": item })).len(), 4);
        assert_eq!(company.post("/objects/find", &json!({ "query": { "x": 1 } })).status, 422);
    }

    fn many_at_once(server: Arc<Server>) {
        let company = begun(&server);
        let item = item(&company);
        company.named("a");
        let entry = |action: &str, name: &str| {
            let mut one = object(&item, name);
            one["action"] = json!(action);
            one
        };
        let statuses = |body: &Value| -> Vec<String> {
            let answer = company.post("/objects/ingest", body).expect(200);
            let all = answer["enqueued"].as_array().unwrap();
            all.iter().map(|entry| text(entry, "status")).collect()
        };
        let mut update = entry("UPDATE", "cam1");
        update["properties"] = json!({ "n": 1 });
        let body = json!([entry("CREATE", "cam1"), update, entry("CREATE", "cam2")]);
        assert_eq!(statuses(&body), ["ACCEPTED"; 3]);
        let body = json!({ "action": "CREATE", "objects": [object(&item, "cam2")] });
        assert_eq!(statuses(&body), ["DUPLICATE"]);
        let body = json!([entry("DELETE", "cam1"), entry("DELETE", "cam1")]);
        assert_eq!(statuses(&body), ["ACCEPTED", "DUPLICATE"]);
        assert_eq!(statuses(&entry("CREATE", "cam3")), ["ACCEPTED"]);
        let mut unknown = entry("UPDATE", "cam9");
        unknown["properties"] = json!({});
        let bad = json!([entry("CREATE", "cam4"), unknown]);
        let answer = company.post("/objects/ingest", &bad);
        assert_eq!(answer.faults(), ["/1/object_identifier"]);
        assert_eq!(names(&company, &json!({ "sort_key": "aToZ" })), ["cam2", "cam3"]);
    }

    fn what_is_refused(server: Arc<Server>) {
        let company = begun(&server);
        let item = item(&company);
        let calls = crate::catalog::item(&company, "Calls");
        company.named("a");
        let good = object(&item, "cam1");
        for (name, value) in [
            ("item_id", json!("item_other")),
            ("item_id", json!(calls)),
            ("item_id", Value::Null),
            ("customer_identifier", json!("nobody")),
            ("customer_identifier", json!(1)),
            ("customer_id", json!("cus_other")),
            ("object_identifier", json!("")),
            ("object_identifier", json!("x".repeat(256))),
            ("properties", json!([1])),
            ("properties", json!({ "n": 1e15 })),
            ("timestamp", json!("2026-01-01T00:00:01Z")),
            ("timestamp", json!("2024-11-01T00:00:00Z")),
            ("timestamp", json!("yesterday")),
            ("unknown", json!(1)),
        ] {
            let mut one = good.clone();
            one[name] = value.clone();
            let answer = company.post("/objects", &one);
            assert_eq!(answer.status, 422, "{name} {value}");
            one["action"] = json!("CREATE");
            let answer = company.post("/objects/ingest", &json!([one]));
            assert_eq!(answer.status, 422, "{name} {value}");
        }
        let post = |body: &Value| company.post("/objects/ingest", body);
        assert_eq!(post(&json!([])).faults(), [""]);
        assert_eq!(post(&json!({ "objects": {} })).faults(), ["/objects"]);
        assert_eq!(post(&json!([good])).faults(), ["/0/action"]);
        assert_eq!(post(&json!("x")).faults(), [""]);
        assert_eq!(names(&company, &json!({})), Vec::<String>::new());
        let event = json!({
            "customer_identifier": "a", "item_id": item, "timestamp": at("2026-01-01"),
            "transaction_id": "t1",
        });
        assert_eq!(sent(&company, &[event]).faults(), ["/events/0/item_id"]);
        let reader = company.with_access(&json!({ "objects": "READ" }));
        reader.post("/objects", &good).problem(403, "forbidden");
        assert_eq!(reader.post("/objects/find", &json!({})).status, 200);
    }

    fn they_are_billed_while_they_are_there(server: Arc<Server>) {
        let company = begun(&server);
        let cameras = cameras(&company);
        let customer = company.named("a");
        add(&company, &cameras.item, "cam1");
        let body = json!({ "customer_id": customer, "product_pricing_ids": [cameras.pricing] });
        let subscription = company.post("/subscriptions", &body).expect(200);
        assert_eq!(subscription["mrr"]["value_in_cents"], 3100);
        go(&company, "2026-01-17");
        add(&company, &cameras.item, "cam2");
        assert_eq!(mrr(&company, &subscription), 6200);
        let body = json!({ "customer_id": customer, "subscription_id": subscription["id"] });
        let next = company.post("/invoices/next", &body).expect(200);
        assert_eq!(next["line_items"][0]["amount"]["value_in_cents"], 4600);
        go(&company, "2026-02-01");
        company.delete("/objects/cam1").expect(200);
        assert_eq!(mrr(&company, &subscription), 3100);
        let find = json!({ "query": { "customer_id": customer } });
        let page = company.post("/invoices/find", &find).expect(200);
        let line = &page["results"][0]["line_items"][0];
        assert_eq!(line["amount"]["value_in_cents"], 4600);
        let part = subscription["product_pricings"][0]["product_metric_pricings"][0]["id"].clone();
        let path = format!("/subscriptions/{}/usage", text(&subscription, "id"));
        let period = json!({ "start_date": at("2026-01-16"), "end_date": at("2026-01-18") });
        let body = json!({ "product_metric_pricing_id": part, "period": period });
        let usage = company.post(&path, &body).expect(200)["usage"][0].clone();
        assert_eq!(usage["value"], 1.5);
        assert_eq!(usage["breakdown"][0]["value"], 1);
        assert_eq!(usage["breakdown"][1]["value"], 2);
        let late = json!([{
            "action": "CREATE", "customer_id": customer, "item_id": cameras.item,
            "object_identifier": "cam3", "timestamp": at("2026-01-22"),
        }]);
        company.post("/objects/ingest", &late).expect(200);
        go(&company, "2026-03-01");
        let page = company.post("/invoices/find", &find).expect(200);
        let lines = page["results"][0]["line_items"].as_array().unwrap();
        let adjusts = lines.iter().find(|line| line["type"] == "ADJUSTMENT").unwrap();
        assert_eq!(adjusts["amount"]["value_in_cents"], 1000);
    }

    fn whose_it_is_may_change(company: Company) {
        let item = item(&company);
        let (_, b) = (company.named("a"), company.named("b"));
        add(&company, &item, "cam1");
        let moved = company.patch("/objects/cam1", &json!({ "customer_id": b })).expect(200);
        assert_eq!(moved["customer_identifier"], "b");
        add(&company, &item, "cam1");
        company.delete("/objects/cam1").problem(409, "ambiguous_name");
        let body = json!({ "customer_identifier": "a" });
        let path = format!("/objects/{}", text(&moved, "id"));
        company.patch(&path, &body).problem(409, "object_exists");
    }
}
