//! Another company's ids are answered exactly as unknown ones.

use serde_json::{Value, json};

use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn in_every_path(company: Company) {
        let other = Company::new(&company.server);
        let theirs = other.named("theirs");
        let user = json!({ "email": "a@b.example" });
        let user = text(&other.post("/company_users", &user).expect(200), "id");
        let seller = json!({ "name": "Sam" });
        let seller = text(&other.post("/sales_users", &seller).expect(200), "id");
        let token = text(&other.post("/api_tokens", &json!({})).expect(200), "id");
        let before = other.facts();
        let ours = company.facts();
        let requests = [
            ("GET", format!("/customers/{theirs}")),
            ("GET", "/customers/theirs".to_owned()),
            ("PATCH", format!("/customers/{theirs}")),
            ("PATCH", "/customers/theirs".to_owned()),
            ("PATCH", format!("/customers/{theirs}/start_managing")),
            ("PATCH", format!("/company_users/{user}")),
            ("PATCH", format!("/sales_users/{seller}")),
            ("DELETE", format!("/api_tokens/{token}")),
        ];
        for (method, path) in requests {
            let (folder, id) = path[1..].split_once('/').unwrap();
            let unknown = match id.split_once('_') {
                Some((prefix, _)) => format!("{prefix}_{}", "0".repeat(27)),
                None => "nobody".to_owned(),
            };
            let mut request = company.request(method, &path);
            if method == "PATCH" {
                request = request.json(&json!({}));
            }
            let told = company.send(request.clone()).problem(404, "not_found");
            let tail = if path.ends_with("/start_managing") { "/start_managing" } else { "" };
            request.path = company.path(&format!("/{folder}/{unknown}{tail}"));
            let unknown_told = company.send(request).problem(404, "not_found");
            let id = id.strip_suffix(tail).unwrap_or(id);
            let detail = text(&told, "detail").replace(id, "ID");
            assert_eq!(detail, text(&unknown_told, "detail").replace(&unknown, "ID"), "{path}");
        }
        assert_eq!(other.facts(), before);
        assert_eq!(company.facts(), ours);
    }

    fn in_every_body_field(company: Company) {
        let other = Company::new(&company.server);
        let theirs = other.named("theirs");
        let user = json!({ "email": "a@b.example" });
        let user = text(&other.post("/company_users", &user).expect(200), "id");
        company.named("mine");
        let cases = [
            ("POST", "/customers", "owner_id", &user),
            ("POST", "/customers", "parent_customer_id", &theirs),
            ("PATCH", "/customers/mine", "owner_id", &user),
            ("PATCH", "/customers/mine", "parent_customer_id", &theirs),
            ("POST", "/sales_users", "company_user_id", &user),
            ("POST", "/api_tokens", "company_user_id", &user),
            ("POST", "/company_users", "manager_id", &user),
        ];
        let facts = company.facts();
        for (method, path, field, id) in cases {
            let mut body = match path {
                "/customers" => json!({ "identifier": "new" }),
                "/company_users" => json!({ "email": "new@b.example" }),
                _ => json!({}),
            };
            let mut told = Vec::new();
            for value in [id.clone(), format!("{}_{}", &id[..3], "0".repeat(27))] {
                body[field] = json!(value);
                let answer = company.send(company.request(method, path).json(&body));
                assert_eq!(answer.faults(), [format!("/{field}")], "{method} {path}");
                told.push(text(&answer.json()["errors"][0], "detail").replace(&value, "ID"));
            }
            assert_eq!(told[0], told[1]);
        }
        assert_eq!(company.facts(), facts);
    }

    fn in_every_filter(company: Company) {
        let other = Company::new(&company.server);
        let theirs = other.named("theirs");
        let child = json!({ "identifier": "child", "parent_customer_id": theirs });
        other.customer(&child);
        company.named("mine");
        let queries: [Value; 7] = [
            json!({ "parent_customer_id": theirs }),
            json!({ "owner_id": theirs }),
            json!({ "owner_ids": [theirs] }),
            json!({ "identifier": "theirs" }),
            json!({ "identifier": theirs }),
            json!({ "search": theirs }),
            json!({ "search": "theirs" }),
        ];
        for query in queries {
            assert!(company.found(&query).is_empty(), "{query}");
        }
        assert_eq!(company.found(&json!({})), ["mine"]);
    }

    fn a_token_opens_only_its_own_company(company: Company) {
        let other = Company::new(&company.server);
        let mut client = company.client();
        client.company.clone_from(&other.company);
        let told = client.get("/customers/x").problem(404, "not_found");
        client.company = format!("cmp_{}", "0".repeat(27)).into();
        let unknown = client.get("/customers/x").problem(404, "not_found");
        let spell = |told: &Value, id: &str| text(told, "detail").replace(id, "ID");
        assert_eq!(spell(&told, &other.company), spell(&unknown, &client.company));
        for id in ["", "%00", "x", "..", "cmp_"] {
            client.company = id.into();
            let answer = client.get("/customers/x");
            assert!(matches!(answer.status, 400 | 404), "{id} {}", answer.status);
        }
        client.company.clone_from(&other.company);
        client.post("/customers", &json!({ "identifier": "x" })).problem(404, "not_found");
        assert!(other.found(&json!({})).is_empty());
    }

    fn a_nul_or_no_text_in_any_path(company: Company) {
        let paths = [
            ("DELETE", "/api_tokens/", ""),
            ("PATCH", "/company_users/", ""),
            ("PATCH", "/sales_users/", ""),
            ("PATCH", "/customers/", "/start_managing"),
            ("GET", "/customers/", ""),
        ];
        for (method, folder, tail) in paths {
            for id in ["%00", "a%00b", "%FF", "%C3%28"] {
                let request = company.request(method, &format!("{folder}{id}{tail}"));
                let answer = company.send(match method {
                    "PATCH" => request.json(&json!({})),
                    _ => request,
                });
                assert!(matches!(answer.status, 400 | 404), "{method} {folder}{id}");
            }
        }
    }
}
