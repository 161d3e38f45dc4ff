//! Reads the schemas of the document: references, alternatives and null.

use serde_json::Value;

/// What a schema allows: null or not, and schemas of one type each.
#[derive(Debug, Default)]
pub struct Choice {
    pub null: bool,
    pub schemas: Vec<Value>,
}

impl Choice {
    pub fn of(document: &Value, schema: &Value) -> Choice {
        let mut choice = Choice::default();
        choice.collect(document, schema);
        choice
    }

    /// The only schema, if there is one.
    pub fn only(&self) -> Option<&Value> {
        self.schemas.first().filter(|_| self.schemas.len() == 1)
    }

    /// The alternative of a type.
    pub fn typed(&self, kind: &str) -> Option<&Value> {
        self.schemas.iter().find(|schema| schema["type"] == kind)
    }

    /// The types in a fixed order, for a message and for comparing.
    pub fn kinds(&self) -> Vec<String> {
        let name = |schema: &Value| match (schema["type"].as_str(), schema["format"].as_str()) {
            (Some(kind), Some(format)) => format!("{kind} ({format})"),
            (Some(kind), None) => kind.to_owned(),
            (None, _) => "anything".to_owned(),
        };
        let mut kinds: Vec<String> = self.schemas.iter().map(name).collect();
        kinds.sort();
        kinds
    }

    fn collect(&mut self, document: &Value, schema: &Value) {
        let schema = resolve(document, schema);
        for several in ["oneOf", "anyOf"] {
            if let Some(list) = schema[several].as_array() {
                list.iter().for_each(|one| self.collect(document, one));
                return;
            }
        }
        let names: Vec<&str> = match &schema["type"] {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => return self.schemas.push(schema),
        };
        // A list of values without null refuses it, whatever the type says.
        let values = schema["enum"].as_array();
        self.null |=
            names.contains(&"null") && values.is_none_or(|all| all.iter().any(Value::is_null));
        for name in names.into_iter().filter(|name| *name != "null") {
            let mut one = schema.clone();
            one["type"] = name.into();
            self.schemas.push(one);
        }
    }
}

/// Follows references and joins `allOf`; what stands beside a reference counts more.
pub fn resolve(document: &Value, schema: &Value) -> Value {
    let mut whole = schema.clone();
    let Some(map) = whole.as_object_mut() else { return whole };
    let mut parts = Vec::new();
    if let Some(Value::String(path)) = map.remove("$ref") {
        let pointer = path.trim_start_matches('#');
        parts.push(document.pointer(pointer).cloned().unwrap_or_default());
    }
    if let Some(Value::Array(list)) = map.remove("allOf") {
        parts.extend(list);
    }
    for part in parts {
        let part = resolve(document, &part);
        for (key, value) in part.as_object().into_iter().flatten() {
            map.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    whole
}

/// The texts of an `enum`, null left out.
pub fn values(schema: &Value) -> Option<Vec<String>> {
    let all = schema["enum"].as_array()?;
    let mut all: Vec<String> = all.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    all.sort();
    Some(all)
}

#[test]
fn null_is_found_wherever_it_is_written() {
    use serde_json::json;
    let document = json!({ "a": { "type": "string", "enum": ["x"] } });
    let null = |schema: Value| Choice::of(&document, &schema).null;
    assert!(null(json!({ "type": ["string", "null"] })));
    assert!(null(json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/a" }] })));
    assert!(null(json!({ "type": ["string", "null"], "enum": ["x", null] })));
    assert!(!null(json!({ "type": ["string", "null"], "enum": ["x"] })));
    assert!(!null(json!({ "allOf": [{ "$ref": "#/a" }] })));
}
