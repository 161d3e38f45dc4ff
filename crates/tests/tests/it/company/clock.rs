//! `GET|POST /clock`: the test clock of a development company.

use std::sync::Arc;

use engine::clock::HeldClock;
use records::Moment;
use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::{Answer, Client, Company, Kind, Server, at_once};

fn set(client: &Client, now: &str) -> Answer {
    client.post("/clock", &json!({ "now": now }))
}

/// A company with a subscription that is billed every hour.
fn hourly(server: &Arc<Server>) -> Company {
    hourly_from(server, &["2026-01-01T00:00:00Z"])
}

/// A company with subscriptions that are billed every hour, each from its own start on.
fn hourly_from(server: &Arc<Server>, starts: &[&str]) -> Company {
    let company = Company::dev(server);
    set(&company, "2026-01-01T00:00:00Z").expect(200);
    let product = company.post("/products", &json!({ "name": "Hours" })).expect(200);
    let pricing = json!({
        "product_id": product["id"], "name": "Hours", "currency": "USD", "pricing_type": "FIXED",
        "fixed_price": { "price_per_unit": "1" },
        "billing_frequency": { "count": 1, "frequency": "HOUR" }
    });
    let pricing = company.post("/pricing", &pricing).expect(200);
    let customer = company.named("a");
    for start in starts {
        let body = json!({
            "customer_id": customer, "product_pricing_ids": [pricing["id"]], "start_date": start,
        });
        company.post("/subscriptions", &body).expect(200);
    }
    company
}

