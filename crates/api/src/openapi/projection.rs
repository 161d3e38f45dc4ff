//! What a caller may send, cut out of the record that is answered.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{Components, Schema};

/// A field that only the request has.
pub type Extra = (&'static str, fn() -> Value);

/// Some fields of a record, none of them required, under a name of their own; `extra` fields come
/// with their schemas, and one of the same name replaces the record's.
pub fn projection<T: ToSchema>(
    name: &'static str,
    fields: &'static [&'static str],
    extra: &'static [Extra],
) -> Schema {
    Schema::new(move |components| {
        let mut properties = some_of::<T>(components, fields);
        for (field, schema) in extra {
            properties.insert((*field).to_owned(), schema());
        }
        object(components, name, properties, &[])
    })
}

/// The schemas of some fields of a record.
pub fn some_of<T: ToSchema>(components: &mut Components, fields: &[&str]) -> Map<String, Value> {
    components.record::<T>();
    let whole = components.get(&T::name()).clone();
    let schema = |field: &&str| whole["properties"].get(*field).cloned().unwrap_or_default();
    fields.iter().map(|field| ((*field).to_owned(), schema(field))).collect()
}

/// A named object that takes these fields and no others.
pub fn object(
    components: &mut Components,
    name: &str,
    mut properties: Map<String, Value>,
    required: &[&str],
) -> Value {
    for name in required {
        if let Some(property) = properties.get_mut(*name) {
            *property = present(property.take());
        }
    }
    let mut schema =
        json!({ "type": "object", "additionalProperties": false, "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    components.named(name, schema)
}

/// The schema without null among what it takes.
pub(super) fn present(schema: Value) -> Value {
    let Value::Object(mut map) = schema else { return schema };
    if let Some(Value::Array(mut branches)) = map.remove("oneOf") {
        branches.retain(|branch| branch["type"] != "null");
        return match branches.len() {
            1 => branches.remove(0),
            _ => json!({ "oneOf": branches }),
        };
    }
    if let Some(Value::Array(kinds)) = map.get_mut("type") {
        kinds.retain(|kind| kind != "null");
    }
    Value::Object(map)
}

/// The schema with null added to what it takes.
pub fn nullable(schema: Value) -> Value {
    let Value::Object(mut map) = schema else { return schema };
    let takes_null =
        |all: &Value| all.as_array().is_some_and(|a| a.contains(&json!({"type": "null"})));
    if map.get("oneOf").is_some_and(takes_null) {
        return Value::Object(map);
    }
    if map.contains_key("$ref") || map.contains_key("oneOf") {
        return json!({ "oneOf": [{ "type": "null" }, Value::Object(map)] });
    }
    let kinds = match map.get("type").cloned() {
        Some(Value::String(kind)) => vec![json!(kind)],
        Some(Value::Array(kinds)) => kinds,
        _ => return Value::Object(map),
    };
    if !kinds.contains(&json!("null")) {
        map.insert("type".to_owned(), json!([kinds, vec![json!("null")]].concat()));
        if let Some(Value::Array(values)) = map.get_mut("enum") {
            values.push(Value::Null);
        }
    }
    Value::Object(map)
}
