//! Lines of the first version: amounts without their currency, components by their places.

use serde_json::{Value, json};

use super::fields::{Of, keep, part};

/// A line of an invoice.
pub(super) fn line(mut first: Value, of: Of<'_>) -> Value {
    let Of { currency, customer, subscription } = of;
    let mut lifted = keep(&mut first, &["period", "units", "share", "exact", "sort_order"]);
    let role = match first["role"].as_str() {
        Some("Remainder") => json!("ProrationCharge"),
        Some("GivenBack") => json!("ProrationCredit"),
        _ => first["role"].take(),
    };
    lifted.insert("role".to_owned(), role);
    lifted.insert("customer".to_owned(), json!(customer));
    lifted.insert("subscription".to_owned(), json!(subscription));
    for name in ["amount", "discount", "tax"] {
        let minor = first[name].as_i64().unwrap_or_default();
        lifted.insert(name.to_owned(), json!(format!("{minor} {currency}")));
    }
    if first["plan"].is_string() {
        if let Some(place) = first["component"].as_u64() {
            let place = usize::try_from(place).unwrap_or(usize::MAX);
            lifted.insert("component".to_owned(), json!(part(&first["plan"], place)));
        }
        lifted.insert("pricing".to_owned(), first["plan"].take());
    }
    lifted.insert("derivation".to_owned(), derivation(&mut first, currency));
    Value::Object(lifted)
}

fn derivation(first: &mut Value, currency: &str) -> Value {
    if first["given_back"].is_object() {
        return json!({"ProrationCredit": first["given_back"].take()});
    }
    if first["minimum"].is_object() {
        let mut minimum = first["minimum"].take();
        if minimum["level"] == "Plan" {
            minimum["level"] = json!("Pricing");
        }
        return json!({"Minimum": minimum});
    }
    let mut charge = first["charge"].take();
    let mut lifted = keep(&mut charge, &["scheduled", "used"]);
    lifted.insert("configuration".to_owned(), charge["config"].take());
    if let Some(less) = charge["less"].as_i64() {
        let less = json!({"currency": currency, "value_in_cents": less});
        lifted.insert("less".to_owned(), less);
    }
    let mut parts = keep(&mut charge, &["rows", "share", "exact"]);
    parts.insert("currency".to_owned(), json!(currency));
    lifted.insert("charge".to_owned(), Value::Object(parts));
    json!({"Charge": lifted})
}
