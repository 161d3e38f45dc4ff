//! Tokens issued to company users never exceed their person.

use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::{Client, Company, eventually};

fn invite(company: &Client, access: Value) -> String {
    let body = json!({ "email": "ann@x.example", "name": "Ann", "access": access });
    let user = company.post("/company_users", &body).expect(200);
    assert_eq!(user["pending"], true);
    text(&user, "id")
}

fn user(company: &Client, id: &str) -> Value {
    let page = company.get("/company_users?limit=200").expect(200);
    let all = page["results"].as_array().unwrap().clone();
    all.into_iter().find(|user| user["id"] == id).unwrap()
}

both! {
    fn a_token_is_limited_by_its_person(company: Company) {
        let id = invite(&company, json!({ "customers": "READ", "logs": "READ" }));
        let body = json!({ "company_user_id": id });
        let issued = company.post("/api_tokens", &body).expect(200);
        assert_eq!(issued["company_user_id"], id);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.post("/customers/find", &json!({})).expect(200);
        client.post("/customers", &json!({ "identifier": "a" })).problem(403, "forbidden");
        client.get("").problem(403, "forbidden");
        let beyond = json!({ "company_user_id": id, "access": { "customers": "WRITE" } });
        company.post("/api_tokens", &beyond).problem(403, "forbidden");
        let less = json!({ "company_user_id": id, "access": { "logs": "READ" } });
        let less = company.post("/api_tokens", &less).expect(200);
        let less = Client { token: text(&less, "token"), ..company.client() };
        less.post("/customers/find", &json!({})).problem(403, "forbidden");
        less.get("/events_log").expect(200);
    }

    fn a_token_loses_what_its_person_loses(company: Company) {
        let id = invite(&company, json!({ "customers": "WRITE" }));
        let body = json!({ "company_user_id": id });
        let issued = company.post("/api_tokens", &body).expect(200);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.named("a");
        let path = format!("/company_users/{id}");
        company.patch(&path, &json!({ "access": { "customers": "READ" } })).expect(200);
        client.post("/customers", &json!({ "identifier": "b" })).problem(403, "forbidden");
        client.get("/customers/a").expect(200);
        company.patch(&path, &json!({ "access": {} })).expect(200);
        client.get("/customers/a").problem(403, "forbidden");
        company.patch(&path, &json!({ "access": { "team": "WRITE" } })).expect(200);
        client.get("/company_users").problem(403, "forbidden");
    }

    fn nobody_changes_what_holds_more(company: Company) {
        let lesser = company.with_access(&json!({
            "team": "WRITE", "api_tokens": "WRITE", "customers": "READ"
        }));
        let above = invite(&company, json!({ "customers": "WRITE" }));
        let path = format!("/company_users/{above}");
        for body in [json!({ "access": {} }), json!({ "title": "CFO" })] {
            lesser.patch(&path, &body).problem(403, "forbidden");
        }
        company.patch(&path, &json!({ "access": { "customers": "READ" } })).expect(200);
        lesser.patch(&path, &json!({ "title": "CFO" })).expect(200);

        let more = json!({ "access": { "logs": "READ" } });
        let more = company.post("/api_tokens", &more).expect(200);
        let path = format!("/api_tokens/{}", text(&more, "id"));
        lesser.delete(&path).problem(403, "forbidden");
        let holder = Client { token: text(&more, "token"), ..company.client() };
        holder.get("/events_log").expect(200);
        company.delete(&path).expect(200);
        holder.get("/events_log").problem(401, "unauthenticated");
        let same = lesser.with_access(&json!({ "customers": "READ" }));
        let listed = lesser.get("/api_tokens?limit=200").expect(200);
        let newest = listed["results"].as_array().unwrap().last().unwrap().clone();
        lesser.delete(&format!("/api_tokens/{}", text(&newest, "id"))).expect(200);
        same.get("/customers/a").problem(401, "unauthenticated");
    }

    fn a_person_is_pending_until_seen(company: Company) {
        let id = invite(&company, json!({ "customers": "READ" }));
        let body = json!({ "company_user_id": id });
        let issued = company.post("/api_tokens", &body).expect(200);
        company.server.engine.write_down_token_use().unwrap();
        assert_eq!(user(&company, &id)["pending"], true);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.get("/customers/nobody").expect(404);
        // The server writes it down by itself, within seconds.
        eventually("pending is cleared", || {
            (user(&company, &id)["pending"] == false).then_some(())
        });
        let facts = company.facts();
        let joined = facts.iter().filter(|fact| fact["event_type"] == "company_user.joined");
        assert_eq!(joined.count(), 1);
    }

    fn nobody_gives_a_person_more_than_they_hold(company: Company) {
        let limited = company.with_access(&json!({ "team": "WRITE", "customers": "READ" }));
        let body = json!({ "email": "b@x.example", "access": { "customers": "WRITE" } });
        limited.post("/company_users", &body).problem(403, "forbidden");
        let id = invite(&limited, json!({ "customers": "READ" }));
        let path = format!("/company_users/{id}");
        let sent = json!({ "access": { "customers": "READ", "logs": "READ" } });
        limited.patch(&path, &sent).problem(403, "forbidden");
        limited.patch(&path, &json!({ "title": "CFO" })).expect(200);
        let reader = company.with_access(&json!({ "team": "READ" }));
        reader.patch(&path, &json!({ "title": "x" })).problem(403, "forbidden");
    }
}
