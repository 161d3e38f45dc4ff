//! Fields that the document marks as required, and fields that whoever reads a body requires: they
//! are the same.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::{Client, Company};

/// What is asked for only where nothing else stands in for it: the operation, the end of the
/// pointer that is named, and what makes it superfluous.
const EITHER: &[(&str, &str, &str)] = &[
    ("createSalesUser", "/name", r#"{"/email": "a@x.example"}"#),
    ("createCustomer", "/identifier", r#"{"/email": "a@x.example"}"#),
    ("createPricing", "/pricing_type", r#"{"/components": []}"#),
    ("createPricing", "/billing_frequency", r#"{"/type": "ONETIME"}"#),
    ("createPricing", "/components/0/fixed_price", r#"{"/components/0/pricing_type": "STEP"}"#),
    ("createPricing", "/credit_price/amount", r#"{"/credit_price/type": "UNITS"}"#),
    (
        "createPricing",
        "/components/0/credit_price/amount",
        r#"{"/components/0/credit_price/type": "UNITS"}"#,
    ),
    ("createSubscription", "/product_pricing_ids", r#"{"/bundle_pricing_id": "a"}"#),
    (
        "createSubscription",
        "/config_items/0/product_metric_pricing_id",
        r#"{"/config_items/0/product_pricing_id": "a"}"#,
    ),
    (
        "createSubscription",
        "/scheduled_changes/0/config_items/0/product_metric_pricing_id",
        r#"{"/scheduled_changes/0/config_items/0/product_pricing_id": "a"}"#,
    ),
    ("createCredit", "/amount", r#"{"/type": "UNITS"}"#),
    ("consumeCredits", "/amount", r#"{"/type": "UNITS"}"#),
    ("ingestEvents", "/events/0/customer_id", r#"{"/events/0/customer_identifier": "a"}"#),
    ("amendEvent", "/customer_id", r#"{"/customer_identifier": "a"}"#),
    ("amendEvent", "/properties", r#"{"/timestamp": "2020-01-01T00:00:00Z"}"#),
    ("voidEvent", "/customer_id", r#"{"/customer_identifier": "a"}"#),
    ("createObject", "/customer_id", r#"{"/customer_identifier": "a"}"#),
    ("ingestObjects", "/objects/0/customer_id", r#"{"/objects/0/customer_identifier": "a"}"#),
    ("ingestObjects", "/objects/0/action", r#"{"/action": "CREATE"}"#),
    ("createEmailTemplate", "/message", r#"{"/subject": "Hello"}"#),
    ("createCreditThreshold", "/amount", r#"{"/type": "UNITS"}"#),
    ("createContract", "/bundle_pricing_id", r#"{"/product_pricing_ids": ["a"]}"#),
    ("createContract", "/product_pricing_ids", r#"{"/bundle_pricing_id": "a"}"#),
    ("createContract", "/onetime_items", r#"{"/bundle_pricing_id": "a"}"#),
    (
        "createContract",
        "/quote_plans/0/config_items/0/product_metric_pricing_id",
        r#"{"/quote_plans/0/config_items/0/product_pricing_id": "a"}"#,
    ),
    ("createContract", "/start_date", r#"{"/start_type": "ON_COMPLETION"}"#),
    (
        "previewInvoice",
        "/subscription_id",
        r#"{"/customer_id": "a", "/change_config": null, "/cancel_config": null}"#,
    ),
];

/// A body of the document with all that leads to it.
struct Body<'d> {
    operation: &'d str,
    method: String,
    path: String,
    schema: &'d Value,
}

fn bodies(document: &Value) -> Vec<Body<'_>> {
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            let path = path.trim_start_matches("/companies/{company_id}").to_owned();
            all.push(Body {
                operation: operation["operationId"].as_str().unwrap(),
                method: method.to_uppercase(),
                path: path.replace(['{', '}'], ""),
                schema,
            });
        }
    }
    all
}

/// What a reference leads to, of several the first that is not null.
fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    if let Some(name) = schema["$ref"].as_str() {
        return resolved(document, document.pointer(name.trim_start_matches('#')).unwrap());
    }
    match schema["oneOf"].as_array() {
        Some(all) => resolved(document, all.iter().find(|one| one["type"] != "null").unwrap()),
        None => schema,
    }
}

fn is(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind
        || schema["type"].as_array().is_some_and(|all| all.contains(&json!(kind)))
}

fn names(schema: &Value) -> Vec<&str> {
    schema["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap()).collect()
}

/// The least that a schema takes.
fn least(document: &Value, schema: &Value) -> Value {
    let schema = resolved(document, schema);
    if let Some(values) = schema["enum"].as_array() {
        return values[0].clone();
    }
    if is(schema, "object") {
        let fields = names(schema)
            .into_iter()
            .map(|name| (name.to_owned(), least(document, &schema["properties"][name])));
        return Value::Object(fields.collect());
    }
    if is(schema, "array") {
        return json!([least(document, &schema["items"])]);
    }
    if is(schema, "string") {
        return match (schema["format"].as_str(), schema["pattern"].as_str()) {
            (Some("date-time"), _) => json!("2099-01-01T00:00:00Z"),
            (Some("email"), _) => json!("a@x.example"),
            (_, Some("^[A-Za-z]{3}$")) => json!("USD"),
            _ => json!("1"),
        };
    }
    if is(schema, "boolean") { json!(true) } else { json!(1) }
}

/// Every object in a body, with its pointer and the body that has it and nothing else.
fn objects<'d>(
    document: &'d Value,
    schema: &'d Value,
    at: (&str, usize),
) -> Vec<(String, &'d Value)> {
    let (schema, (pointer, depth)) = (resolved(document, schema), at);
    let fields = schema["properties"].as_object();
    if depth == 0 || fields.is_none() {
        return Vec::new();
    }
    let mut all = vec![(pointer.to_owned(), schema)];
    for (name, field) in fields.into_iter().flatten() {
        let field = resolved(document, field);
        let below = match is(field, "array") {
            true => (format!("{pointer}/{name}/0"), &field["items"]),
            false => (format!("{pointer}/{name}"), field),
        };
        all.extend(objects(document, below.1, (&below.0, depth - 1)));
    }
    all
}

/// The least of a body, with something at a pointer.
fn with(document: &Value, schema: &Value, pointer: &str, inner: Value) -> Value {
    let Some((name, rest)) = pointer.trim_start_matches('/').split_once('/').or({
        let name = pointer.trim_start_matches('/');
        (!name.is_empty()).then_some((name, ""))
    }) else {
        return inner;
    };
    let schema = resolved(document, schema);
    if is(schema, "array") {
        return json!([with(document, &schema["items"], rest, inner)]);
    }
    let mut body = least(document, schema);
    body[name] = with(document, &schema["properties"][name], rest, inner);
    body
}

/// The pointers that are said to be missing.
fn missing(client: &Client, body: &Body<'_>, sent: &Value) -> BTreeSet<String> {
    let answer = client.send(client.request(&body.method, &body.path).json(sent));
    let told = answer.json();
    let faults = told["errors"].as_array().cloned().unwrap_or_default();
    let required = faults.iter().filter(|fault| fault["code"] == "required");
    required.map(|fault| fault["pointer"].as_str().unwrap().to_owned()).collect()
}

both! {
    fn what_is_marked_is_missed(company: Company) {
        let document = api::document();
        let mut seen = 0;
        for body in bodies(&document) {
            for (pointer, schema) in objects(&document, body.schema, ("", 3)) {
                let sent = with(&document, body.schema, &pointer, json!({}));
                let told = missing(&company, &body, &sent);
                for name in names(schema) {
                    let field = format!("{pointer}/{name}");
                    assert!(told.contains(&field), "{}: {field} in {told:?}", body.operation);
                    seen += 1;
                }
            }
        }
        assert!(seen > 50, "only {seen} fields are marked");
    }

    fn what_is_missed_is_marked(company: Company) {
        let document = api::document();
        let (mut used, mut unmarked) = (BTreeSet::new(), Vec::new());
        for body in bodies(&document) {
            for (pointer, schema) in objects(&document, body.schema, ("", 3)) {
                let inner = least(&document, schema);
                let sent = with(&document, body.schema, &pointer, inner);
                for field in missing(&company, &body, &sent) {
                    let known = EITHER.iter().enumerate().filter(|(_, (operation, end, _))| {
                        *operation == body.operation && field.ends_with(end)
                    });
                    let free = known.filter(|(_, (.., instead))| {
                        let other = laid(&sent, &serde_json::from_str(instead).unwrap());
                        !missing(&company, &body, &other).contains(&field)
                    });
                    match free.map(|(place, _)| place).next() {
                        Some(place) => drop(used.insert(place)),
                        None => unmarked.push(format!("{}: {field} in {sent}", body.operation)),
                    }
                }
            }
        }
        assert!(unmarked.is_empty(), "required and not marked:\n{}", unmarked.join("\n"));
        let never: Vec<_> = (0..EITHER.len()).filter(|place| !used.contains(place)).collect();
        assert!(never.is_empty(), "{never:?} of EITHER are never asked for");
    }
}

/// A body with something else at some pointers.
fn laid(body: &Value, instead: &Value) -> Value {
    let mut body = body.clone();
    for (pointer, value) in instead.as_object().unwrap() {
        let (above, name) = pointer.rsplit_once('/').unwrap();
        if let Some(record) = body.pointer_mut(above) {
            record[name] = value.clone();
        }
    }
    body
}
