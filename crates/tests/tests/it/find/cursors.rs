//! `from_key`: signed, and good only for the search that gave it.

use serde_json::{Value, json};

use crate::harness::client::{column, text};
use crate::harness::database::behind;
use crate::harness::{Client, Company};

fn page(client: &Client, body: &Value, key: &Value) -> Value {
    let mut body = body.clone();
    body["pagination"] = json!({ "limit": 2, "from_key": key });
    client.post("/customers/find", &body).expect(200)
}

/// The first page's cursor over five customers.
fn first(client: &Client, body: &Value) -> String {
    for identifier in ["1", "2", "3", "4", "5"] {
        client.customer(&json!({ "identifier": identifier, "tags": ["t"] }));
    }
    text(&page(client, body, &Value::Null)["pagination"], "from_key")
}

fn refused(client: &Client, mut body: Value, key: &str) {
    body["pagination"] = json!({ "limit": 2, "from_key": key });
    client.post("/customers/find", &body).problem(400, "bad_cursor");
}

both! {
    fn a_cursor_is_bound_to_its_search(company: Company) {
        let body = json!({ "query": { "tags": ["t"] }, "sort_key": "createdAtAsc" });
        let key = first(&company, &body);
        assert_eq!(column(&page(&company, &body, &json!(key)), "identifier"), ["3", "4"]);
        let other = |query: Value, sort: &str| json!({ "query": query, "sort_key": sort });
        refused(&company, other(json!({ "tags": ["u"] }), "createdAtAsc"), &key);
        refused(&company, other(json!({}), "createdAtAsc"), &key);
        refused(&company, other(json!({ "tags": ["t"], "name": "x" }), "createdAtAsc"), &key);
        refused(&company, other(json!({ "tags": ["t"] }), "createdAtDesc"), &key);
        refused(&company, other(json!({ "tags": ["t"] }), "updatedAtAsc"), &key);
        let stranger = Company::new(&company.server);
        stranger.named("x");
        refused(&stranger, body.clone(), &key);
        for list in ["/sales_users", "/company_users", "/api_tokens", "/events_log"] {
            let answer = company.get(&format!("{list}?from_key={key}"));
            answer.problem(400, "bad_cursor");
        }
        for _ in 0..3 {
            company.post("/sales_users", &json!({ "name": "x" })).expect(200);
        }
        let list = company.get("/sales_users?limit=1").expect(200);
        refused(&company, body, &text(&list["pagination"], "from_key"));
    }

    fn an_altered_cursor_is_refused(company: Company) {
        let body = json!({});
        let key = first(&company, &body);
        for at in 0..key.len() {
            let mut altered = key.clone().into_bytes();
            altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
            refused(&company, body.clone(), &String::from_utf8(altered).unwrap());
        }
        let (longer, twice) = (format!("{key}A"), key.repeat(2));
        let others =
            [&key[..key.len() - 1], &key[1..], "x", "=", "😀", " ", "null", "0", &longer, &twice];
        for other in others {
            refused(&company, body.clone(), other);
        }
        for wrong in [json!(1), json!({}), json!([])] {
            let body = json!({ "pagination": { "from_key": wrong } });
            let faults = company.post("/customers/find", &body).faults();
            assert_eq!(faults, ["/pagination/from_key"]);
        }
    }

    fn a_cursor_survives_a_restart(company: Company) {
        let body = json!({ "sort_key": "createdAtAsc" });
        let key = first(&company, &body);
        let second = company.server.beside();
        let again = Client { address: second.address, ..company.client() };
        assert_eq!(column(&page(&again, &body, &json!(key)), "identifier"), ["3", "4"]);
    }

    fn the_limit_may_change_on_the_way(company: Company) {
        let key = first(&company, &json!({ "sort_key": "createdAtAsc" }));
        let body = json!({
            "sort_key": "createdAtAsc", "pagination": { "limit": 50, "from_key": key }
        });
        let rest = company.post("/customers/find", &body).expect(200);
        assert_eq!(column(&rest, "identifier"), ["3", "4", "5"]);
        assert!(rest["pagination"]["from_key"].is_null());
    }

    fn the_walk_goes_on_when_its_row_leaves(company: Company) {
        let body = json!({ "query": { "status": "active" }, "sort_key": "createdAtAsc" });
        let key = first(&company, &body);
        for gone in ["1", "2", "3"] {
            let path = format!("/customers/{gone}");
            company.patch(&path, &json!({ "status": "ARCHIVED" })).expect(200);
        }
        assert_eq!(column(&page(&company, &body, &json!(key)), "identifier"), ["4", "5"]);
    }

    fn the_walk_goes_on_when_its_row_is_deleted(company: Company) {
        let company = company.unaudited();
        let body = json!({});
        let key = first(&company, &body);
        let sql = format!(
            "DELETE FROM customer WHERE company_id = '{}' AND identifier IN ('4', '3')",
            company.company
        );
        behind(&company.server.url, &sql);
        assert_eq!(column(&page(&company, &body, &json!(key)), "identifier"), ["2", "1"]);
    }

    fn a_list_has_cursors_too(company: Company) {
        for n in 0..5 {
            company.post("/sales_users", &json!({ "name": n.to_string() })).expect(200);
        }
        let (mut names, mut key) = (Vec::new(), String::new());
        loop {
            let page = company.get(&format!("/sales_users?limit=2&from_key={key}")).expect(200);
            names.extend(column(&page, "name"));
            match page["pagination"]["from_key"].as_str() {
                Some(next) => key = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(names, ["0", "1", "2", "3", "4"]);
        for list in ["/sales_users", "/company_users", "/api_tokens", "/events_log"] {
            let empty = company.get(&format!("{list}?limit=0")).expect(200);
            assert_eq!(empty["results"], json!([]), "{list}");
            let wrong =
                ["limit=-1", "limit=201", "limit=x", "limit=", "limit=1.5", "limit=1&limit=2"];
            for wrong in wrong {
                company.get(&format!("{list}?{wrong}")).expect(422);
            }
            company.get(&format!("{list}?from_key=x")).problem(400, "bad_cursor");
            let nul = company.get(&format!("{list}?from_key=%00"));
            assert!(matches!(nul.status, 400 | 422), "{}", nul.text());
            company.get(&format!("{list}?offset=5")).expect(422);
        }
    }
}
