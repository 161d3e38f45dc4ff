//! The walk itself is tried: documents with one slip each, which it must find.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::table::Table;
use super::walked;

/// What the walk finds beyond what it finds anyway.
fn found(slip: impl FnOnce(&mut Value)) -> String {
    let table = Table::read();
    let mut document = api::document();
    let before: BTreeSet<_> = walked(&table, &document).faults;
    slip(&mut document);
    let after = walked(&table, &document).faults;
    let new: Vec<String> = after.difference(&before).map(ToString::to_string).collect();
    new.join("\n")
}

fn customer(document: &mut Value) -> &mut Value {
    &mut document["components"]["schemas"]["Customer"]
}

fn find_customers(document: &mut Value) -> &mut Value {
    &mut document["paths"]["/companies/{company_id}/customers/find"]["post"]
}

fn remove(map: &mut Value, key: &str) {
    map.as_object_mut().unwrap().shift_remove(key).unwrap();
}

#[test]
fn a_lost_operation_is_found() {
    let got = found(|document| {
        remove(&mut document["paths"], "/companies/{company_id}/customers/find");
    });
    assert_eq!(got, "POST /customers/find: wanted an operation, got none");
}

#[test]
fn an_operation_of_no_table_is_found() {
    let got = found(|document| {
        let operation = find_customers(document).clone();
        document["paths"]["/companies/{company_id}/secrets"] = json!({ "get": operation });
    });
    assert!(got.starts_with("GET /companies/{company_id}/secrets: wanted an operation of the"));
}

#[test]
fn what_arrives_leaves_the_list() {
    let table = Table::read();
    let Some(next) = table.coming.operations.first() else { return };
    let (method, path) = next.split_once(' ').unwrap();
    let got = found(|document| {
        let operation = find_customers(document).clone();
        let path = format!("/companies/{{company_id}}{path}");
        document["paths"][path][method.to_lowercase()] = operation;
    });
    let wanted = format!("coming.json: wanted no `{next}`: it arrived, got it");
    assert!(got.contains(&wanted), "{wanted}\nis not among\n{got}");
}

#[test]
fn slips_in_a_record_are_found_together() {
    let got = found(|document| {
        let fields = &mut customer(document)["properties"];
        remove(fields, "phone");
        fields["arr"] = json!({ "type": "integer" });
        fields["created_at"] = json!({ "type": "string" });
        fields["status"] = json!({ "type": "string", "enum": ["ACTIVE"] });
        fields["nickname"] = json!({ "type": "string" });
        let required = customer(document)["required"].as_array_mut().unwrap();
        required.retain(|name| name != "mrr");
    });
    let wanted = "\
Customer.arr (answered): wanted Amount, got integer
Customer.created_at (answered): wanted DateTime, got string
Customer.mrr (answered): wanted always answered, got not required
Customer.nickname (answered): wanted no such field, got one
Customer.phone (answered): wanted Text, got no such field
Customer.status (answered): wanted [\"ACTIVE\", \"ARCHIVED\"], got [\"ACTIVE\"]";
    assert_eq!(got, wanted);
}

#[test]
fn slips_in_a_body_are_found_together() {
    let got = found(|document| {
        let body = &mut document["components"]["schemas"]["CustomerCreate"];
        body["additionalProperties"] = json!(true);
        body["required"] = json!(["name"]);
        body["properties"]["locale"] = json!({ "type": "string" });
        body["properties"]["identifier"]["maxLength"] = json!(10);
        body["properties"]["phone"] = json!({ "type": ["string", "null"], "enum": ["1", null] });
    });
    for wanted in [
        "POST /customers body (sent): wanted additionalProperties false, got true",
        "POST /customers body (sent) required: wanted {}, got {\"name\"}",
        "POST /customers body.locale (sent): wanted null allowed, got null refused",
        "POST /customers body.identifier (sent): wanted longest 255, got maxLength 10",
        "POST /customers body.phone (sent): wanted any text, got [\"1\",null]",
    ] {
        assert!(got.contains(wanted), "{wanted}\nis not among\n{got}");
    }
}

#[test]
fn slips_in_a_search_are_found() {
    let got = found(|document| {
        let schemas = &mut document["components"]["schemas"];
        let query = &mut schemas["CustomersQuery"]["properties"];
        remove(&mut query["arr"]["properties"], "gte");
        query["tags"] = json!({ "type": ["array", "null"], "items": { "type": "string" } });
        remove(query, "has_parent");
        schemas["CustomersFind"]["properties"]["sort_key"]["enum"] = json!(["createdAtAsc", null]);
        remove(&mut schemas["PageAnswer"]["properties"], "limit");
    });
    for wanted in [
        "body.query.arr.gte (sent): wanted Number, got no such field",
        "body.query.tags (sent): wanted an array, or values with a condition, got array",
        "body.query.has_parent (sent): wanted Boolean, got no such field",
        "body.sort_key (sent): wanted [\"\", \"createdAtAsc\", ",
        "PageAnswer.limit (answered): wanted Integer, got no such field",
    ] {
        assert!(got.contains(wanted), "{wanted}\nis not among\n{got}");
    }
}

#[test]
fn slips_around_an_operation_are_found() {
    let got = found(|document| {
        let operation = find_customers(document);
        operation["security"] = json!([{}]);
        operation["parameters"] = json!([]);
        operation["description"] = json!("Needs WRITE access to `team`.");
        remove(&mut operation["responses"], "429");
        let answer = operation["responses"]["200"].clone();
        remove(&mut operation["responses"], "200");
        operation["responses"]["201"] = answer;
        document["openapi"] = json!("3.0.3");
    });
    for wanted in [
        "/openapi: wanted 3.1.0, got 3.0.3",
        "POST /customers/find: wanted a bearer token, got [{}]",
        "POST /customers/find: wanted path parameter company_id, got none such",
        "POST /customers/find: wanted optional header Idempotency-Key",
        "POST /customers/find: wanted (\"READ\", \"customers\"), got (\"WRITE\", \"team\")",
        "POST /customers/find: wanted a problem for 429, got none",
        "POST /customers/find: wanted status 200, got [\"201\"]",
    ] {
        assert!(got.contains(wanted), "{wanted}\nis not among\n{got}");
    }
}
