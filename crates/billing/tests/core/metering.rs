//! Metering: the eight aggregators, rules over properties, and groups.

use billing::definition::Value;
use billing::metering::{Event, Measured, Metric};
use calendar::{Period, Timestamp};
use money::Ratio;

fn at(day: i64) -> Timestamp {
    Timestamp::from_second(day * 86_400).unwrap()
}

fn period(from: i64, to: i64) -> Period {
    Period::new(at(from), at(to)).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn events(list: &[(i64, &str)]) -> Vec<Event> {
    let event = |(received, (day, properties)): (u64, &(i64, &str))| Event {
        timestamp: at(*day),
        received,
        properties: json(properties),
    };
    (0..).zip(list).map(event).collect()
}

fn measure(meter: &str, list: &[(i64, &str)]) -> Measured {
    Metric::define(&json(meter)).unwrap().measure(&events(list), period(10, 20))
}

const USED: &[(i64, &str)] = &[
    (9, r#"{"v": 100}"#),
    (10, r#"{"v": "2.5"}"#),
    (12, r#"{"v": 4}"#),
    (15, r#"{"v": "many"}"#),
    (15, r#"{}"#),
    (19, r#"{"v": -1}"#),
    (19, r#"{"v": 4.0}"#),
    (20, r#"{"v": 1000}"#),
];

#[test]
fn each_aggregator_sums_up_in_its_way() {
    let table = [
        ("COUNT", "6"),
        ("SUM", "9.5"),
        ("MAX", "4"),
        ("AVG", "2.375"),
        ("UNIQUE", "4"),
        ("LAST_IN_PERIOD", "4"),
        ("LAST_IN_HISTORY", "4"),
        ("HISTORICAL_SUM", "109.5"),
    ];
    for (aggregator, wanted) in table {
        let meter = format!(r#"{{"aggregator": "{aggregator}", "property": "v"}}"#);
        assert_eq!(measure(&meter, USED).value.to_string(), wanted, "{aggregator}");
    }
}

#[test]
fn nothing_is_zero_and_so_is_less_than_nothing() {
    let names = ["COUNT", "SUM", "MAX", "AVG", "UNIQUE", "LAST_IN_PERIOD", "HISTORICAL_SUM"];
    for aggregator in names {
        let meter = format!(r#"{{"aggregator": "{aggregator}", "property": "v"}}"#);
        assert_eq!(measure(&meter, &[]).value, Ratio::ZERO);
        if !["COUNT", "UNIQUE"].contains(&aggregator) {
            assert_eq!(measure(&meter, &[(11, r#"{"v": -3}"#)]).value, Ratio::ZERO);
        }
    }
    let history = r#"{"aggregator": "LAST_IN_HISTORY", "property": "v"}"#;
    assert_eq!(measure(history, &[(1, r#"{"v": 7}"#)]).value, Ratio::from(7));
}

#[test]
fn groups_are_split_and_priced_as_their_sum() {
    let meter = r#"{"aggregator": "MAX", "property": "v", "group_keys": ["region", "tier.name"]}"#;
    let measured = measure(
        meter,
        &[
            (11, r#"{"v": 3, "region": "eu", "tier": {"name": "a"}}"#),
            (12, r#"{"v": 5, "region": "eu", "tier": {"name": "a"}}"#),
            (13, r#"{"v": 7, "region": "us"}"#),
        ],
    );
    let groups: Vec<(String, String)> = measured
        .groups
        .iter()
        .map(|group| (group.keys.join("/"), group.value.to_string()))
        .collect();
    let wanted = [("eu/a", "5"), ("us/null", "7")];
    assert_eq!(groups, wanted.map(|(keys, value)| (keys.to_owned(), value.to_owned())));
    assert_eq!(measured.value, Ratio::from(12));
}

#[test]
fn rules_choose_events_by_their_properties() {
    let leaf = |kind: &str, property: &str, value: &str| {
        format!(
            r#"{{"comparator": {{"type": "{kind}",
                "left_item": {{"item_type": "PROPERTY", "property": "{property}"}},
                "right_item": {{"item_type": "VALUE", "value": {value}}}}}}}"#
        )
    };
    let list = [
        (11, r#"{"n": 0.1, "s": "eu-west", "l": ["a", 2]}"#),
        (12, r#"{"n": "0.10", "s": "us"}"#),
        (13, r#"{"n": 9}"#),
        (14, r#"{"n": "10", "s": null}"#),
    ];
    let table = [
        (leaf("EQ", "n", "0.1"), 2),
        (leaf("EQ", "s", "\"us\""), 1),
        (leaf("NE", "s", "\"us\""), 3),
        (leaf("GT", "n", "9"), 1),
        (leaf("GTE", "n", "\"9\""), 2),
        (leaf("LT", "n", "9"), 2),
        (leaf("LTE", "n", "0.1"), 2),
        (leaf("LT", "missing", "9"), 0),
        (leaf("IN", "s", "[\"us\", \"eu-west\"]"), 2),
        (leaf("IN", "n", "[10, 0.1]"), 3),
        (leaf("CONTAINS", "s", "\"west\""), 1),
        (leaf("CONTAINS", "l", "2"), 1),
        (leaf("EXISTS", "s", "null"), 2),
    ];
    let both = |kind: &str, left: &str, right: &str| {
        format!(r#"{{"comparator": {{"type": "{kind}", "items": [{left}, {right}]}}}}"#)
    };
    let (small, west) = (leaf("LT", "n", "1"), leaf("CONTAINS", "s", "\"west\""));
    let trees = [(both("AND", &small, &west), 1), (both("OR", &small, &west), 2)];
    for (rule, wanted) in table.into_iter().chain(trees) {
        let meter = format!(r#"{{"aggregator": "COUNT", "rule": {rule}}}"#);
        assert_eq!(measure(&meter, &list).value, Ratio::from(wanted), "{rule}");
    }
}

#[test]
fn bad_rules_are_named_where_they_are() {
    let bad = r#"{"aggregator": "SUM", "group_keys": [1], "rule": {"comparator": {"type": "AND",
        "items": [{"comparator": {"type": "EQ", "left_item": {"item_type": "PROPERTY"},
        "right_item": {"item_type": "VALUES"}}}, {"comparator": {}}]}}}"#;
    let faults = Metric::define(&json(bad)).unwrap_err();
    let got: Vec<String> =
        faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect();
    for wanted in [
        "property required",
        "group_keys/0 not_text",
        "rule/comparator/items/0/comparator/left_item/property required",
        "rule/comparator/items/0/comparator/right_item/item_type unknown_value",
        "rule/comparator/items/1/comparator/type required",
    ] {
        assert!(got.contains(&wanted.to_owned()), "{wanted} is not in {got:?}");
    }
}
