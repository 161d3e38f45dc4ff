//! Entitlement values: a product gives them, its pricings inherit or override them.

use serde_json::{Value, json};

use super::{made, monthly, over, path};
use crate::harness::client::text;
use crate::harness::{Client, Company};

/// One definition of each type, by key.
fn definitions(client: &Client) {
    for (key, kind) in [("sso", "BOOL"), ("seats", "NUMBER"), ("note", "TEXT"), ("tier", "ENUM")] {
        let mut body = json!({ "key": key, "name": key.to_uppercase(), "type": kind });
        if kind == "ENUM" {
            body["possible_values"] = json!(["gold", "silver"]);
        }
        made(client, "/entitlements", &body);
    }
}

#[track_caller]
fn granting(client: &Client, values: &Value) -> Value {
    made(client, "/products", &json!({ "name": "p", "entitlements": values }))
}

#[track_caller]
fn of<'a>(list: &'a Value, key: &str) -> &'a Value {
    let rows = list.as_array().unwrap();
    rows.iter().find(|row| row["key"] == key).unwrap_or_else(|| panic!("no {key}: {list}"))
}

both! {
    fn a_value_fits_its_type(company: Company) {
        definitions(&company);
        let values = [
            ("sso", json!(true)),
            ("seats", json!(5)),
            ("note", json!("hello")),
            ("tier", json!("gold")),
        ];
        let number: Value = serde_json::from_str("12345678901234567.123456789").unwrap();
        let more = [("seats", number), ("note", json!("")), ("sso", json!(false))];
        for (key, value) in values.iter().chain(&more) {
            let product = granting(&company, &json!([{ "key": key, "value": value }]));
            let row = of(&product["entitlements"], key);
            assert_eq!(&row["value"], value);
            assert_eq!(row["name"], key.to_uppercase());
        }
        let odd = [("", json!("bronze")), ("", json!([])), ("", Value::Null)];
        for (text, value) in values.iter().chain(&odd) {
            for (key, _) in &values {
                if key == text || (*key == "note" && value.is_string()) {
                    continue;
                }
                let body = json!({ "name": "p", "entitlements": [{ "key": key, "value": value }] });
                let faults = company.post("/products", &body).faults();
                assert!(faults[0].starts_with("/entitlements/0"), "{key} {value} {faults:?}");
            }
        }
    }

    fn a_definition_is_named_by_id_or_key(company: Company) {
        definitions(&company);
        let page = company.post("/entitlements/find", &json!({ "query": { "key": "sso" } }));
        let id = text(&page.expect(200)["results"][0], "id");
        for named in [
            json!({ "entitlement_id": id }),
            json!({ "key": "sso" }),
            json!({ "entitlement_id": id, "key": "sso" }),
        ] {
            let product = granting(&company, &json!([over(&named, &json!({ "value": true }))]));
            let row = &product["entitlements"][0];
            assert_eq!(row["entitlement_id"], id);
            assert_eq!(row["key"], "sso");
            assert_eq!(row["type"], "BOOL");
            assert_ne!(row["id"], id, "the row has an id of its own");
            let again = json!({ "entitlements": [{ "id": row["id"], "value": false }] });
            let after = company.patch(&path("/products", &product), &again).expect(200);
            assert_eq!(after["entitlements"][0]["id"], row["id"]);
            assert_eq!(after["entitlements"][0]["value"], false);
        }
        for wrong in [
            json!([{ "value": true }]),
            json!([{ "key": "nobody", "value": true }]),
            json!([{ "entitlement_id": id, "key": "seats", "value": true }]),
        ] {
            let body = json!({ "name": "p", "entitlements": wrong });
            let faults = company.post("/products", &body).faults();
            assert!(faults[0].starts_with("/entitlements/0"), "{wrong} {faults:?}");
        }
        let twice = json!([{ "key": "sso", "value": true }, { "key": "sso", "value": false }]);
        let body = json!({ "name": "p", "entitlements": twice });
        let faults = company.post("/products", &body).faults();
        assert!(faults[0].starts_with("/entitlements/1"), "{faults:?}");
    }

    fn a_pricing_inherits_and_overrides(company: Company) {
        definitions(&company);
        let product = granting(&company, &json!([
            { "key": "sso", "value": true }, { "key": "seats", "value": 5 }
        ]));
        let id = text(&product, "id");
        let value = json!({ "entitlements": [
            { "key": "seats", "value": 50 }, { "key": "note", "value": "vip" }
        ] });
        let pricing = made(&company, "/pricing", &over(&monthly(&id), &value));
        for pricing in [&pricing, &company.get(&path("/pricing", &pricing)).expect(200)] {
            let computed = &pricing["computed_entitlements"];
            assert_eq!(computed.as_array().unwrap().len(), 3);
            let inherited = of(computed, "sso");
            assert_eq!(inherited["value"], true);
            assert_eq!(inherited["original_value"], true);
            assert_eq!(inherited["overridden"], false);
            assert_eq!(inherited["inherited_from_type"], "PRODUCT");
            assert_eq!(inherited["inherited_from_id"], id);
            for list in [computed, &pricing["override_entitlements"]] {
                let overridden = of(list, "seats");
                assert_eq!(overridden["value"], 50);
                assert_eq!(overridden["original_value"], 5);
                assert_eq!(overridden["overridden"], true);
                assert_eq!(overridden["inherited_from_type"], "PRODUCT");
                assert_eq!(overridden["inherited_from_id"], id);
                let added = of(list, "note");
                assert_eq!(added["value"], "vip");
                assert_eq!(added["overridden"], false);
            }
            assert_eq!(pricing["override_entitlements"].as_array().unwrap().len(), 2);
        }
        let plain = made(&company, "/pricing", &monthly(&id));
        assert_eq!(plain["override_entitlements"], json!([]));
        assert_eq!(of(&plain["computed_entitlements"], "seats")["value"], 5);
    }

    fn a_change_of_the_product_reaches_its_pricings(company: Company) {
        definitions(&company);
        let product = granting(&company, &json!([{ "key": "seats", "value": 5 }]));
        let tail = path("/products", &product);
        let id = text(&product, "id");
        let value = json!({ "entitlements": [{ "key": "seats", "value": 50 }] });
        let special = made(&company, "/pricing", &over(&monthly(&id), &value));
        let plain = made(&company, "/pricing", &monthly(&id));
        let change = json!({ "entitlements": [
            { "key": "seats", "value": 7 }, { "key": "sso", "value": true }
        ] });
        company.patch(&tail, &change).expect(200);
        let now = company.get(&path("/pricing", &plain)).expect(200);
        assert_eq!(of(&now["computed_entitlements"], "seats")["value"], 7);
        assert_eq!(of(&now["computed_entitlements"], "sso")["value"], true);
        let now = company.get(&path("/pricing", &special)).expect(200);
        let seats = of(&now["computed_entitlements"], "seats");
        assert_eq!(seats["value"], 50);
        assert_eq!(seats["original_value"], 7);
        let cleared = company.patch(&tail, &json!({ "entitlements": [] })).expect(200);
        assert_eq!(cleared["entitlements"], json!([]));
        let now = company.get(&path("/pricing", &special)).expect(200);
        let seats = of(&now["computed_entitlements"], "seats");
        assert_eq!(seats["value"], 50);
        assert_eq!(seats["overridden"], false);
        let back = company.patch(&path("/pricing", &special), &json!({ "entitlements": null }));
        assert_eq!(back.expect(200)["computed_entitlements"], json!([]));
    }

    fn a_new_name_of_the_definition_shows_everywhere(company: Company) {
        definitions(&company);
        let product = granting(&company, &json!([{ "key": "sso", "value": true }]));
        let pricing = made(&company, "/pricing", &monthly(&text(&product, "id")));
        let definition = text(&product["entitlements"][0], "entitlement_id");
        let renamed = json!({ "name": "Single sign-on" });
        company.patch(&format!("/entitlements/{definition}"), &renamed).expect(200);
        let product = company.get(&path("/products", &product)).expect(200);
        assert_eq!(product["entitlements"][0]["name"], "Single sign-on");
        let pricing = company.get(&path("/pricing", &pricing)).expect(200);
        assert_eq!(pricing["computed_entitlements"][0]["name"], "Single sign-on");
    }
}
