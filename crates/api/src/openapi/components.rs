//! The named schemas of the document, each once.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::ToSchema;

/// Makes a schema when the document is put together.
pub struct Schema(Box<dyn Fn(&mut Components) -> Value + Send + Sync>);

impl Schema {
    pub fn new(make: impl Fn(&mut Components) -> Value + Send + Sync + 'static) -> Schema {
        Schema(Box::new(make))
    }

    pub fn make(&self, components: &mut Components) -> Value {
        (self.0)(components)
    }
}

/// A record by its name.
pub fn record<T: ToSchema>() -> Schema {
    Schema::new(|components| components.record::<T>())
}

#[derive(Default)]
pub struct Components(BTreeMap<String, Value>);

impl Components {
    /// Takes in a record with all that it is made of, and refers to it.
    pub fn record<T: ToSchema>(&mut self) -> Value {
        let mut all = Vec::new();
        T::schemas(&mut all);
        all.push((T::name().into_owned(), T::schema()));
        for (name, schema) in all {
            self.0.entry(name).or_insert_with(|| json!(schema));
        }
        reference(&T::name())
    }

    /// Takes in a schema under a name, and refers to it.
    pub fn named(&mut self, name: &str, schema: Value) -> Value {
        self.0.insert(name.to_owned(), schema);
        reference(name)
    }

    pub fn get(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// Everything, with exact bounds for 64-bit numbers, and every field of what is only
    /// answered marked as always there.
    pub fn finish(mut self, sent: &[Value]) -> Value {
        let mut taken = Vec::new();
        sent.iter().for_each(|schema| self.reach(schema, &mut taken));
        for (name, schema) in &mut self.0 {
            bound(schema);
            let fields = schema["properties"].as_object();
            let fields: Vec<String> =
                fields.into_iter().flatten().map(|(k, _)| k.clone()).collect();
            let partial = taken.contains(name) || PARTIAL.contains(&name.as_str());
            if !partial && !fields.is_empty() {
                schema["required"] = json!(fields);
            }
        }
        json!(self.0)
    }

    /// The names that a schema leads to.
    fn reach(&self, schema: &Value, names: &mut Vec<String>) {
        match schema {
            Value::Object(map) => {
                if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                    let name = name.rsplit('/').next().unwrap_or_default().to_owned();
                    if !names.contains(&name) {
                        names.push(name.clone());
                        self.reach(self.get(&name), names);
                    }
                }
                map.values().for_each(|value| self.reach(value, names));
            }
            Value::Array(list) => list.iter().for_each(|value| self.reach(value, names)),
            _ => {}
        }
    }
}

/// Answers in which a field may be left out.
const PARTIAL: &[&str] = &["PageAnswer"];

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// `int64` in words that a validator understands.
fn bound(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.get("format").and_then(Value::as_str) == Some("int64") {
                map.entry("minimum").or_insert_with(|| json!(i64::MIN));
                map.entry("maximum").or_insert_with(|| json!(i64::MAX));
            }
            map.values_mut().for_each(bound);
        }
        Value::Array(list) => list.iter_mut().for_each(bound),
        _ => {}
    }
}
