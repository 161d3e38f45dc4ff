//! API tokens: shown once, bounded by whoever asks, gone at once when revoked.

use std::sync::Arc;

use engine::clock::HeldClock;
use records::Moment;
use serde_json::{Value, json};

use crate::harness::client::{column, text};
use crate::harness::database::{behind, fresh};
use crate::harness::{Client, Company, Kind, Server};

both! {
    fn a_token_is_shown_once(company: Company) {
        let body = json!({ "name": "ci", "access": { "customers": "READ" } });
        let issued = company.post("/api_tokens", &body).expect(200);
        let secret = text(&issued, "token");
        assert_eq!(issued["name"], "ci");
        assert_eq!(issued["access"]["customers"], "READ");
        assert_eq!(issued["access"]["team"], "NONE");
        assert_eq!(issued["company_id"], company.company.as_str());
        for field in ["expires_at", "last_used_at", "revoked_at", "company_user_id"] {
            assert!(issued[field].is_null(), "{field}");
        }
        let list = company.get("/api_tokens");
        assert!(!list.text().contains(&secret));
        let listed = list.expect(200)["results"].as_array().unwrap().clone();
        let value = listed.iter().find(|token| token["id"] == issued["id"]).unwrap();
        assert!(value.get("token").is_none());
        assert_eq!(value["access"], issued["access"]);
        assert!(!company.get("/events_log?limit=200").text().contains(&secret));
        for table in ["api_token", "fact"] {
            let column = if table == "fact" { "data" } else { "doc" };
            for doc in behind(&company.server.url, &format!("SELECT {column} FROM {table}")) {
                assert!(!doc.contains(&secret), "{table} keeps the secret");
            }
        }
    }

    fn nobody_grants_more_than_they_hold(company: Company) {
        let limited = company.with_access(&json!({ "api_tokens": "WRITE", "customers": "READ" }));
        let ask = |access: Value| limited.post("/api_tokens", &json!({ "access": access }));
        let refused = [
            json!({ "customers": "WRITE" }),
            json!({ "team": "READ" }),
            json!({ "customers": "READ", "settings": "WRITE" }),
        ];
        for access in refused {
            ask(access).problem(403, "forbidden");
        }
        let granted = [
            json!({ "customers": "READ" }),
            json!({ "api_tokens": "READ" }),
            json!({}),
            json!({ "team": "NONE" }),
        ];
        for access in granted {
            ask(access).expect(200);
        }
        let same = limited.post("/api_tokens", &json!({})).expect(200);
        assert_eq!(same["access"]["customers"], "READ");
        assert_eq!(same["access"]["team"], "NONE");
        let reader = company.with_access(&json!({ "api_tokens": "READ" }));
        reader.post("/api_tokens", &json!({})).problem(403, "forbidden");
    }

    fn an_access_map_has_known_areas_and_levels(company: Company) {
        let wrong = [
            (json!({ "customer": "READ" }), "/access/customer"),
            (json!({ "customers": "read" }), "/access/customers"),
            (json!({ "customers": "ADMIN" }), "/access/customers"),
            (json!({ "customers": true }), "/access/customers"),
            (json!([]), "/access"),
            (json!("WRITE"), "/access"),
        ];
        for (access, pointer) in wrong {
            let answer = company.post("/api_tokens", &json!({ "access": access }));
            assert_eq!(answer.faults(), [pointer], "{access}");
            let invited = json!({ "email": "a@b.example", "access": access });
            assert_eq!(company.post("/company_users", &invited).faults(), [pointer], "{access}");
        }
    }

    fn a_revoked_token_is_refused_at_once(company: Company) {
        let issued = company.post("/api_tokens", &json!({})).expect(200);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.get("/clock").expect(200);
        let path = format!("/api_tokens/{}", text(&issued, "id"));
        let revoked = company.delete(&path).expect(200);
        assert!(revoked["revoked_at"].is_string());
        client.get("/clock").problem(401, "unauthenticated");
        client.post("/customers", &json!({ "identifier": "a" })).problem(401, "unauthenticated");
        let again = company.delete(&path).expect(200);
        assert_eq!(again["revoked_at"], revoked["revoked_at"]);
        let facts = company.facts();
        let told = facts.iter().filter(|fact| fact["event_type"] == "api_token.revoked");
        assert_eq!(told.count(), 1);
        company.delete("/api_tokens/nobody").problem(404, "not_found");
    }

    fn what_another_process_revokes_is_refused_at_once(company: Company) {
        let issued = company.post("/api_tokens", &json!({})).expect(200);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        let set = |when: &str| {
            let id = text(&issued, "id");
            let sql = format!("UPDATE api_token SET revoked_at = {when} WHERE id = '{id}'");
            behind(&company.server.url, &sql);
        };
        for _ in 0..20 {
            client.get("/clock").expect(200);
            client.get("/clock").expect(200);
            set("1");
            client.get("/clock").problem(401, "unauthenticated");
            set("NULL");
        }
    }

    fn a_token_can_revoke_itself(company: Company) {
        let issued = company.post("/api_tokens", &json!({})).expect(200);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.delete(&format!("/api_tokens/{}", text(&issued, "id"))).expect(200);
        client.get("/clock").problem(401, "unauthenticated");
    }

    fn an_expired_token_is_refused(kind: Kind) {
        let at = |text: &str| Moment::parse(text).unwrap();
        let clock = Arc::new(HeldClock::at(at("2026-03-01T00:00:00Z")));
        let company = Company::new(&Server::start(kind, &fresh(kind), clock.clone(), 0));
        for past in ["2026-03-01T00:00:00Z", "2020-01-01T00:00:00Z"] {
            let answer = company.post("/api_tokens", &json!({ "expires_at": past }));
            assert_eq!(answer.faults(), ["/expires_at"]);
        }
        let body = json!({ "expires_at": "2026-03-01T14:00:00+04:00" });
        let issued = company.post("/api_tokens", &body).expect(200);
        assert_eq!(issued["expires_at"], "2026-03-01T10:00:00Z");
        let client = Client { token: text(&issued, "token"), ..company.client() };
        clock.set(at("2026-03-01T09:59:59Z"));
        client.get("/clock").expect(200);
        clock.set(at("2026-03-01T10:00:00Z"));
        client.get("/clock").problem(401, "unauthenticated");
        company.get("/clock").expect(200);
    }

    fn a_test_clock_expires_no_token(kind: Kind) {
        let company = Company::dev(&Server::shared(kind));
        let body = json!({ "expires_at": "2099-01-01T00:00:00Z" });
        let issued = company.post("/api_tokens", &body).expect(200);
        company.post("/clock", &json!({ "now": "2099-06-01T00:00:00Z" })).expect(200);
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.get("/clock").expect(200);
    }

    fn wrong_tokens_are_all_refused_alike(company: Company) {
        let good = &company.token;
        let mut flipped = good.clone().into_bytes();
        flipped[40] = if flipped[40] == b'a' { b'b' } else { b'a' };
        let flipped = String::from_utf8(flipped).unwrap();
        let wrong = [
            String::new(),
            "Bearer".to_owned(),
            "Bearer ".to_owned(),
            "Bearer x".to_owned(),
            format!("Basic {good}"),
            format!("Token {good}"),
            good.clone(),
            format!("Bearer {}", &good[1..]),
            format!("Bearer {}", &good[..good.len() - 1]),
            format!("Bearer {good}x"),
            format!("Bearer {}", good.to_uppercase()),
            format!("Bearer {flipped}"),
            format!("Bearer {good} {good}"),
        ];
        for header in &wrong {
            let request = company.request("GET", "/clock").without("authorization");
            let answer = company.send(request.header("authorization", header));
            let told = answer.problem(401, "unauthenticated");
            assert!(!told.to_string().contains(good.as_str()), "{header}");
        }
        let request = company.request("GET", "/clock").without("authorization");
        company.send(request.header("authorization", b"Bearer \xff\xfe")).expect(401);
    }

    fn the_scheme_is_in_any_letter_case(company: Company) {
        for scheme in ["bearer", "BEARER", "bEaReR"] {
            let request = company.request("GET", "/clock").without("authorization");
            let header = format!("{scheme} {}", company.token);
            company.send(request.header("authorization", header)).expect(200);
        }
    }

    fn the_last_use_is_written_down(company: Company) {
        let issued = company.post("/api_tokens", &json!({})).expect(200);
        let used = || {
            company.server.engine.write_down_token_use().unwrap();
            let list = company.get("/api_tokens?limit=200").expect(200);
            let all = list["results"].as_array().unwrap().clone();
            all.into_iter().find(|t| t["id"] == issued["id"]).unwrap()["last_used_at"].clone()
        };
        assert!(used().is_null());
        let facts = company.facts().len();
        let client = Client { token: text(&issued, "token"), ..company.client() };
        client.get("/clock").expect(200);
        assert!(used().is_string());
        assert_eq!(company.facts().len(), facts, "a use is no change of state");
    }

    fn tokens_are_listed_in_pages(company: Company) {
        for n in 0..4 {
            company.post("/api_tokens", &json!({ "name": n.to_string() })).expect(200);
        }
        let first = company.get("/api_tokens?limit=3").expect(200);
        let key = text(&first["pagination"], "from_key");
        let second = company.get(&format!("/api_tokens?limit=3&from_key={key}")).expect(200);
        let names: Vec<_> =
            [column(&first, "name"), column(&second, "name")].into_iter().flatten().collect();
        assert_eq!(names[1..], ["0", "1", "2", "3"]);
    }

    fn a_request_for_a_token_is_checked(company: Company) {
        let wrong = [
            (json!({ "name": "x".repeat(256) }), "/name"),
            (json!({ "expires_at": "tomorrow" }), "/expires_at"),
            (json!({ "token": "x" }), "/token"),
            (json!({ "id": "tok_1" }), "/id"),
            (json!({ "last_used_at": null, "revoked_at": "x" }), "/revoked_at"),
            (json!({ "company_user_id": "nobody" }), "/company_user_id"),
        ];
        for (body, pointer) in wrong {
            let faults = company.post("/api_tokens", &body).faults();
            assert!(faults.contains(&pointer.to_owned()), "{body} {faults:?}");
        }
    }
}
