//! What arrives: every fact, in order for each record, signed, with the record as it is answered.

use serde_json::json;

use super::receiver::Receiver;
use super::{delivery, endpoint};
use crate::harness::client::text;
use crate::harness::{Company, eventually};

both! {
    fn each_fact_with_its_record(company: Company) {
        let receiver = Receiver::willing();
        let (webhook, secret) = endpoint(&company, &receiver);
        assert!(secret.starts_with("whsec_"));
        let id = company.named("a");
        for n in 0..5 {
            company.patch("/customers/a", &json!({ "name": format!("n{n}") })).expect(200);
        }
        let got = eventually("all have arrived", || {
            let got = receiver.got();
            (got.iter().filter(|got| got.event() == "customer.updated").count() >= 5).then_some(got)
        });
        let events: Vec<String> = got.iter().map(|got| got.event()).collect();
        let own = events.iter().filter(|event| event.starts_with("customer."));
        let expected = ["customer.created"].into_iter().chain(["customer.updated"; 5]);
        assert_eq!(own.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        let facts = company.facts();
        for one in &got {
            let fact = facts.iter().find(|fact| fact["id"] == one.header("webhook-id")).unwrap();
            let body = one.json();
            assert_eq!(body["created_at"], fact["created_at"]);
            assert_eq!(body["data_type"], fact["data_type"]);
            assert_eq!(body["data"]["id"], fact["object_id"]);
            assert!(one.header("webhook-signature").starts_with("v1,"));
            assert!(one.header("webhook-timestamp").parse::<i64>().unwrap() > 1_700_000_000);
            assert_eq!(one.header("content-type"), "application/json");
        }
        let last = got.last().unwrap().json();
        let now = company.get(&format!("/customers/{id}")).expect(200);
        assert_eq!(last["data"], now, "data is what is answered");
        let kept = delivery(&company, &webhook, "customer.created", "DELIVERED");
        assert_eq!((&kept["attempts"], &kept["answer"]["status"]), (&json!(1), &json!(200)));
        assert_eq!(kept["answer"]["body"], "I say 200");
        assert!(text(&kept["request"], "headers").contains("webhook-signature: v1,"));
        assert!(kept["answer"]["took_micros"].as_i64().unwrap() > 0);
        let jobs = company.post("/jobs/find", &json!({})).expect(200);
        assert_eq!(jobs["results"], json!([]), "nothing failed: there is no job");
    }

    fn only_what_is_wanted(company: Company) {
        let receiver = Receiver::willing();
        let wanted = json!({ "url": receiver.url("/"), "event_types": ["customer.archived"] });
        company.post("/webhooks", &wanted).expect(200);
        company.named("a");
        company.patch("/customers/a", &json!({ "status": "ARCHIVED" })).expect(200);
        eventually("it arrives", || receiver.got().first().cloned());
        std::thread::sleep(std::time::Duration::from_secs(1));
        let events: Vec<String> = receiver.got().iter().map(|got| got.event()).collect();
        assert_eq!(events, ["customer.archived"]);
    }

    fn billing_tells_of_itself(company: Company) {
        let receiver = Receiver::willing();
        endpoint(&company, &receiver);
        let customer = company.named("a");
        let credit = json!({ "customer_id": customer, "name": "c", "type": "AMOUNT",
            "amount": { "currency": "USD", "value_in_cents": 500 } });
        let credit = company.post("/credits", &credit).expect(201);
        let got = eventually("the credit arrives", || {
            receiver.got().into_iter().find(|got| got.event() == "credit.issued")
        });
        assert_eq!(got.json()["data"]["id"], credit["id"]);
        assert_eq!(got.json()["data"]["amount"], credit["amount"]);
        let of_token = company.get("/events_log?event_type=credit.issued").expect(200);
        let actor = &of_token["results"][0]["actor"];
        assert_eq!(actor["type"], "TOKEN");
        let by = company.get(&format!("/events_log?actor={}", text(actor, "id"))).expect(200);
        assert!(by["results"].as_array().unwrap().len() > 2);
        let of_one = company.get(&format!("/events_log?object_id={customer}")).expect(200);
        assert_eq!(of_one["results"][0]["event_type"], "customer.created");
        let none = company.get("/events_log?created_from=2999-01-01T00:00:00Z").expect(200);
        assert_eq!(none["results"], json!([]));
        assert_eq!(none["pagination"]["from_key"], json!(null));
        let all = company.get("/events_log?created_from=2000-01-01T00:00:00Z&limit=200");
        assert_eq!(all.expect(200)["results"].as_array().unwrap().len(), company.facts().len());
        let none = company.get("/events_log?created_before=2000-01-01T00:00:00Z").expect(200);
        assert_eq!(none["results"], json!([]));
        company.get("/events_log?created_from=yesterday").expect(422);
    }
}
