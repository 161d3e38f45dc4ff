//! A sensible value for a field that has no example, guessed from its name and format.

use serde_json::{Value, json};

/// The end of an id: 27 characters of base 62.
const TAIL: &str = "0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa";

const FORMATS: &[(&str, &str)] = &[
    ("date-time", "2026-01-31T00:00:00Z"),
    ("date", "2026-01-31"),
    ("email", "billing@acme.example"),
    ("uuid", "0192f0c1-7d5e-7cc3-9a51-3f2d7b6c8e10"),
    ("uri", "https://acme.example/billing"),
];

const TEXTS: &[(&str, &str)] = &[
    ("currency", "EUR"),
    ("country", "DE"),
    ("city", "Berlin"),
    ("zip", "10115"),
    ("address_line_1", "Invalidenstr. 116"),
    ("timezone", "Europe/Berlin"),
    ("email", "billing@acme.example"),
    ("phone", "+49 30 1234567"),
    ("locale", "de-DE"),
    ("search", "acme"),
    ("description", "Everything a growing team needs"),
    ("org_name", "Acme GmbH"),
    ("name", "Acme"),
    ("tags", "enterprise"),
    ("price", "0.05"),
    ("token", "prn_…"),
    ("request_id", "req_2x…"),
];

const NUMBERS: &[(&str, &str)] = &[
    ("cents", "4900"),
    ("limit", "20"),
    ("rate", "0.19"),
    ("percent", "10"),
    ("units", "100"),
    ("licenses", "5"),
    ("status", "422"),
];

/// The prefixes that ids have, by the field that holds them and, for a record's own, its name.
const PREFIXES: &[(&str, &str)] = &[
    ("company_id", "cmp_"),
    ("customer_id", "cus_"),
    ("subscription_id", "subs_"),
    ("bundle_id", "bundle_"),
    ("sales_user_id", "sales_"),
    ("company_user_id", "usr_"),
    ("owner_id", "usr_"),
    ("object_id", "cus_"),
    ("Company.id", "cmp_"),
    ("CompanyBrief.id", "cmp_"),
    ("Customer.id", "cus_"),
    ("Subscription.id", "subs_"),
    ("Bundle.id", "bundle_"),
    ("Token.id", "tok_"),
    ("EventsLogEntry.id", "evt_"),
    ("CompanyUser.id", "usr_"),
    ("SalesUser.id", "sales_"),
    ("User.id", "user_"),
];

pub fn sample(name: &str, kind: &str, schema: &Value) -> Value {
    match kind {
        "boolean" => json!(false),
        "integer" | "number" => number(name, schema),
        _ => json!(text(name, schema)),
    }
}

fn number(name: &str, schema: &Value) -> Value {
    let known = NUMBERS.iter().find(|(end, _)| name.ends_with(end)).map(|(_, number)| *number);
    let least = schema.get("exclusiveMinimum").is_none().then(|| schema.get("minimum")).flatten();
    let least = least.filter(|bound| bound.as_f64().is_some_and(|bound| bound > 1.0));
    let known = known.map(|number| serde_json::from_str(number).unwrap_or(json!(1)));
    known.or(least.cloned()).unwrap_or(json!(1))
}

fn text(name: &str, schema: &Value) -> String {
    let format = schema["format"].as_str().unwrap_or_default();
    let known = FORMATS.iter().find(|(known, _)| *known == format);
    if let Some((_, text)) = known.or(TEXTS.iter().find(|(end, _)| name.ends_with(end))) {
        return (*text).to_owned();
    }
    let prefix = PREFIXES.iter().find(|(end, _)| name.ends_with(end)).map(|(_, prefix)| *prefix);
    if let Some(prefix) = prefix_of(schema).or(prefix) {
        return format!("{prefix}{TAIL}");
    }
    if name.ends_with("_date") || name.ends_with("_at") {
        return FORMATS[0].1.to_owned();
    }
    if name.ends_with(".id") || name.ends_with("_id") {
        return TAIL.to_owned();
    }
    if name.is_empty() { "text".to_owned() } else { name.replace('_', " ") }
}

/// `cmp_` of `^cmp_[0-9A-Za-z]{27}$`.
fn prefix_of(schema: &Value) -> Option<&str> {
    let pattern = schema["pattern"].as_str()?.strip_prefix('^')?;
    let (prefix, rest) = pattern.split_at_checked(pattern.find('_')? + 1)?;
    let plain = prefix.chars().all(|character| character.is_ascii_lowercase() || character == '_');
    (plain && rest.starts_with('[')).then_some(prefix)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::sample;

    #[test]
    fn names_formats_and_patterns_are_heeded() {
        let id = json!({"pattern": "^cmp_[0-9A-Za-z]{27}$"});
        assert_eq!(sample("id", "string", &id), "cmp_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa");
        assert_eq!(sample("end", "string", &json!({"format": "date"})), "2026-01-31");
        assert_eq!(sample("value_in_cents", "integer", &json!({})), json!(4900));
        assert_eq!(sample("count", "integer", &json!({"minimum": 3})), json!(3));
        assert_eq!(sample("po_number", "string", &json!({})), "po number");
    }
}
