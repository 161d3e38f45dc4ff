//! Entitlements of subscriptions: values of their own on create, PATCH and change.

use serde_json::{Value, json};

use super::{least, sent, told};
use crate::catalog::{made, monthly, over};
use crate::harness::client::text;
use crate::harness::{Client, Company};
use crate::lives::{begun, go, now, verb};

/// Seats by licence, and a note.
fn granting(client: &Client) -> String {
    made(
        client,
        "/entitlements",
        &json!({ "key": "seats", "name": "Seats", "type": "NUMBER",
        "adjust_for_quantity": true }),
    );
    made(client, "/entitlements", &json!({ "key": "note", "name": "Note", "type": "TEXT" }));
    let product = made(
        client,
        "/products",
        &json!({ "name": "p", "entitlements": [
        { "key": "seats", "value": 5 }
    ] }),
    );
    text(&made(client, "/pricing", &monthly(&text(&product, "id"))), "id")
}

fn body(client: &Client, fields: &Value) -> Value {
    let pricing = granting(client);
    let fields = over(
        &json!({
            "product_pricing_ids": [pricing],
            "config_items": [{ "product_pricing_id": pricing, "num_licenses": 3 }],
        }),
        fields,
    );
    over(&least(client), &fields)
}

both! {
    fn of_its_own(company: Company) {
        let own = json!({ "override_entitlements": [
            { "key": "seats", "value": 7 }, { "key": "note", "value": "vip" }
        ] });
        let record = company.post("/subscriptions", &body(&company, &own)).expect(200);
        let seats = &record["override_entitlements"][0];
        assert_eq!((&seats["value"], &seats["original_value"]), (&json!(7), &json!(15)));
        assert_eq!((&seats["overridden"], &seats["name"]), (&json!(true), &json!("Seats")));
        assert_eq!(seats["inherited_from_type"], "SUBSCRIPTION");
        assert_eq!(seats["inherited_from_id"], record["id"]);
        let note = &record["override_entitlements"][1];
        assert_eq!((&note["value"], &note["original_value"]), (&json!("vip"), &Value::Null));
        assert_eq!(note["overridden"], false);
        assert_eq!(record["computed_entitlements"], json!([note, seats]));
        let path = format!("/subscriptions/{}", text(&record, "id"));
        let tags = json!({ "tags": ["t"] });
        let after = company.patch(&path, &tags).expect(200);
        assert_eq!(after["override_entitlements"], record["override_entitlements"]);
        // The rows of what is inherited name their definitions as well.
        let plain = company.patch(&path, &json!({ "override_entitlements": [] })).expect(200);
        assert_eq!(plain["override_entitlements"], json!([]));
        let inherited = &plain["computed_entitlements"][0];
        assert_eq!((&inherited["value"], &inherited["inherited_from_type"]),
            (&json!(15), &json!("PRODUCT_PRICING")));
        for named in ["id", "entitlement_id", "key"] {
            let fields = json!({ "override_entitlements": [
                { named: inherited[named], "value": 1 }
            ] });
            let after = company.patch(&path, &fields).expect(200);
            assert_eq!(after["computed_entitlements"][0]["value"], 1, "{named}");
            assert_eq!(after["customer"]["computed_entitlements"][0]["value"], 1);
            assert_eq!(company.get(&path).expect(200), after);
        }
        let facts = company.facts();
        let last = facts.last().unwrap();
        assert_eq!(last["event_type"], "customer.entitlements_changed");
        assert_eq!(last["object_id"], record["customer_id"]);
        let rows = &last["data"]["values"]["computed_entitlements"];
        assert_eq!((&rows[0]["key"], &rows[0]["value"]), (&json!("seats"), &json!(1)));
    }

    fn wrong_ones_are_named(company: Company) {
        let body = body(&company, &json!({}));
        let wrong = json!({ "override_entitlements": [
            { "key": "seats", "value": true }, { "key": "nobody", "value": 1 },
            { "key": "note", "value": "a" }, { "key": "note", "value": "b" },
        ] });
        let wanted = [
            "/override_entitlements/0/value mismatch", "/override_entitlements/1 unknown",
            "/override_entitlements/3 duplicate",
        ];
        assert_eq!(told(&sent(&company, &body, &wrong)), wanted);
        let record = company.post("/subscriptions", &body).expect(200);
        let path = format!("/subscriptions/{}", text(&record, "id"));
        assert_eq!(told(&company.patch(&path, &wrong)), wanted);
        assert_eq!(told(&company.post(&format!("{path}/change"), &wrong)), wanted);
        assert_eq!(company.get(&path).expect(200), record);
        let other = Company::new(&company.server);
        let theirs = made(&other, "/entitlements",
            &json!({ "key": "theirs", "name": "T", "type": "BOOL" }));
        for named in [json!({ "entitlement_id": theirs["id"] }), json!({ "id": theirs["id"] }),
            json!({ "key": "theirs" })] {
            let row = over(&named, &json!({ "value": true }));
            let fields = json!({ "override_entitlements": [row] });
            assert_eq!(told(&sent(&company, &body, &fields)), ["/override_entitlements/0 unknown"]);
        }
    }

    fn a_change_brings_them_at_its_date(server: std::sync::Arc<crate::harness::Server>) {
        let company = begun(&server);
        let record = company.post("/subscriptions", &body(&company, &json!({}))).expect(200);
        let wanted = json!({ "timing": "PERIOD_END", "override_entitlements": [
            { "key": "seats", "value": 9 }
        ] });
        let asked = verb(&company, &record, "change", &wanted).expect(200);
        let config = &asked["change_config"]["override_entitlements"];
        assert_eq!((&config[0]["key"], &config[0]["value"]), (&json!("seats"), &json!(9)));
        assert_eq!(asked["computed_entitlements"][0]["value"], 15);
        go(&company, "2026-02-01");
        let after = now(&company, &record);
        assert_eq!(after["computed_entitlements"][0]["value"], 9);
        assert_eq!(after["customer"]["computed_entitlements"][0]["value"], 9);
        verb(&company, &record, "cancel", &json!({ "timing": "IMMEDIATE" })).expect(200);
        let after = now(&company, &record);
        assert_eq!(after["computed_entitlements"], json!([]));
        assert_eq!(after["customer"]["computed_entitlements"], json!([]));
        assert_eq!(after["override_entitlements"][0]["value"], 9);
    }

    fn a_pending_one_has_none(server: std::sync::Arc<crate::harness::Server>) {
        let company = begun(&server);
        let fields = json!({ "start_date": "2026-02-01T00:00:00Z" });
        let record = company.post("/subscriptions", &body(&company, &fields)).expect(200);
        assert_eq!(record["computed_entitlements"], json!([]));
        assert_eq!(record["customer"]["computed_entitlements"], json!([]));
        go(&company, "2026-02-01");
        let after = now(&company, &record);
        assert_eq!(after["computed_entitlements"][0]["value"], 15);
        assert_eq!(after["customer"]["computed_entitlements"][0]["value"], 15);
    }
}
