//! `Idempotency-Key`: one effect per key, and the first answer again.

use std::sync::Arc;

use engine::clock::HeldClock;
use records::Moment;
use serde_json::{Value, json};

use crate::harness::client::{column, text};
use crate::harness::database::{behind, fresh};
use crate::harness::{Answer, Client, Company, Kind, On as _, Server, at_once};

/// A sales user: nothing about it is unique, so a second effect would show.
fn seller(client: &Client, key: &str) -> Answer {
    client.send(client.request("POST", "/sales_users").key(key).json(&json!({ "name": "Sam" })))
}

fn sellers(client: &Client) -> usize {
    client.get("/sales_users?limit=200").expect(200)["results"].as_array().unwrap().len()
}

both! {
    fn a_repetition_gets_the_first_answer(company: Company) {
        let body = json!({ "identifier": "a", "name": "first" });
        let request = company.request("POST", "/customers").key("k1").json(&body);
        let first = company.send(request.clone());
        first.expect(201);
        assert!(!first.replayed());
        company.patch("/customers/a", &json!({ "name": "second" })).expect(200);
        for _ in 0..3 {
            let again = company.send(request.clone());
            assert_eq!(again.status, 201);
            assert!(again.replayed());
            assert_eq!(again.body, first.body);
            assert_eq!(again.header("content-type"), first.header("content-type"));
        }
        assert_eq!(company.found(&json!({})), ["a"]);
    }

    fn every_kind_of_write_takes_a_key(company: Company) {
        let customer = company.named("a");
        let token = company.post("/api_tokens", &json!({})).expect(200);
        let user = company.post("/company_users", &json!({ "email": "a@b.example" })).expect(200);
        let seller = company.post("/sales_users", &json!({ "name": "x" })).expect(200);
        let writes = [
            ("POST", "/customers".to_owned(), json!({ "identifier": "b" })),
            ("PATCH", format!("/customers/{customer}"), json!({ "name": "n" })),
            ("PATCH", format!("/customers/{customer}/start_managing"), Value::Null),
            ("PATCH", String::new(), json!({ "phone": "1" })),
            ("POST", "/company_users".to_owned(), json!({ "email": "c@d.example" })),
            ("PATCH", format!("/company_users/{}", text(&user, "id")), json!({ "title": "t" })),
            ("POST", "/sales_users".to_owned(), json!({ "name": "y" })),
            ("PATCH", format!("/sales_users/{}", text(&seller, "id")), json!({ "archived": true })),
            ("POST", "/api_tokens".to_owned(), json!({ "name": "n" })),
            ("DELETE", format!("/api_tokens/{}", text(&token, "id")), Value::Null),
        ];
        for (index, (method, path, body)) in writes.iter().enumerate() {
            let mut request = company.request(method, path).key(&format!("key-{index}"));
            if !body.is_null() {
                request = request.json(body);
            }
            let first = company.send(request.clone());
            assert!(first.status < 300, "{method} {path} {}", first.text());
            let facts = company.facts();
            let again = company.send(request);
            assert!(again.replayed(), "{method} {path}");
            assert_eq!((again.status, &again.body), (first.status, &first.body), "{method} {path}");
            assert_eq!(company.facts(), facts, "{method} {path}");
        }
    }

    fn fifty_at_once_make_one(company: Company) {
        let body = json!({ "identifier": "one" });
        let request = company.request("POST", "/customers").key("fifty").json(&body);
        let answers = at_once(50, |_| company.send(request.clone()));
        let fresh: Vec<_> = answers.iter().filter(|a| a.status == 201 && !a.replayed()).collect();
        assert_eq!(fresh.len(), 1);
        for answer in &answers {
            match answer.status {
                201 => assert_eq!(answer.body, fresh[0].body),
                409 => {
                    answer.problem(409, "idempotency_key_running");
                    assert!(answer.header("retry-after").is_some());
                }
                other => panic!("{other} {}", answer.text()),
            }
        }
        let again = company.send(request);
        assert!(again.replayed());
        assert_eq!(again.body, fresh[0].body);
        assert_eq!(company.found(&json!({})), ["one"]);
        let made = company.facts().into_iter().filter(|f| f["event_type"] == "customer.created");
        assert_eq!(made.count(), 1);
    }

    fn fifty_at_once_at_two_servers_make_one(company: Company) {
        let second = company.server.beside();
        let beside = Client { address: second.address, ..company.client() };
        let answers = at_once(50, |i| seller(if i % 2 == 0 { &company } else { &beside }, "k"));
        for answer in &answers {
            assert!(matches!(answer.status, 200 | 409), "{} {}", answer.status, answer.text());
        }
        let fresh = answers.iter().filter(|a| a.status == 200 && !a.replayed()).count();
        assert_eq!(fresh, 1);
        assert_eq!(sellers(&company), 1);
    }

    fn a_key_belongs_to_one_request(company: Company) {
        let customer = company.named("x");
        let body = r#"{"identifier":"a"}"#;
        let request = company.request("POST", "/customers").key("k").text(body);
        company.send(request).expect(201);
        let others = [
            company.request("POST", "/customers").text(r#"{"identifier":"b"}"#),
            company.request("POST", "/customers").text(r#"{"identifier": "a"}"#),
            company.request("POST", "/sales_users").text(r#"{"name":"s"}"#),
            company.request("PATCH", &format!("/customers/{customer}")).text(body),
            company.request("PATCH", "/customers/a").text(r#"{"name":"x"}"#),
        ];
        for other in others {
            let answer = company.send(other.clone().key("k"));
            let told = answer.problem(422, "idempotency_key_reused");
            assert!(!told.to_string().contains(&customer), "nothing leaks: {told}");
        }
        let patch = company.request("PATCH", "/customers/x").key("m").text(r#"{"name":"n"}"#);
        company.send(patch).expect(200);
        let patch = company.request("PATCH", "/customers/a").key("m").text(r#"{"name":"n"}"#);
        company.send(patch).problem(422, "idempotency_key_reused");
        assert_eq!(company.found(&json!({})), ["a", "x"]);
        assert_eq!(sellers(&company), 0);
    }

    fn tokens_and_companies_have_keys_of_their_own(company: Company) {
        let second = company.with_access(&json!({ "sales_users": "WRITE" }));
        let other = Company::new(&company.server);
        for client in [&company, &second, &other as &Client] {
            let answer = seller(client, "same");
            answer.expect(200);
            assert!(!answer.replayed());
            assert!(seller(client, "same").replayed());
        }
        assert_eq!(sellers(&company), 2);
        assert_eq!(sellers(&other), 1);
    }

    fn bad_keys_are_refused(company: Company) {
        let long = "k".repeat(256);
        let bad: [&[u8]; 8] =
            [b"", long.as_bytes(), b"a b", b"a\tb", b"\xc3\xa4", b" ", b"\xff", b"a\x80b"];
        let good = ["k".repeat(255), "!".to_owned(), "~".to_owned(), "a/b?c=d\"".to_owned()];
        let post = || company.request("POST", "/sales_users").json(&json!({ "name": "Sam" }));
        for key in bad {
            let answer = company.send(post().header("idempotency-key", key));
            answer.problem(400, "bad_idempotency_key");
            let find = company.request("POST", "/customers/find").json(&json!({}));
            let find = company.send(find.header("idempotency-key", key));
            find.problem(400, "bad_idempotency_key");
            let get = company.request("GET", "/sales_users").header("idempotency-key", key);
            company.send(get).problem(400, "bad_idempotency_key");
            let get = company.request("GET", "/clock").header("idempotency-key", key);
            company.send(get).problem(400, "bad_idempotency_key");
        }
        for key in [b"a\x7f", b"a\x01", b"a\0"] {
            // No header at all may hold these: HTTP itself refuses them.
            let answer = company.try_send(post().header("idempotency-key", key)).unwrap();
            assert_eq!(answer.status, 400);
        }
        let twice = post().key("a").key("a");
        company.send(twice).problem(400, "bad_idempotency_key");
        let twice = post().key("a").header("Idempotency-Key", "b");
        company.send(twice).problem(400, "bad_idempotency_key");
        assert_eq!(sellers(&company), 0);
        for (index, key) in good.iter().enumerate() {
            seller(&company, key).expect(200);
            assert!(seller(&company, key).replayed(), "{key}");
            assert_eq!(sellers(&company), index + 1);
        }
    }

    fn reads_ignore_a_key(company: Company) {
        company.named("a");
        for query in [json!({}), json!({ "name": "x" })] {
            let find = company.request("POST", "/customers/find").key("r");
            let answer = company.send(find.json(&json!({ "query": query })));
            answer.expect(200);
            assert!(!answer.replayed());
        }
        let get = company.send(company.request("GET", "/customers/a").key("r"));
        assert!(!get.replayed());
        seller(&company, "r").expect(200);
    }

    fn refusals_are_not_kept(company: Company) {
        let post = |body: Value| {
            company.send(company.request("POST", "/customers").key("k").json(&body))
        };
        post(json!({ "identifier": "" })).expect(422);
        post(json!({ "identifier": "x", "owner_id": "nobody" })).expect(422);
        company.named("taken");
        post(json!({ "identifier": "taken" })).expect(409);
        company.send(company.request("POST", "/customers").key("k").text("{")).expect(400);
        let reader = company.with_access(&json!({ "customers": "READ" }));
        let denied = reader.request("POST", "/customers").key("k").json(&json!({}));
        reader.send(denied).expect(403);
        let made = post(json!({ "identifier": "a" }));
        made.expect(201);
        assert!(!made.replayed());
        assert!(post(json!({ "identifier": "a" })).replayed());
    }

    fn a_key_survives_a_restart(company: Company) {
        let first = seller(&company, "k");
        first.expect(200);
        let second = company.server.beside();
        let beside = Client { address: second.address, ..company.client() };
        let again = seller(&beside, "k");
        assert!(again.replayed());
        assert_eq!(again.body, first.body);
    }

    fn a_key_is_kept_for_a_day(kind: Kind) {
        let start = Moment::parse("2026-03-01T00:00:00Z").unwrap();
        let clock = Arc::new(HeldClock::at(start));
        let server = Server::start(kind, &fresh(kind), clock.clone(), 0);
        let company = Company::new(&server);
        let first = seller(&company, "k");
        let after = |seconds: i64| Moment::from_micros(start.micros() + seconds * 1_000_000);
        clock.set(after(86_399));
        let again = seller(&company, "k");
        assert!(again.replayed());
        assert_eq!(again.body, first.body);
        clock.set(after(86_401));
        let anew = seller(&company, "k");
        assert!(!anew.replayed());
        let ids = column(&company.get("/sales_users").expect(200), "id");
        assert_eq!(ids, [text(&first.json(), "id"), text(&anew.json(), "id")]);
    }

    fn sixty_four_writers_on_one_customer(company: Company) {
        company.named("busy");
        let answers = at_once(64, |n| {
            let body = json!({ "metadata": { "writer": n } });
            company.patch("/customers/busy", &body).status
        });
        assert!(answers.iter().all(|status| matches!(status, 200 | 409 | 503)), "{answers:?}");
        let done = answers.iter().filter(|status| **status == 200).count();
        assert!(done > 0);
        let facts = company.facts();
        let edits = facts.iter().filter(|fact| fact["event_type"] == "customer.updated");
        assert_eq!(edits.count(), done);
        let last = facts.last().unwrap()["data"]["values"]["metadata"].clone();
        assert_eq!(company.get("/customers/busy").expect(200)["metadata"], last);
    }
}

/// Somebody has the record for longer than anyone waits; nobody has the key.
#[test]
fn a_record_that_is_held_is_no_running_key_postgres() {
    let company = Company::on(Kind::Postgres);
    let held = company.named("held");
    let hold = format!(
        "BEGIN; SELECT id FROM customer WHERE id = '{held}' FOR UPDATE; SELECT pg_sleep(14); COMMIT"
    );
    let url = company.server.url.clone();
    let holder = std::thread::spawn(move || behind(&url, &hold));
    std::thread::sleep(std::time::Duration::from_secs(1));
    let body = json!({ "name": "new" });
    let request = company.request("PATCH", "/customers/held").key("k").json(&body);
    let answer = company.send(request.clone());
    answer.problem(409, "record_locked");
    assert!(answer.header("retry-after").is_some());
    holder.join().unwrap();
    let again = company.send(request);
    assert_eq!(again.expect(200)["name"], "new");
    assert!(!again.replayed());
}
