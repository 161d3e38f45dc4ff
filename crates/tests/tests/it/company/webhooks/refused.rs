//! What is no endpoint is refused by name, and what leads inside is never called.

use serde_json::json;

use super::deliveries;
use super::receiver::Receiver;
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::process::{Process, run};
use crate::harness::{Client, Company, Kind, eventually};

both! {
    fn bodies_that_make_no_endpoint(company: Company) {
        let url = "https://example.com/";
        for (body, pointer) in [
            (json!({}), "/url"),
            (json!({ "url": "" }), "/url"),
            (json!({ "url": "example.com" }), "/url"),
            (json!({ "url": "ftp://example.com/" }), "/url"),
            (json!({ "url": "https://a:b@example.com/" }), "/url"),
            (json!({ "url": "https://example.com/\r\nx: y" }), "/url"),
            (json!({ "url": format!("https://example.com/{}", "a".repeat(3000)) }), "/url"),
            (json!({ "url": url, "event_types": ["customer.exploded"] }), "/event_types/0"),
            (json!({ "url": url, "event_types": "customer.created" }), "/event_types"),
            (json!({ "url": url, "secret": "whsec_mine" }), "/secret"),
            (json!({ "url": url, "state": "DISABLED" }), "/state"),
        ] {
            let refused = company.post("/webhooks", &body).expect(422);
            let pointers = refused["error_status_details"].to_string() + &refused.to_string();
            assert!(pointers.contains(pointer), "{body}: {refused}");
        }
        let made = company.post("/webhooks", &json!({ "url": url })).expect(200);
        let path = format!("/webhooks/{}", text(&made, "id"));
        company.patch(&path, &json!({ "url": null })).expect(422);
        company.patch(&path, &json!({ "state": "GONE" })).expect(422);
        company.patch(&path, &json!({ "state": null })).expect(422);
        company.patch("/webhooks/whk_nobody", &json!({})).expect(404);
        company.post(&format!("{path}/redeliver"), &json!({})).expect(422);
        company.post(&format!("{path}/redeliver"), &json!({ "delivery_id": "x" })).expect(422);
        company.post(&format!("{path}/test"), &json!({ "event_type": "x" })).expect(422);
        company.get("/webhooks/whk_nobody/deliveries").expect(404);
        company.post("/jobs/job_nobody/retry", &json!({})).expect(404);
        company.delete(&path).expect(200);
        company.get(&path).expect(404);
    }
}

/// A company that is in earnest, by the command line.
fn earnest(process: &Process, url: &str) -> Client {
    let output = run(&["company", "create", "--name", "It", "--json", "--database", url]);
    let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (company, token) = (text(&made, "company_id").into(), text(&made, "token"));
    Client { address: process.address, company, token }
}

/// Without leave, private addresses are refused as they are written, and by name when found.
#[test]
fn what_leads_inside_is_never_called() {
    let receiver = Receiver::willing();
    let url = fresh(Kind::Sqlite);
    let process = Process::start(&url, &["serve", "--webhook-delays", "1,1"]);
    let client = earnest(&process, &url);
    let port = receiver.address.port();
    for inside in [
        format!("http://127.0.0.1:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        "https://10.0.0.1/".to_owned(),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        format!("https://[::1]:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
    ] {
        client.post("/webhooks", &json!({ "url": inside })).expect(422);
    }
    let named = json!({ "url": format!("https://localhost:{port}/") });
    let made = client.post("/webhooks", &named).expect(200);
    client.named("a");
    let webhook = text(&made, "id");
    let failed = eventually("a delivery has failed", || {
        let all = deliveries(&client, &webhook);
        all.into_iter().find(|one| one["state"] == "FAILED" && one["answer"]["trouble"].is_string())
    });
    let trouble = text(&failed["answer"], "trouble");
    assert!(trouble.contains("is not a public address"), "{trouble}");
    eventually("it is disabled", || {
        let now = client.get(&format!("/webhooks/{webhook}")).expect(200);
        (now["state"] == "DISABLED").then_some(())
    });
    assert!(receiver.got().is_empty());
}