both! {
    fn a_move_is_watched_and_cut_short(server: Arc<Server>) {
        let company = hourly(&server);
        let still = company.get("/clock/move").expect(200);
        assert_eq!(still, json!({ "now": "2026-01-01T00:00:00Z", "target": null }));
        assert_eq!(company.delete("/clock/move").expect(200), still, "nothing to cut");
        let client = company.client();
        let cut = std::thread::scope(|scope| {
            let moving = scope.spawn(|| set(&client, "2031-01-01T00:00:00Z").expect(200));
            let seen = |at: &str| {
                crate::harness::eventually("the clock is on its way", || {
                    let seen = company.get("/clock/move").expect(200);
                    let moved = text(&seen, "now").as_str() > at;
                    let on_its_way = seen["target"] == "2031-01-01T00:00:00Z";
                    (moved && on_its_way).then(|| text(&seen, "now"))
                })
            };
            let first = seen("2026-01-01T00:00:00Z");
            seen(&first);
            company.post("/customers", &json!({ "identifier": "b" })).problem(409, "clock_moving");
            let request = company.request("DELETE", "/clock/move").key("once");
            let cut = company.send(request.clone()).expect(200);
            assert_eq!(cut["target"], Value::Null);
            assert!(company.send(request).replayed());
            assert_eq!(moving.join().unwrap()["now"], cut["now"], "who waits is told");
            text(&cut, "now")
        });
        assert!(cut.as_str() < "2031", "{cut}");
        assert_eq!(company.get("/clock").expect(200), json!({ "now": cut }));
        company.named("b");
    }

    fn only_a_development_company_has_one(company: Company) {
        set(&company, "2026-01-01T00:00:00Z").expect(409);
        let shown = text(&company.get("/clock").expect(200), "now");
        assert!(shown.as_str() > "2025", "the real time: {shown}");
    }

    fn the_first_call_may_choose_any_instant(server: Arc<Server>) {
        let instants = [
            "2001-02-03T04:05:06Z",
            "2150-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999999Z",
        ];
        for instant in instants {
            let company = Company::dev(&server);
            company.named("before");
            assert_eq!(set(&company, instant).expect(200), json!({ "now": instant }));
            assert_eq!(company.get("/clock").expect(200), json!({ "now": instant }));
            let made = company.customer(&json!({ "identifier": "a" }));
            assert_eq!(made["created_at"], instant);
            assert_eq!(made["updated_at"], instant);
            let facts = company.facts();
            assert_eq!(facts.last().unwrap()["created_at"], instant);
        }
    }

    fn the_last_instant_of_rfc_3339(server: Arc<Server>) {
        let company = Company::dev(&server);
        let last = "9999-12-31T23:59:59Z";
        let issued = company.post("/api_tokens", &json!({ "expires_at": last })).expect(200);
        assert_eq!(issued["expires_at"], last, "what clients send for `never`");
        assert_eq!(set(&company, last).expect(200)["now"], last);
    }

    fn it_only_moves_forward(server: Arc<Server>) {
        let company = Company::dev(&server);
        set(&company, "2020-01-01T00:00:00Z").expect(200);
        let facts = company.facts();
        set(&company, "2019-12-31T23:59:59.999999Z").expect(409);
        set(&company, "2001-01-01T00:00:00Z").expect(409);
        let same = set(&company, "2020-01-01T01:00:00+01:00").expect(200);
        assert_eq!(same["now"], "2020-01-01T00:00:00Z");
        assert_eq!(company.facts(), facts, "nothing moved");
        set(&company, "2020-01-01T00:00:00.000001Z").expect(200);
        let shown = company.get("/clock").expect(200);
        assert_eq!(shown["now"], "2020-01-01T00:00:00.000001Z");
        assert_eq!(company.facts().last().unwrap()["event_type"], "clock.moved");
    }

    fn ten_years_are_the_most(server: Arc<Server>) {
        let company = Company::dev(&server);
        set(&company, "2020-01-01T00:00:00Z").expect(200);
        assert_eq!(set(&company, "2030-01-01T00:00:01Z").faults(), ["/now"]);
        assert_eq!(set(&company, "9999-01-01T00:00:00Z").faults(), ["/now"]);
        assert_eq!(company.get("/clock").expect(200)["now"], "2020-01-01T00:00:00Z");
        set(&company, "2030-01-01T00:00:00Z").expect(200);
        set(&company, "2039-12-31T00:00:00Z").expect(200);
    }

    fn too_many_instants_are_refused_before_anything_happens(server: Arc<Server>) {
        let starts = ["2026-01-01T00:00:00Z", "2026-01-01T00:20:00Z", "2026-01-01T00:20:00Z"];
        let company = hourly_from(&server, &starts);
        let facts = company.facts();
        let body = json!({ "now": "2035-12-30T00:00:00Z" });
        let request = company.request("POST", "/clock").key("far").json(&body);
        let refused = company.send(request);
        assert_eq!(refused.faults(), ["/now"]);
        assert!(refused.json().to_string().contains("100000 instants"), "{}", refused.json());
        let still = json!({ "now": "2026-01-01T00:00:00Z", "target": null });
        assert_eq!(company.get("/clock/move").expect(200), still);
        assert_eq!(company.facts(), facts, "nothing happened");
        set(&company, "2026-01-01T02:00:00Z").expect(200);
    }

    fn records_are_stamped_by_it(server: Arc<Server>) {
        let company = Company::dev(&server);
        set(&company, "2020-01-01T00:00:00Z").expect(200);
        company.named("a");
        set(&company, "2020-05-01T00:00:00Z").expect(200);
        let after = company.patch("/customers/a", &json!({ "name": "n" })).expect(200);
        assert_eq!(after["created_at"], "2020-01-01T00:00:00Z");
        assert_eq!(after["updated_at"], "2020-05-01T00:00:00Z");
        let seller = company.post("/sales_users", &json!({ "name": "s" })).expect(200);
        let path = format!("/sales_users/{}", text(&seller, "id"));
        let seller = company.patch(&path, &json!({ "archived": true })).expect(200);
        assert_eq!(seller["archived_date"], "2020-05-01T00:00:00Z");
        let user = company.post("/company_users", &json!({ "email": "a@x.example" })).expect(200);
        assert_eq!(user["created_at"], "2020-05-01T00:00:00Z");
    }

    fn a_keyed_repetition_is_answered_alike(server: Arc<Server>) {
        let company = Company::dev(&server);
        let move_to = |now: &str, key: &str| {
            let body = json!({ "now": now });
            company.send(company.request("POST", "/clock").key(key).json(&body))
        };
        let first = move_to("2020-01-01T00:00:00Z", "a");
        first.expect(200);
        move_to("2020-02-01T00:00:00Z", "b").expect(200);
        let again = move_to("2020-01-01T00:00:00Z", "a");
        assert!(again.replayed());
        assert_eq!(again.body, first.body);
        assert_eq!(company.get("/clock").expect(200)["now"], "2020-02-01T00:00:00Z");
        move_to("2020-03-01T00:00:00Z", "a").problem(422, "idempotency_key_reused");
        let refused = move_to("2019-01-01T00:00:00Z", "c");
        refused.expect(409);
        move_to("2020-02-02T00:00:00Z", "c").expect(200);
    }

    fn twenty_moves_at_once(server: Arc<Server>) {
        let company = Company::dev(&server);
        set(&company, "2020-01-01T00:00:00Z").expect(200);
        let day = |n: usize| format!("2020-01-{:02}T00:00:00Z", n + 2);
        let answers = at_once(20, |n| set(&company, &day(n)).status);
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        let last = text(&company.get("/clock").expect(200), "now");
        let moved = company.facts().into_iter().filter(|fact| fact["event_type"] == "clock.moved");
        let shown: Vec<String> = moved.map(|fact| text(&fact["data"]["values"], "now")).collect();
        assert_eq!(shown.last(), Some(&last));
        assert!(shown.is_sorted(), "{shown:?}");
        company.named("writes go on");
    }

    fn an_instant_is_rfc_3339(server: Arc<Server>) {
        let company = Company::dev(&server);
        let wrong = [
            json!("2026-02-30T00:00:00Z"), json!("0000-01-01T00:00:00Z"),
            json!("10000-01-01T00:00:00Z"), json!("2026-01-01T00:00:00"), json!("2026-01-01"),
            json!("2026-13-01T00:00:00Z"), json!("2026-01-01T24:00:00Z"),
            json!("2026-01-01T00:60:00Z"), json!(""), json!("now"), json!(1_767_225_600),
            json!("2026-01-01T00:00:00+25:00"), json!("2026-01-01T00:00:00 Z"),
            json!("2026-01-01T00:00Z"), json!("-2026-01-01T00:00:00Z"), Value::Null, json!({}),
            json!("2026-01-01T00:00:00.Z"), json!("2026-01-01T00:00:00Z[Europe/Berlin]"),
            json!("20260101T000000Z"), json!("2026-W01-1T00:00:00Z"),
        ];
        for now in wrong {
            let answer = company.post("/clock", &json!({ "now": now }));
            assert_eq!(answer.faults(), ["/now"], "{now}");
        }
        assert_eq!(company.post("/clock", &json!({})).faults(), ["/now"]);
        let body = json!({ "now": "2026-01-01T00:00:00Z", "then": 1 });
        assert_eq!(company.post("/clock", &body).faults(), ["/then"]);
        let right = [
            ("2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00Z"),
            ("2026-01-01t00:00:00z", "2026-01-01T00:00:00Z"),
            ("2026-01-01T00:00:00.123456789Z", "2026-01-01T00:00:00.123456Z"),
            ("2026-02-28T23:59:59-11:59", "2026-03-01T11:58:59Z"),
            ("2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"),
        ];
        for (sent, shown) in right {
            assert_eq!(set(&company, sent).expect(200)["now"], shown, "{sent}");
        }
    }

    fn company_time_never_runs_backwards(kind: Kind) {
        let at = |text: &str| Moment::parse(text).unwrap();
        let clock = Arc::new(HeldClock::at(at("2026-03-01T12:00:00Z")));
        let url = fresh(kind);
        let company = Company::new(&Server::start(kind, &url, clock.clone(), 0));
        company.named("a");
        clock.set(at("2026-03-01T11:00:00Z"));
        let made = company.customer(&json!({ "identifier": "b" }));
        assert_eq!(made["created_at"], "2026-03-01T12:00:00Z");
        let again = Server::start(kind, &url, clock.clone(), 0);
        let again = Client { address: again.address, ..company.client() };
        let made = again.customer(&json!({ "identifier": "c" }));
        assert_eq!(made["created_at"], "2026-03-01T12:00:00Z", "also after a restart");
        let after = again.patch("/customers/a", &json!({ "name": "n" })).expect(200);
        assert_eq!(after["updated_at"], "2026-03-01T12:00:00Z");
        clock.set(at("2026-03-02T12:00:00Z"));
        let made = again.customer(&json!({ "identifier": "d" }));
        assert_eq!(made["created_at"], "2026-03-02T12:00:00Z");
    }
}
