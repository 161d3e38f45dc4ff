//! The bounds of a value in words: "1 to 255 characters", "at most 200".

use serde_json::Value;

use super::kind::choices;

/// Lower bound, upper bound and what they count.
const BOUNDS: &[(&str, &str, &str)] = &[
    ("minLength", "maxLength", " characters"),
    ("minimum", "maximum", ""),
    ("minItems", "maxItems", " entries"),
    ("minProperties", "maxProperties", " entries"),
];

/// What a 64-bit integer cannot pass anyway.
const WIDEST: &[&str] = &["-9223372036854775808", "9223372036854775807"];

pub fn limits(schema: &Value) -> Vec<String> {
    let mut said: Vec<_> = BOUNDS.iter().filter_map(|bound| range(schema, *bound)).collect();
    for (key, words) in [("exclusiveMinimum", "above"), ("exclusiveMaximum", "below")] {
        said.extend(number(schema, key).map(|bound| format!("{words} {bound}")));
    }
    said.extend(number(schema, "multipleOf").map(|step| format!("a multiple of {step}")));
    if schema["uniqueItems"] == true {
        said.push("no entry twice".to_owned());
    }
    if schema["items"].is_object() {
        said.extend(limits(&schema["items"]).iter().map(|limit| format!("each {limit}")));
    }
    if let [only] = choices(schema)[..] {
        said.extend(limits(only));
    }
    said
}

fn range(schema: &Value, (lower, upper, counted): (&str, &str, &str)) -> Option<String> {
    match (number(schema, lower), number(schema, upper)) {
        (Some(low), Some(high)) if low == high => Some(format!("exactly {low}{counted}")),
        (Some(low), Some(high)) => Some(format!("{low} to {high}{counted}")),
        (Some(low), None) if low == "1" && !counted.is_empty() => Some("not empty".to_owned()),
        (Some(low), None) => Some(format!("at least {low}{counted}")),
        (None, Some(high)) => Some(format!("at most {high}{counted}")),
        (None, None) => None,
    }
}

fn number(schema: &Value, key: &str) -> Option<String> {
    let bound = schema.get(key)?.to_string();
    let empty = key.starts_with("min") && key != "minimum" && bound == "0";
    (!empty && !WIDEST.contains(&bound.as_str())).then_some(bound)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::limits;

    #[test]
    fn bounds_are_said_in_words() {
        assert_eq!(limits(&json!({"minLength": 1, "maxLength": 255})), ["1 to 255 characters"]);
        assert_eq!(limits(&json!({"minLength": 1})), ["not empty"]);
        assert_eq!(limits(&json!({"minimum": 0})), ["at least 0"]);
        let each = json!({"maxItems": 9, "items": {"maxLength": 3}});
        assert_eq!(limits(&each), ["at most 9 entries", "each at most 3 characters"]);
        let widest = json!({"minimum": i64::MIN, "maximum": i64::MAX});
        assert!(limits(&widest).is_empty());
    }
}
