//! What customers may use: values of their own, and one asked for by its key.

use engine::customers::{self, entitlements};
use engine::{Actor, Failure, Session};
use serde_json::{Value, json};

use crate::catalog::{made, monthly, over};
use crate::harness::client::text;
use crate::harness::{Client, Company};

/// Definitions of every type, by key.
fn definitions(client: &Client) {
    for (key, kind) in [("sso", "BOOL"), ("seats", "NUMBER"), ("note", "TEXT"), ("tier", "ENUM")] {
        let mut body = json!({ "key": key, "name": key.to_uppercase(), "type": kind });
        if kind == "ENUM" {
            body["possible_values"] = json!(["gold", "silver"]);
        }
        if kind == "NUMBER" {
            body["adjust_for_quantity"] = json!(true);
        }
        made(client, "/entitlements", &body);
    }
}

/// A product that grants this, with a monthly pricing.
#[track_caller]
fn granting(client: &Client, values: &Value) -> (String, String) {
    let product = made(client, "/products", &json!({ "name": "p", "entitlements": values }));
    let product = text(&product, "id");
    let pricing = text(&made(client, "/pricing", &monthly(&product)), "id");
    (product, pricing)
}

#[track_caller]
fn subscribed(client: &Client, pricing: &str, fields: &Value) -> Value {
    let customer = text(&acme(client), "id");
    let least = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    client.post("/subscriptions", &over(&least, fields)).expect(200)
}

#[track_caller]
fn acme(client: &Client) -> Value {
    client.get("/customers/acme").expect(200)
}

fn asked(client: &Client, key: &str) -> Value {
    client.get(&format!("/customers/acme/entitlements/{key}")).expect(200)
}

/// Does what the background does after a change of the catalog.
fn refresh(company: &Company) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let refreshed = company.server.engine.refresh_entitlements_of(&company.company);
    runtime.block_on(refreshed).unwrap_or_else(|failure| panic!("{failure:?}"));
}

