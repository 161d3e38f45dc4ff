//! What a value may be, said in a few words that link to the records. References are named and
//! never followed, so a record that contains itself ends here.

use serde_json::Value;

use super::book::{Book, list, word};
use crate::html::Html;

/// The kind of a value; that it may be null is told apart, by [`nullable`].
pub fn kind(book: &Book, schema: &Value) -> Html {
    let mut html = Html::new();
    if let Some(name) = word(&schema["$ref"]).rsplit('/').next().filter(|name| !name.is_empty()) {
        return book.link(name);
    }
    let choices = choices(schema);
    if !choices.is_empty() {
        join(&mut html, choices.iter().map(|choice| kind(book, choice)));
    } else if let Some(only) = schema.get("const") {
        html.code(&only.to_string());
    } else if let Some(first) = list(&schema["allOf"]).first() {
        html.add(&kind(book, first));
    } else {
        join(&mut html, names(schema).iter().map(|name| plain(book, schema, name)));
    }
    if html.is_empty() {
        html.raw(if schema.get("properties").is_some() { "object" } else { "any value" });
    }
    html
}

pub fn nullable(schema: &Value) -> bool {
    let known = &schema["type"];
    let is_null = |value: &Value| value == "null";
    let choices = ["oneOf", "anyOf"].iter().flat_map(|key| list(&schema[*key]));
    is_null(known) || list(known).iter().any(is_null) || choices.into_iter().any(nullable)
}

/// The alternatives besides null.
pub fn choices(schema: &Value) -> Vec<&Value> {
    let all = ["oneOf", "anyOf"].iter().flat_map(|key| list(&schema[*key]));
    all.filter(|choice| choice["type"] != "null").collect()
}

/// The JSON types besides null.
pub fn names(schema: &Value) -> Vec<&str> {
    let value = &schema["type"];
    let all = value.as_str().into_iter().chain(list(value).iter().map(word));
    all.filter(|name| *name != "null").collect()
}

fn plain(book: &Book, schema: &Value, name: &str) -> Html {
    let mut html = Html::new();
    let values = &schema["additionalProperties"];
    match name {
        "array" => {
            let items = &schema["items"];
            let plural = matches!(names(items)[..], [one] if one != "array");
            html.raw("list of ").add(&kind(book, items)).raw(if plural { "s" } else { "" })
        }
        "object" if values.is_object() && schema.get("properties").is_none() => {
            html.raw("map to ").add(&kind(book, values))
        }
        "string" => html.text(schema["format"].as_str().unwrap_or(name)),
        other => html.text(other),
    };
    html
}

fn join(html: &mut Html, parts: impl ExactSizeIterator<Item = Html>) {
    let last = parts.len().saturating_sub(1);
    for (at, part) in parts.enumerate() {
        let gap = if at == 0 { "" } else { [", ", " or "][usize::from(at == last)] };
        html.raw(gap).add(&part);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Book, kind, nullable};

    fn said(schema: &Value) -> String {
        let document = json!({"components": {"schemas": {"Tax": {}}}});
        kind(&Book::open(&document), schema).finish()
    }

    #[test]
    fn kinds_are_said_in_words() {
        assert_eq!(said(&json!({"type": ["string", "number", "null"]})), "string or number");
        assert_eq!(said(&json!({"type": "string", "format": "email"})), "email");
        let tax = json!({"$ref": "#/components/schemas/Tax"});
        let link = "<a href=\"#record-Tax\">Tax</a>";
        assert_eq!(said(&json!({"type": "array", "items": tax})), format!("list of {link}"));
        let words = json!({"type": "array", "items": {"type": "string"}});
        let choice = json!({"oneOf": [words, {"type": "object"}]});
        assert_eq!(said(&choice), "list of strings or object");
        assert_eq!(said(&json!({"oneOf": [tax, {"type": "null"}]})), link);
        assert_eq!(said(&json!({"$ref": "#/components/schemas/Lost"})), "Lost");
        assert_eq!(said(&json!({})), "any value");
    }

    #[test]
    fn null_is_found_among_types_and_choices() {
        assert!(nullable(&json!({"type": ["string", "null"]})));
        assert!(nullable(&json!({"oneOf": [{"type": "string"}, {"type": "null"}]})));
        assert!(!nullable(&json!({"type": "string"})));
    }
}
