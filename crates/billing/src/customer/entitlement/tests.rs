//! A table of what is granted and what comes of it.

use serde_json::{Value as Json, json};

use super::*;

fn definitions() -> Definitions {
    let all = [
        ("any", Aggregator::Or, false),
        ("both", Aggregator::And, false),
        ("sum", Aggregator::Add, false),
        ("seats", Aggregator::Add, true),
        ("least", Aggregator::Minimum, false),
        ("most", Aggregator::Maximum, true),
        ("note", Aggregator::Coalesce, false),
    ];
    let definition = |(id, aggregator, per_licence): (&str, Aggregator, bool)| {
        (id.to_owned(), Definition { aggregator, per_licence })
    };
    all.into_iter().map(definition).collect()
}

fn own(values: &Json) -> Vec<Own> {
    let values = values.as_object().into_iter().flatten();
    let own = values.map(|(id, value)| Own {
        entitlement: id.clone(),
        row: Some(format!("row of {id}")),
        value: Value::read(value).unwrap(),
    });
    own.collect()
}

fn grants(pricing: &str, licences: Option<u64>, values: &Json) -> Grants {
    let licences = licences.map(money::Ratio::from);
    Grants { pricing: pricing.to_owned(), licences, values: own(values) }
}

/// Values by key, `value (original)` where it is another.
fn told(all: &Entitlements) -> String {
    let told = all.iter().map(|(id, entitled)| {
        let Entitled { value, original, overridden, .. } = entitled;
        let original = original.as_ref().map_or(Json::Null, Value::json);
        match (original == value.json(), overridden) {
            (true, false) => format!("{id} {}", value.json()),
            (_, true) => format!("{id} {} over {original}", value.json()),
            (_, false) => format!("{id} {} of its own", value.json()),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

#[test]
fn pricings_are_joined_and_overridden() {
    let table: &[(&[Grants], Json, &str)] = &[
        (&[], json!({}), ""),
        (&[], json!({ "sum": 3 }), "sum 3 of its own"),
        (&[grants("a", None, &json!({ "sum": 2, "note": "" }))], json!({}), r#"note "", sum 2"#),
        (&[grants("a", Some(4), &json!({ "seats": 2.5, "sum": 1 }))], json!({}), "seats 10, sum 1"),
        (&[grants("a", Some(0), &json!({ "seats": 5 }))], json!({}), "seats 0"),
        (&[grants("a", None, &json!({ "seats": 5 }))], json!({}), "seats 5"),
        (
            &[
                grants(
                    "a",
                    Some(3),
                    &json!({ "any": false, "both": true, "sum": 0.1, "least": 5,
                    "most": 5, "note": "first", "seats": 2 }),
                ),
                grants(
                    "b",
                    Some(1),
                    &json!({ "any": true, "both": false, "sum": 0.2, "least": 3,
                    "most": 7, "note": "second", "seats": 10 }),
                ),
            ],
            json!({}),
            r#"any true, both false, least 3, most 15, note "first", seats 16, sum 0.3"#,
        ),
        // A value of its own is final: four licences do not count for it.
        (&[grants("a", Some(4), &json!({ "seats": 5 }))], json!({ "seats": 7 }), "seats 7 over 20"),
        (
            &[grants("a", None, &json!({ "any": true }))],
            json!({ "any": false, "note": "x" }),
            r#"any false over true, note "x" of its own"#,
        ),
        // Nobody joins what nobody defined.
        (&[grants("a", None, &json!({ "gone": 1 }))], json!({ "gone": 2 }), ""),
    ];
    for (grants, overrides, expected) in table {
        let all = of_subscription("s", grants, &own(overrides), &definitions());
        assert_eq!(told(&all), *expected, "{grants:?}");
    }
}

#[test]
fn subscriptions_are_joined_and_overridden() {
    let first = of_subscription(
        "s1",
        &[grants("a", Some(2), &json!({ "seats": 5, "any": false, "note": "one" }))],
        &[],
        &definitions(),
    );
    let second = of_subscription(
        "s2",
        &[grants("a", Some(3), &json!({ "seats": 5, "any": true, "note": "two" }))],
        &own(&json!({ "note": "mine" })),
        &definitions(),
    );
    let both = [("s1".to_owned(), first), ("s2".to_owned(), second.clone())];
    let all = of_customer("c", &both, &[], &definitions());
    assert_eq!(told(&all), r#"any true, note "one", seats 25"#);
    assert_eq!(all["seats"].from.level, Level::Subscription);
    assert_eq!(all["seats"].from.id, "s1");
    let all = of_customer("c", &both, &own(&json!({ "seats": 40, "sum": 1 })), &definitions());
    assert_eq!(told(&all), r#"any true, note "one", seats 40 over 25, sum 1 of its own"#);
    assert_eq!(all["seats"].from.level, Level::Customer);
    assert_eq!(all["seats"].from.id, "c");
    assert_eq!(all["seats"].from.row.as_deref(), Some("row of seats"));
    let rest = of_customer("c", &[("s2".to_owned(), second)], &[], &definitions());
    assert_eq!(told(&rest), r#"any true, note "mine", seats 15"#);
    assert_eq!(told(&of_customer("c", &[], &[], &definitions())), "");
}

#[test]
fn numbers_keep_their_digits() {
    let digits = "12345678901234567.123456789";
    let json: Json = serde_json::from_str(digits).unwrap();
    assert_eq!(Value::read(&json).unwrap().json().to_string(), digits);
    for none in [json!(null), json!([]), json!({}), serde_json::from_str("1e999999").unwrap()] {
        assert_eq!(Value::read(&none), None, "{none}");
    }
}
