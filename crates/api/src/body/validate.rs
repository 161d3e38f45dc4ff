//! The schema of the served document as the validator: every fault, with its pointer.

use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use records::Moment;
use records::problem::Fault;
use serde_json::{Value, json};

pub struct Validator(Option<jsonschema::Validator>);

/// Compiles one schema of the document's components.
pub fn compile(components: &Value, schema: &Value) -> Result<Validator, String> {
    let mut root = schema.clone();
    let mut needed = serde_json::Map::new();
    reach(components, schema, &mut needed);
    root["components"] = json!({ "schemas": needed });
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .with_format("date-time", |text: &str| Moment::parse(text).is_some())
        .with_format("email", is_email)
        .should_validate_formats(true)
        .build(&root)
        .map(|validator| Validator(Some(validator)))
        .map_err(|error| error.to_string())
}

impl Validator {
    /// Takes nothing: what stands in where a schema of ours is broken.
    pub fn nothing() -> Validator {
        Validator(None)
    }

    pub fn faults(&self, body: &Value) -> Vec<Fault> {
        let Some(validator) = &self.0 else {
            return vec![Fault::new("", "no_schema", "This operation cannot read bodies.")];
        };
        let mut faults = Vec::new();
        for error in validator.iter_errors(body) {
            list(&error, &mut faults);
        }
        faults
    }
}

/// The components that a schema leads to.
fn reach(components: &Value, schema: &Value, needed: &mut serde_json::Map<String, Value>) {
    match schema {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                let name = name.rsplit('/').next().unwrap_or_default();
                if !needed.contains_key(name) {
                    let component = components.get(name).cloned().unwrap_or_default();
                    needed.insert(name.to_owned(), component.clone());
                    reach(components, &component, needed);
                }
            }
            map.values().for_each(|value| reach(components, value, needed));
        }
        Value::Array(list) => list.iter().for_each(|value| reach(components, value, needed)),
        _ => {}
    }
}

/// One address, no spaces, no line breaks: what a header can carry.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let clean = |part: &str| !part.contains(|c: char| c.is_control() || c.is_whitespace());
    let labels = domain.split('.').all(|label| !label.is_empty());
    text.len() <= 254 && !local.is_empty() && labels && clean(text) && !local.contains(['<', '>'])
}

/// An error as faults: one per unknown field, and the inner ones where alternatives were tried.
fn list(error: &ValidationError<'_>, faults: &mut Vec<Fault>) {
    let pointer = error.instance_path().to_string();
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            for name in unexpected {
                let detail = format!("There is no field `{name}` here.");
                faults.push(Fault::new(inside(&pointer, name), "unknown_field", detail));
            }
        }
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            let detail = format!("`{name}` is required.");
            faults.push(Fault::new(inside(&pointer, name), "required", detail));
        }
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
            // Of a nullable record the fault is inside the record, not that it is not null.
            let branch = context.iter().find(|branch| {
                branch.iter().any(|inner| inner.instance_path().to_string() != pointer)
                    || branch.iter().any(|inner| !matches!(inner.kind(), Kind::Type { .. }))
            });
            match branch.or_else(|| context.last()) {
                Some(branch) => branch.iter().for_each(|inner| list(inner, faults)),
                None => faults.push(Fault::new(pointer, "type", error.to_string())),
            }
        }
        kind => {
            let code = snake(kind.keyword());
            let detail: String = error.to_string().chars().take(300).collect();
            faults.push(Fault::new(pointer, &code, detail));
        }
    }
}

fn inside(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// `maxLength` → `max_length`.
fn snake(keyword: &str) -> String {
    let mut code = String::new();
    for character in keyword.chars() {
        if character.is_ascii_uppercase() {
            code.push('_');
        }
        code.push(character.to_ascii_lowercase());
    }
    code
}

#[cfg(test)]
mod tests {
    use super::{compile, is_email};
    use serde_json::json;

    #[test]
    fn every_fault_has_its_place() {
        let components = json!({"Inner": {
            "type": "object", "additionalProperties": false,
            "properties": {"city": {"type": ["string", "null"]}}
        }});
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["name"],
            "properties": {
                "name": {"type": "string", "minLength": 1},
                "at": {"type": "string", "format": "date-time"},
                "cents": {"type": "integer", "maximum": i64::MAX},
                "inner": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Inner"}]}
            }
        });
        let validator = compile(&components, &schema).unwrap();
        let body = json!({"at": "2026-02-30T00:00:00Z", "inner": {"city": 5, "x/y": 1}, "odd": 1});
        let mut seen: Vec<String> = validator
            .faults(&body)
            .into_iter()
            .map(|fault| format!("{} {}", fault.pointer, fault.code))
            .collect();
        seen.sort();
        let wanted = [
            "/at format",
            "/inner/city type",
            "/inner/x~1y unknown_field",
            "/name required",
            "/odd unknown_field",
        ];
        assert_eq!(seen, wanted);
        let large: serde_json::Value =
            serde_json::from_str("{\"name\":\"x\",\"cents\":9223372036854775808}").unwrap();
        assert_eq!(validator.faults(&large).len(), 1);
        let edge = json!({"name": "x", "cents": i64::MAX, "inner": null});
        assert!(validator.faults(&edge).is_empty());
    }

    #[test]
    fn addresses() {
        for good in ["a@b.de", "a.b+c@example.com", "ü@b.de"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["", "a", "@b.de", "a@", "a@b..de", "a b@c.de", "a@b.de\r\nBcc: x@y.de"] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
