//! `GET /events_log`: every change has its fact, in an order that never changes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::{Client, Company, at_once};

fn events(company: &Client) -> Vec<String> {
    company.facts().iter().map(|fact| text(fact, "event_type")).collect()
}

#[track_caller]
fn contiguous(facts: &[Value]) {
    for (index, fact) in facts.iter().enumerate() {
        assert_eq!(fact["position"], index + 1, "{fact}");
    }
}

both! {
    fn every_change_has_its_fact(company: Company) {
        let start = company.facts().len();
        let customer = company.named("a");
        company.patch("/customers/a", &json!({ "name": "x", "tags": ["t"] })).expect(200);
        company.patch("/customers/a", &json!({ "status": "ARCHIVED" })).expect(200);
        company.patch("", &json!({ "phone": "1" })).expect(200);
        let user = company.post("/company_users", &json!({ "email": "a@x.example" })).expect(200);
        let path = format!("/company_users/{}", text(&user, "id"));
        company.patch(&path, &json!({ "title": "t" })).expect(200);
        let seller = company.post("/sales_users", &json!({ "name": "s" })).expect(200);
        let path = format!("/sales_users/{}", text(&seller, "id"));
        company.patch(&path, &json!({ "name": "t" })).expect(200);
        company.patch(&path, &json!({ "archived": true })).expect(200);
        let token = company.post("/api_tokens", &json!({})).expect(200);
        company.delete(&format!("/api_tokens/{}", text(&token, "id"))).expect(200);
        let facts = company.facts();
        contiguous(&facts);
        let expected = [
            "customer.created",
            "customer.updated",
            "customer.archived",
            "company.updated",
            "company_user.created",
            "company_user.updated",
            "sales_user.created",
            "sales_user.updated",
            "sales_user.archived",
            "api_token.created",
            "api_token.revoked",
        ];
        assert_eq!(events(&company)[start..], expected);
        let updated = &facts[start + 1];
        assert_eq!(updated["data_type"], "customer");
        assert_eq!(updated["object_id"], customer);
        let values = &updated["data"]["values"];
        assert_eq!(values["name"], "x");
        assert_eq!(values["tags"], json!(["t"]));
        assert!(values.get("identifier").is_none(), "only what changed: {values}");
        for fact in &facts {
            for field in ["id", "created_at", "data_type", "object_id"] {
                assert!(fact[field].is_string(), "{fact}");
            }
            assert!(fact["data"].is_object());
        }
    }

    fn what_is_refused_or_read_has_none(company: Company) {
        company.named("a");
        let before = company.facts();
        company.post("/customers", &json!({ "identifier": "a" })).expect(409);
        company.post("/customers", &json!({ "identifier": "" })).expect(422);
        company.patch("/customers/a", &json!({ "owner_id": "nobody" })).expect(422);
        company.get("/customers/a").expect(200);
        company.post("/customers/find", &json!({})).expect(200);
        assert_eq!(company.facts(), before);
    }

    fn pages_and_positions(company: Company) {
        for n in 0..7 {
            company.named(&n.to_string());
        }
        let all = company.facts();
        contiguous(&all);
        let mut walked = Vec::new();
        let mut key = String::new();
        loop {
            let page = company.get(&format!("/events_log?limit=2&from_key={key}")).expect(200);
            let results = page["results"].as_array().unwrap().clone();
            assert!(results.len() <= 2);
            walked.extend(results);
            match page["pagination"]["from_key"].as_str() {
                Some(next) => key = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(walked, all);
        let rest = company.get("/events_log?after=5&limit=200").expect(200);
        assert_eq!(rest["results"].as_array().unwrap()[..], all[5..]);
        let end = company.get(&format!("/events_log?after={}", all.len())).expect(200);
        assert_eq!(end["results"], json!([]));
        for wrong in ["after=-1", "after=x", "after=9223372036854775808", "since=1"] {
            company.get(&format!("/events_log?{wrong}")).expect(422);
        }
        company.get("/events_log?after=9223372036854775807").expect(200);
    }

    fn two_servers_write_while_one_is_read(company: Company) {
        let second = company.server.beside();
        let beside = Client { address: second.address, ..company.client() };
        let start = company.facts().len();
        let writers = 6;
        let each = 25;
        let done = AtomicBool::new(false);
        let (read, made) = std::thread::scope(|scope| {
            // Reads on by position, as a follower of the log does.
            let reader = scope.spawn(|| {
                let mut seen: BTreeMap<u64, String> = BTreeMap::new();
                let mut last = 0;
                loop {
                    let over = done.load(Ordering::Relaxed);
                    let path = format!("/events_log?limit=50&after={last}");
                    let page = company.get(&path).expect(200);
                    let results = page["results"].as_array().unwrap().clone();
                    for fact in &results {
                        let position = fact["position"].as_u64().unwrap();
                        assert_eq!(position, last + 1, "no hole, ever");
                        last = position;
                        seen.insert(position, text(fact, "id"));
                    }
                    if over && results.is_empty() {
                        return seen;
                    }
                }
            });
            let made = at_once(writers, |writer| {
                let client = if writer % 2 == 0 { &company as &Client } else { &beside };
                let ids = (0..each).map(|n| client.named(&format!("{writer}-{n}")));
                ids.collect::<Vec<_>>()
            });
            done.store(true, Ordering::Relaxed);
            (reader.join().unwrap(), made)
        });
        let facts = beside.facts();
        contiguous(&facts);
        assert_eq!(facts.len(), writers * each + start);
        assert_eq!(read.len(), facts.len());
        for fact in &facts {
            let position = fact["position"].as_u64().unwrap();
            assert_eq!(read[&position], text(fact, "id"), "a position never changes");
        }
        for id in made.into_iter().flatten() {
            assert!(facts.iter().any(|fact| fact["object_id"] == id), "{id} has its fact");
        }
    }

    fn one_object_s_facts_are_in_order(company: Company) {
        company.named("a");
        for n in 0..30 {
            company.patch("/customers/a", &json!({ "metadata": { "n": n } })).expect(200);
        }
        let facts = company.facts();
        let numbers: Vec<_> = facts
            .iter()
            .filter(|fact| fact["event_type"] == "customer.updated")
            .map(|fact| fact["data"]["values"]["metadata"]["n"].as_i64().unwrap())
            .collect();
        assert_eq!(numbers, (0..30).collect::<Vec<_>>());
    }
}
