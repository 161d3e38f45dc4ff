//! `/products`

use serde_json::{Value, json};

use super::{made, monthly, over, path, product};
use crate::harness::Company;
use crate::harness::client::text;

fn everything() -> Value {
    json!({
        "name": "Platform", "description": "d", "external_name": "platform",
        "image_url": "https://img.example/p.png", "metadata": { "a": 1, "b": { "c": [true] } },
        "state": "ACTIVE", "tags": ["core", "eu"], "gl_code": "4000",
        "accounting_integration_mapping": { "ledger": "x" }, "imported_from": "OLD",
        "import_ref": "p1", "import_created_at_ref": "2020-01-01T00:00:00Z"
    })
}

both! {
    fn what_is_sent_is_kept(company: Company) {
        let body = everything();
        let record = made(&company, "/products", &body);
        for (name, value) in body.as_object().unwrap() {
            assert_eq!(&record[name], value, "{name}");
        }
        assert!(text(&record, "id").starts_with("prod_"));
        assert_eq!(company.get(&path("/products", &record)).expect(200), record);
    }

    fn what_is_not_sent_is_kept(company: Company) {
        let before = made(&company, "/products", &everything());
        let tail = path("/products", &before);
        assert_eq!(company.patch(&tail, &json!({})).expect(200), before);
        let after = company.patch(&tail, &json!({ "gl_code": "4100" })).expect(200);
        for (name, value) in before.as_object().unwrap() {
            if !["gl_code", "updated_at"].contains(&name.as_str()) {
                assert_eq!(&after[name], value, "{name}");
            }
        }
        assert_eq!(after["gl_code"], "4100");
    }

    fn null_clears_and_metadata_is_replaced_whole(company: Company) {
        let before = made(&company, "/products", &everything());
        let bare = made(&company, "/products", &json!({ "name": "Bare" }));
        let tail = path("/products", &before);
        let after = company.patch(&tail, &json!({ "metadata": { "new": 1 } })).expect(200);
        assert_eq!(after["metadata"], json!({ "new": 1 }));
        for name in everything().as_object().unwrap().keys() {
            if ["name", "state"].contains(&name.as_str()) {
                let answer = company.patch(&tail, &json!({ name: null }));
                assert_eq!(answer.faults(), [format!("/{name}")]);
                continue;
            }
            let after = company.patch(&tail, &json!({ name: null })).expect(200);
            assert_eq!(after[name], bare[name], "{name}");
        }
        let body = json!({ "query": { "tags": ["core"] } });
        let page = company.post("/products/find", &body).expect(200);
        assert_eq!(page["results"], json!([]));
        company.get("/products/platform").problem(404, "not_found");
    }

    fn every_field_can_be_changed(company: Company) {
        let id = product(&company, "Old");
        let after = company.patch(&format!("/products/{id}"), &everything()).expect(200);
        for (name, value) in everything().as_object().unwrap() {
            assert_eq!(&after[name], value, "{name}");
        }
        assert_eq!(text(&company.get("/products/platform").expect(200), "id"), id);
    }

    fn what_is_wrong_is_named(company: Company) {
        let large = "x".repeat(70_000);
        let chunks: Vec<_> = (0..8).map(|n| large[n * 8_000..(n + 1) * 8_000].to_owned()).collect();
        let mut metadata = json!({});
        for (n, chunk) in chunks.iter().chain(&chunks[..1]).enumerate() {
            metadata[n.to_string()] = json!(chunk);
        }
        let cases = [
            (json!({ "name": null }), "/name"),
            (json!({ "name": "" }), "/name"),
            (json!({ "state": "GONE" }), "/state"),
            (json!({ "tags": "core" }), "/tags"),
            (json!({ "tags": [1] }), "/tags/0"),
            (json!({ "metadata": [] }), "/metadata"),
            (json!({ "metadata": metadata }), "/metadata"),
            (json!({ "import_created_at_ref": "2026-02-30T00:00:00Z" }), "/import_created_at_ref"),
            (json!({ "num_subs": 1 }), "/num_subs"),
            (json!({ "product_pricings": [] }), "/product_pricings"),
            (json!({ "company_id": "x" }), "/company_id"),
        ];
        let before = company.facts();
        for (fields, pointer) in cases {
            let body = over(&json!({ "name": "Platform" }), &fields);
            assert_eq!(company.post("/products", &body).faults(), [pointer], "{fields}");
        }
        assert_eq!(company.facts(), before);
    }

    fn names_of_every_kind_in_a_path(company: Company) {
        for name in ["a b", "ä/ö", "%", "prod_", "find me", "..x", "🪴"] {
            let body = json!({ "name": "n", "external_name": name });
            let id = text(&made(&company, "/products", &body), "id");
            let encoded: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let got = company.get(&format!("/products/{encoded}")).expect(200);
            assert_eq!(text(&got, "id"), id, "{name}");
        }
    }

    fn one_with_very_many_pricings_hides_no_other_s(company: Company) {
        let large = product(&company, "Large");
        let small = product(&company, "Small");
        let body = monthly(&large);
        crate::harness::at_once(4, |_| {
            let mut wire = crate::harness::Wire::open(company.address).unwrap();
            for _ in 0..250 {
                let request = company.request("POST", "/pricing").json(&body);
                wire.send(&request).unwrap().expect(200);
            }
        });
        let last = made(&company, "/pricing", &monthly(&small));
        let page = company.post("/products/find", &json!({ "query": { "search": "Small" } }));
        assert_eq!(page.expect(200)["results"][0]["product_pricings"][0]["id"], last["id"]);
        let page = company.post("/products/find", &json!({})).expect(200);
        let results = page["results"].as_array().unwrap();
        let small = results.iter().find(|product| product["id"] == small).unwrap();
        assert_eq!(small["product_pricings"][0]["id"], last["id"]);
    }
}
