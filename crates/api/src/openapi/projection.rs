//! What a caller may send, cut out of the record that is answered.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::Schema;

/// A field that only the request has.
pub type Extra = (&'static str, fn() -> Value);

/// Some fields of a record, none required and each nullable, under a name of their own; `extra`
/// fields come with their schemas.
pub fn projection<T: ToSchema>(
    name: &'static str,
    fields: &'static [&'static str],
    extra: &'static [Extra],
) -> Schema {
    Schema::new(move |components| {
        components.record::<T>();
        let whole = components.get(&T::name()).clone();
        let mut properties = Map::new();
        for field in fields {
            let property = whole["properties"].get(*field).cloned().unwrap_or_default();
            properties.insert((*field).to_owned(), nullable(property));
        }
        for (field, schema) in extra {
            properties.insert((*field).to_owned(), schema());
        }
        let schema = json!({
            "type": "object", "additionalProperties": false, "properties": properties,
        });
        components.named(name, schema)
    })
}

/// The schema with null added to what it takes.
pub fn nullable(schema: Value) -> Value {
    let Value::Object(mut map) = schema else { return schema };
    if map.contains_key("$ref") {
        return json!({ "oneOf": [{ "type": "null" }, Value::Object(map)] });
    }
    if let Some(Value::String(kind)) = map.get("type").cloned() {
        map.insert("type".to_owned(), json!([kind, "null"]));
        if let Some(Value::Array(values)) = map.get_mut("enum") {
            values.push(Value::Null);
        }
    }
    Value::Object(map)
}
