//! The named schemas of the document, each once.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::ToSchema;

use super::projection::{nullable, present};

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

/// A bare list of records.
pub fn list_of(element: Schema) -> Schema {
    Schema::new(move |components| json!({ "type": "array", "items": element.make(components) }))
}

#[derive(Default)]
pub struct Components(BTreeMap<String, Value>);

impl Components {
    /// Takes in a record with all that it is made of, and refers to it. One that is there came with
    /// all of that, and most operations answer records that others answered before.
    pub fn record<T: ToSchema>(&mut self) -> Value {
        let text = T::name();
        if !self.0.contains_key(&*text) {
            let mut all = Vec::new();
            T::schemas(&mut all);
            all.push((text.to_string(), T::schema()));
            for (name, schema) in all {
                self.0.entry(name).or_insert_with(|| json!(schema));
            }
        }
        reference(&text)
    }

    /// Takes in a schema under a name, and refers to it.
    pub fn named(&mut self, name: &str, schema: Value) -> Value {
        self.0.insert(name.to_owned(), schema);
        reference(name)
    }

    pub fn get(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// Everything, with exact bounds for 64-bit numbers. What is answered has all its fields;
    /// what is sent may leave out or null what is not required, so a record that is both gets a
    /// second schema for sending. The bodies come back as they refer to these.
    pub fn finish(mut self, sent: &mut [Option<Value>], answered: &[Value]) -> Value {
        let (mut taken, mut given) = (Vec::new(), Vec::new());
        sent.iter().flatten().for_each(|schema| self.reach(schema, &mut taken));
        answered.iter().for_each(|schema| self.reach(schema, &mut given));
        let both: Vec<String> = taken.iter().filter(|name| given.contains(name)).cloned().collect();
        for name in &taken {
            let mut schema = self.get(name).clone();
            require(&mut schema, engine::catalog::required(name));
            lenient(&mut schema);
            rename(&mut schema, &both);
            let text = if both.contains(name) { format!("{name}Input") } else { name.clone() };
            self.0.insert(text, schema);
        }
        sent.iter_mut().flatten().for_each(|schema| rename(schema, &both));
        for (name, schema) in &mut self.0 {
            bound(schema);
            forget_defaults(schema);
            if given.contains(name) {
                complete(name, schema);
            }
        }
        Value::Object(self.0.into_iter().collect())
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

/// Fields that an answer may leave out.
const OPTIONAL: &[(&str, &str)] = &[("PageAnswer", "total_count")];

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Every field of what is answered is there.
fn complete(record: &str, schema: &mut Value) {
    let fields = schema["properties"].as_object().into_iter().flatten();
    let names = fields.map(|(name, _)| name.clone());
    let names: Vec<String> =
        names.filter(|name| !OPTIONAL.contains(&(record, name.as_str()))).collect();
    if !names.is_empty() {
        schema["required"] = json!(names);
    }
}

/// Marks a field that can be left out and not be null.
pub const NEVER_NULL: &str = "x-never-null";

/// Marks fields that whoever reads the record cannot do without.
fn require(schema: &mut Value, names: Vec<String>) {
    for name in names {
        if let Some(field) = schema["properties"].get_mut(&name) {
            *field = present(field.take());
        }
        match schema["required"].as_array_mut() {
            Some(known) => known.push(json!(name)),
            None => schema["required"] = json!([name]),
        }
    }
}

/// What is not required may be null, which is the same as leaving it out; a decimal may be text or
/// number.
fn lenient(schema: &mut Value) {
    if schema["format"] == records::decimal::EITHER {
        schema["type"] = json!(["string", "number"]);
    }
    let required: Vec<Value> = schema["required"].as_array().cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for (name, field) in fields {
        let firm = field.as_object_mut().and_then(|field| field.remove(NEVER_NULL)).is_some();
        if !firm && !required.contains(&json!(name)) {
            *field = nullable(field.take());
        }
    }
}

/// Refers to the schemas for sending.
fn rename(schema: &mut Value, both: &[String]) {
    match schema {
        Value::Object(map) => {
            let target = map.get("$ref").and_then(Value::as_str).map(str::to_owned);
            let name = target.as_deref().and_then(|target| target.rsplit('/').next());
            if let Some(name) = name.filter(|name| both.iter().any(|known| known == name)) {
                map.insert("$ref".to_owned(), reference(&format!("{name}Input"))["$ref"].clone());
            }
            map.values_mut().for_each(|value| rename(value, both));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| rename(value, both)),
        _ => {}
    }
}

/// What a field is when nothing is stored is no default of it: a client that is made from the
/// document would send it, and change what it was not asked to.
fn forget_defaults(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.retain(|name, _| name != "default");
            for (name, value) in map {
                // A field may be called `default`: in a list of fields the name says nothing.
                match value {
                    Value::Object(fields) if name == "properties" => {
                        fields.values_mut().for_each(forget_defaults);
                    }
                    other => forget_defaults(other),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(forget_defaults),
        _ => {}
    }
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