/// How many statements a read takes.
fn statements(company: &Company, read: fn(&mut Session<'_, '_>) -> Result<String, Failure>) -> u64 {
    let look = company.server.engine.look(&company.company, Actor::default(), move |session| {
        read(session)?;
        Ok(session.statements())
    });
    look.wait().unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn changes(client: &Client) -> usize {
    let facts = client.facts();
    facts.iter().filter(|fact| fact["event_type"] == "customer.entitlements_changed").count()
}

both! {
    fn one_is_asked_for_by_its_key(company: Company) {
        definitions(&company);
        let customer = company.named("acme");
        let (_, pricing) = granting(&company, &json!([
            { "key": "sso", "value": true }, { "key": "seats", "value": 5 }
        ]));
        let subscription = subscribed(&company, &pricing, &json!({
            "config_items": [{ "product_pricing_id": pricing, "num_licenses": 4 }]
        }));
        let seats = asked(&company, "seats");
        assert_eq!(seats["value"], 20);
        assert_eq!(seats["original_value"], 20);
        assert_eq!(seats["overridden"], false);
        assert_eq!(seats["type"], "NUMBER");
        assert_eq!(seats["name"], "SEATS");
        assert_eq!(seats["inherited_from_type"], "SUBSCRIPTION");
        assert_eq!(seats["inherited_from_id"], subscription["id"]);
        assert_eq!(acme(&company)["computed_entitlements"][0], seats);
        let by_id = format!("/customers/{customer}/entitlements/seats");
        assert_eq!(company.get(&by_id).expect(200), seats);
        assert_eq!(subscription["computed_entitlements"][0]["value"], 20);
        assert_eq!(subscription["customer"]["computed_entitlements"][0], seats);
        // What is defined and not granted: no, or nothing.
        for (key, value) in [("note", Value::Null), ("tier", Value::Null)] {
            let row = asked(&company, key);
            assert_eq!(row["value"], value);
            assert_eq!(row["inherited_from_type"], Value::Null);
            assert_eq!(row["key"], key);
        }
        company.named("other");
        let sso = company.get("/customers/other/entitlements/sso").expect(200);
        assert_eq!(sso["value"], false);
        company.get("/customers/acme/entitlements/nobody").problem(404, "not_found");
        company.get("/customers/nobody/entitlements/sso").problem(404, "not_found");
    }

    fn values_of_its_own_are_final(company: Company) {
        definitions(&company);
        let (_, pricing) = granting(&company, &json!([{ "key": "seats", "value": 5 }]));
        let made = company.customer(&json!({ "identifier": "acme", "override_entitlements": [
            { "key": "seats", "value": 7 }
        ] }));
        let row = &made["override_entitlements"][0];
        assert_eq!((&row["value"], &row["original_value"]), (&json!(7), &Value::Null));
        assert_eq!((&row["overridden"], &row["inherited_from_type"]),
            (&json!(false), &json!("CUSTOMER")));
        assert_eq!(row["inherited_from_id"], made["id"]);
        assert_eq!(made["computed_entitlements"][0], *row);
        subscribed(&company, &pricing, &json!({
            "config_items": [{ "product_pricing_id": pricing, "num_licenses": 4 }]
        }));
        let row = asked(&company, "seats");
        assert_eq!((&row["value"], &row["original_value"]), (&json!(7), &json!(20)));
        assert_eq!(row["overridden"], true);
        assert_eq!(acme(&company)["override_entitlements"][0], row);
        assert_eq!(changes(&company), 1, "seven stay seven");
        // By the id of its row, by the definition, by the key; the row keeps its id.
        for named in ["id", "entitlement_id", "key"] {
            let body = json!({ "override_entitlements": [{ named: row[named], "value": 8.5 }] });
            let after = company.patch("/customers/acme", &body).expect(200);
            assert_eq!(after["computed_entitlements"][0]["value"], 8.5);
            assert_eq!(after["override_entitlements"][0]["id"], row["id"]);
        }
        assert_eq!(changes(&company), 2);
        let other = company.patch("/customers/acme", &json!({ "name": "Ada" })).expect(200);
        assert_eq!(other["override_entitlements"][0]["value"], 8.5);
        let body = json!({ "override_entitlements": null });
        let after = company.patch("/customers/acme", &body).expect(200);
        assert_eq!(after["override_entitlements"], json!([]));
        assert_eq!(after["computed_entitlements"][0]["value"], 20);
        assert_eq!(after, acme(&company));
        assert_eq!(changes(&company), 3);
    }

    fn what_is_wrong_is_named(company: Company) {
        definitions(&company);
        company.named("acme");
        let wrong = json!([
            { "key": "seats", "value": "many" }, { "key": "nobody", "value": 1 },
            { "key": "sso", "value": 1 }, { "key": "tier", "value": "bronze" },
            { "key": "note", "value": null }, { "value": 1 },
            { "key": "sso", "value": true },
        ]);
        let wanted = [
            "/override_entitlements/0/value", "/override_entitlements/1",
            "/override_entitlements/2/value", "/override_entitlements/3/value",
            "/override_entitlements/4/value", "/override_entitlements/5",
            "/override_entitlements/6", "/parent_customer_id",
        ];
        let body = json!({ "override_entitlements": wrong, "parent_customer_id": "nobody" });
        let facts = company.facts();
        assert_eq!(company.patch("/customers/acme", &body).faults(), wanted);
        let create = over(&body, &json!({ "identifier": "new" }));
        assert_eq!(company.post("/customers", &create).faults(), wanted);
        assert_eq!(company.facts(), facts);
    }

    fn a_change_of_the_catalog_shows_at_once(company: Company) {
        definitions(&company);
        company.named("acme");
        let (product, pricing) = granting(&company, &json!([{ "key": "seats", "value": 5 }]));
        let subscription = subscribed(&company, &pricing, &json!({}));
        let other = company.customer(&json!({ "identifier": "other", "override_entitlements": [
            { "key": "note", "value": "n" }
        ] }));
        let values = json!({ "entitlements": [{ "key": "seats", "value": 6 }] });
        company.patch(&format!("/products/{product}"), &values).expect(200);
        assert_eq!(asked(&company, "seats")["value"], 6);
        assert_eq!(acme(&company)["computed_entitlements"][0]["value"], 6);
        let values = json!({ "entitlements": [{ "key": "seats", "value": 9 }] });
        company.patch(&format!("/pricing/{pricing}"), &values).expect(200);
        let query = json!({ "query": { "identifier": "acme" } });
        let page = company.post("/customers/find", &query).expect(200);
        assert_eq!(page["results"][0]["computed_entitlements"][0]["value"], 9);
        let path = format!("/subscriptions/{}", text(&subscription, "id"));
        let now = company.get(&path).expect(200);
        assert_eq!(now["customer"]["computed_entitlements"][0]["value"], 9);
        let note = text(&other["override_entitlements"][0], "entitlement_id");
        company.patch(&format!("/entitlements/{note}"), &json!({ "name": "New" })).expect(200);
        let now = company.get("/customers/other").expect(200);
        for list in ["override_entitlements", "computed_entitlements"] {
            assert_eq!(now[list][0]["name"], "New");
        }
        let before = changes(&company);
        refresh(&company);
        assert_eq!(changes(&company), before + 1, "only one of them may use something else");
        refresh(&company);
        assert_eq!(changes(&company), before + 1);
        assert_eq!(asked(&company, "seats")["value"], 9);
        assert_eq!(company.get("/customers/other").expect(200)["computed_entitlements"][0]["name"],
            "New");
    }

    fn companies_do_not_see_each_other(company: Company) {
        let other = Company::new(&company.server);
        definitions(&other);
        let theirs = other.customer(&json!({ "identifier": "theirs", "override_entitlements": [
            { "key": "sso", "value": true }
        ] }));
        company.named("acme");
        let (id, row) = (text(&theirs, "id"), &theirs["override_entitlements"][0]);
        company.get(&format!("/customers/{id}/entitlements/sso")).problem(404, "not_found");
        company.get("/customers/acme/entitlements/sso").problem(404, "not_found");
        for named in ["id", "entitlement_id", "key"] {
            let body = json!({ "override_entitlements": [{ named: row[named], "value": true }] });
            let faults = company.patch("/customers/acme", &body).faults();
            assert_eq!(faults, ["/override_entitlements/0"], "{named}");
        }
    }

    fn who_may_ask(company: Company) {
        definitions(&company);
        company.named("acme");
        let may = company.with_access(&json!({ "entitlement": "READ" }));
        may.get("/customers/acme/entitlements/sso").expect(200);
        let may_not = company.with_access(&json!({ "customers": "WRITE" }));
        may_not.get("/customers/acme/entitlements/sso").problem(403, "forbidden");
    }

    fn asking_takes_as_few_statements_as_a_customer(company: Company) {
        definitions(&company);
        company.named("acme");
        let (_, pricing) = granting(&company, &json!([{ "key": "seats", "value": 5 }]));
        subscribed(&company, &pricing, &json!({}));
        let one = statements(&company, |session| entitlements::check(session, "acme", "seats"));
        assert_eq!(one, statements(&company, |session| customers::get(session, "acme")));
    }
}
