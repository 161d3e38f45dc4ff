//! Puts the document together.

use records::problem::Problem;
use serde_json::{Map, Value, json};

use super::Components;
use crate::operation::{Operation, QueryKind, QueryParameter};

/// The named schemas, and those of each operation's body and answer, in the order of operations.
pub struct Schemas {
    pub named: Value,
    pub bodies: Vec<Option<Value>>,
    answers: Vec<Value>,
}

/// The whole document.
pub fn document() -> Value {
    let operations = crate::routes::operations();
    let operations: Vec<&Operation> = operations.iter().collect();
    assembled(&operations, &schemas(&operations))
}

/// What bodies are held to, and what the document describes.
pub fn schemas(operations: &[&Operation]) -> Schemas {
    let mut components = Components::default();
    let make = |schema: &super::Schema, components: &mut Components| schema.make(components);
    let mut bodies: Vec<Option<Value>> = operations
        .iter()
        .map(|operation| operation.body.as_ref().map(|schema| make(schema, &mut components)))
        .collect();
    let answers: Vec<Value> =
        operations.iter().map(|operation| make(&operation.answer, &mut components)).collect();
    let mut given = answers.clone();
    given.push(components.record::<Problem>());
    let named = components.finish(&mut bodies, &given);
    Schemas { named, bodies, answers }
}

/// The document of operations with their schemas.
pub fn assembled(operations: &[&Operation], schemas: &Schemas) -> Value {
    let mut paths = Map::new();
    for ((operation, body), answer) in operations.iter().zip(&schemas.bodies).zip(&schemas.answers)
    {
        let path = format!("/companies/{{company_id}}{}", operation.path);
        let item = paths.entry(path).or_insert_with(|| json!({}));
        let method = operation.method.as_str().to_lowercase();
        item[method] = describe(operation, body.as_ref(), answer);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Perennial",
            "version": "1.0.0",
            "description": "Subscription billing: customers, prices, contracts, subscriptions, \
                usage, credits and invoices. Every operation belongs to one company and needs \
                `Authorization: Bearer TOKEN`. Money is an Amount in minor units; times are \
                RFC 3339. A write may carry an `Idempotency-Key` and is then performed once.",
        },
        "servers": [{ "url": "/api/v1" }],
        "security": [{ "token": [] }],
        "paths": paths,
        "webhooks": super::events::events(&schemas.named),
        "components": {
            "schemas": schemas.named,
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": "An API token." },
            },
        },
    })
}

fn describe(operation: &Operation, body: Option<&Value>, answer: &Value) -> Value {
    let mut item = json!({
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": format!(
            "{}\n\nNeeds {} access to `{}`.",
            operation.description,
            format!("{:?}", operation.grant.level).to_uppercase(),
            operation.grant.area.key(),
        ),
        "parameters": parameters(operation),
        "responses": responses(operation, answer),
    });
    if let Some(schema) = body {
        item["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": schema } },
        });
    }
    item
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let mut all = Vec::new();
    let path = format!("/companies/{{company_id}}{}", operation.path);
    for segment in path.split('/') {
        let Some(name) = segment.strip_prefix('{').and_then(|s| s.strip_suffix('}')) else {
            continue;
        };
        let mut schema = json!({ "type": "string", "minLength": 1 });
        if name == "company_id" {
            schema["pattern"] = json!("^cmp_[0-9A-Za-z]{27}$");
        }
        all.push(json!({ "name": name, "in": "path", "required": true, "schema": schema }));
    }
    all.extend(operation.query.iter().map(query));
    all.push(json!({
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "Makes a write be performed once, whatever is repeated within a day.",
        "schema": {
            "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]{1,255}$",
        },
    }));
    all
}

fn query(parameter: &QueryParameter) -> Value {
    let schema = match parameter.kind {
        QueryKind::Text => json!({ "type": "string" }),
        QueryKind::Whole(least, most) => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
    };
    json!({
        "name": parameter.name, "in": "query", "required": false,
        "description": parameter.description, "schema": schema,
    })
}

fn responses(operation: &Operation, answer: &Value) -> Value {
    let mut all = Map::new();
    all.insert(
        operation.status.to_string(),
        json!({
            "description": "Done.",
            "headers": headers(&["X-Request-Id", "RateLimit", "RateLimit-Policy",
                "Idempotent-Replayed"]),
            "content": { "application/json": { "schema": answer } },
        }),
    );
    for (status, meaning) in PROBLEMS {
        all.insert(
            (*status).to_owned(),
            json!({
                "description": meaning,
                "headers": headers(&["X-Request-Id", "Retry-After"]),
                "content": { "application/problem+json": {
                    "schema": { "$ref": "#/components/schemas/Problem" },
                } },
            }),
        );
    }
    Value::Object(all)
}

fn headers(names: &[&str]) -> Value {
    let schema = |name: &str| match name {
        "Retry-After" => json!({ "type": "integer", "minimum": 0 }),
        "Idempotent-Replayed" => json!({ "type": "string", "enum": ["true"] }),
        _ => json!({ "type": "string" }),
    };
    let map: Map<String, Value> = names
        .iter()
        .map(|name| {
            let required = *name == "X-Request-Id";
            ((*name).to_owned(), json!({ "schema": schema(name), "required": required }))
        })
        .collect();
    Value::Object(map)
}

/// What any operation may answer instead.
const PROBLEMS: &[(&str, &str)] = &[
    ("400", "Not JSON, a bad key or a bad cursor."),
    ("401", "No token, or one that is not in force."),
    ("403", "The token does not reach this far."),
    ("404", "There is no such record."),
    ("408", "The body did not arrive in time."),
    ("409", "The state of a record does not allow it."),
    ("413", "The body is too large."),
    ("415", "The body is not JSON by its type."),
    ("422", "The request means something that cannot be; every fault is listed."),
    ("429", "Too many requests."),
    ("503", "The database is away; try again."),
];
