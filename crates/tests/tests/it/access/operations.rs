//! Every operation is guarded by its area and level; what is not granted is denied.

use serde_json::{Map, Value, json};

use crate::harness::{Answer, Client, Company, Request};

/// The area of a path behind the company, by its first word, or by what it asks of a customer.
fn area(path: &str) -> &'static str {
    let mut words = path.trim_start_matches('/').split('/');
    let word = words.next().unwrap_or_default();
    for below in words {
        match below {
            "entitlements" => return "entitlement",
            "statement" => return "invoices",
            "attachments" => return "files",
            _ => {}
        }
    }
    match word {
        "" | "clock" | "company" => "settings",
        "customers" => "customers",
        "company_users" => "team",
        "sales_users" => "sales_users",
        "api_tokens" => "api_tokens",
        "emails" | "events_log" | "jobs" => "logs",
        "email_templates" => "email_templates",
        "products" | "pricing" | "bundles" | "billable_items" | "billable_metrics" => "pricing",
        "entitlements" => "entitlement",
        "subscriptions" | "parked" => "subscriptions",
        "events" => "events",
        "objects" => "objects",
        "credits" => "credits",
        "invoices" => "invoices",
        "one_times" => "one_time",
        "contracts" | "checkout" | "templates" => "proposal",
        "customer_dashboards" => "customer_portal",
        "payments" => "payments",
        "report" => "reports",
        "coupons" => "promotions",
        "campaigns" => "campaign",
        "webhooks" => "webhooks",
        other => panic!("no area is known for `{other}`: add it here"),
    }
}

/// Whether an operation writes nothing.
fn reads(method: &str, path: &str) -> bool {
    let verbs = [
        "/find",
        "/estimate",
        "/usage",
        "/explain",
        "/next",
        "/preview",
        "/preview_invoice",
        "/cached_metrics",
    ];
    method == "GET" || verbs.iter().any(|verb| path.ends_with(verb))
}

const AREAS: &[&str] = &[
    "api_tokens",
    "approvals",
    "campaign",
    "commission_plans",
    "commission_reports",
    "companies",
    "credit_notes",
    "credits",
    "customer_portal",
    "customers",
    "developers",
    "disputes",
    "email_templates",
    "entitlement",
    "events",
    "expired_card",
    "files",
    "import",
    "integration_bank_accounts",
    "integration_transactions",
    "integrations",
    "invoices",
    "journal_accounts",
    "journal_entries",
    "logs",
    "objects",
    "one_time",
    "payments",
    "pricing",
    "promotions",
    "proposal",
    "reports",
    "sales_users",
    "settings",
    "subscriptions",
    "team",
    "webhooks",
];

/// Method and path behind the company of every operation that is served.
fn operations(company: &Company) -> Vec<(String, String)> {
    let document = company.server.ask(&Request::new("GET", "/openapi.json")).expect(200);
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let (_, tail) = path.split_once("{company_id}").unwrap_or_else(|| panic!("{path}"));
        for method in item.as_object().unwrap().keys() {
            all.push((method.to_uppercase(), tail.to_owned()));
        }
    }
    assert!(all.len() >= 19, "{all:?}");
    all
}

/// Calls an operation with ids that do not exist and an empty body.
fn call(client: &Client, method: &str, path: &str) -> Answer {
    let mut tail = path.to_owned();
    while let Some((before, rest)) = tail.split_once('{') {
        let (_, after) = rest.split_once('}').unwrap();
        tail = format!("{before}nobody{after}");
    }
    let request = client.request(method, &tail);
    client.send(if method == "GET" { request } else { request.text("{}") })
}

fn only(area: &str, level: &str) -> Value {
    json!({ area: level })
}

/// WRITE everywhere but in one area.
fn all_but(area: &str) -> Value {
    let areas = AREAS.iter().filter(|known| **known != area);
    Value::Object(areas.map(|known| ((*known).to_owned(), json!("WRITE"))).collect::<Map<_, _>>())
}

both! {
    fn what_is_not_granted_is_denied(company: Company) {
        let operations = operations(&company);
        let mut areas: Vec<_> = operations.iter().map(|(_, path)| area(path)).collect();
        areas.sort_unstable();
        areas.dedup();
        for area_now in areas {
            let without = company.with_access(&all_but(area_now));
            let none = company.with_access(&only(area_now, "NONE"));
            let reader = company.with_access(&only(area_now, "READ"));
            let writer = company.with_access(&only(area_now, "WRITE"));
            for (method, path) in operations.iter().filter(|(_, path)| area(path) == area_now) {
                let name = format!("{method} {path}");
                for client in [&without, &none] {
                    let answer = call(client, method, path);
                    assert_eq!(answer.status, 403, "{name} {}", answer.text());
                }
                let (read, write) = (call(&reader, method, path), call(&writer, method, path));
                let denied = |answer: &Answer| matches!(answer.status, 401 | 403);
                assert_eq!(denied(&read), !reads(method, path), "{name} {}", read.text());
                assert!(!denied(&write), "{name} {}", write.text());
            }
        }
    }

    fn no_operation_goes_without_a_token(company: Company) {
        for (method, path) in operations(&company) {
            let mut client = company.client();
            client.token = "wrong".to_owned();
            let answer = call(&client, &method, &path);
            answer.problem(401, "unauthenticated");
            let missing = company.request(&method, &path.replace(['{', '}'], "x"));
            let missing = company.send(missing.without("authorization"));
            missing.problem(401, "unauthenticated");
            assert!(missing.header("www-authenticate").is_some());
        }
    }

    fn denied_before_the_body_is_looked_at(company: Company) {
        let nobody = company.with_access(&json!({}));
        let requests = [
            nobody.request("POST", "/customers").text("{"),
            nobody.request("POST", "/customers").text("{\"unknown\":1}"),
            nobody.request("POST", "/customers/find").text("nonsense"),
            nobody.request("PATCH", "/customers/nobody").text("{}"),
        ];
        for request in requests {
            nobody.send(request).problem(403, "forbidden");
        }
    }
}
