//! What has a quantity, and what is kept of one that a change asks for.

use billing::pricing::{Configuration, Kind, QuantityBounds, Setting};
use calendar::{Frequency, Term};

use crate::world::plan;

const BASE: &str = r#""base_price": {"currency": "EUR", "value_in_cents": 100}"#;

#[test]
fn licences_are_counted_and_fees_are_not() {
    let counted = |kind: Kind, definition: &str| {
        let plan = plan("p", Term::every(Frequency::Month), kind, &format!("{{{definition}}}"));
        plan.components[0].is_counted()
    };
    let fixed = |price: &str| {
        format!(r#""pricing_type": "FIXED", "fixed_price": {{"price_per_unit": "{price}"}}"#)
    };
    let tiers = |all: &str| format!(r#""pricing_type": "VOLUME", "volume_price": [{all}]"#);
    let open = r#"{"price_per_unit": "0", "flat_price": "9"}"#;
    let first = r#"{"total_units_end": 5, "flat_price": "4"}"#;
    let second = r#"{"total_units_start": 5, "flat_price": "9"}"#;
    let custom = r#"{"is_custom_tier": true}"#;
    let blocks = r#""pricing_type": "STEP", "step_price": {"step_size": 5, "price_per_step": 0}"#;
    let scheduled = |prices: &str| {
        let list = format!(r#"{{"price_per_unit_per_period": [{prices}]}}"#);
        format!(r#""pricing_type": "SCHEDULED", "scheduled_price": {list}"#)
    };
    for (definition, has_quantity) in [
        (fixed("1"), true),
        (fixed("0"), false),
        (blocks.to_owned(), false),
        (scheduled("0, 0"), false),
        (scheduled("0, 1"), true),
        (tiers(open), false),
        (tiers(custom), true),
        (tiers(&format!("{first}, {second}")), true),
        (r#""pricing_type": "CUSTOM", "custom_price": {"price_per_unit": 0}"#.to_owned(), true),
    ] {
        let with_base = format!("{definition}, {BASE}");
        assert_eq!(counted(Kind::Licence, &with_base), has_quantity, "{with_base}");
        assert!(counted(Kind::Licence, &definition), "free: {definition}");
        assert!(!counted(Kind::Usage, &definition), "metered: {definition}");
    }
}

#[test]
fn what_was_kept_before_is_all_said() {
    let kept = r#"{"licences":"1","minimum_units":"0","sort_order":null,
        "overrides":{"price_per_unit":null,"tiers":[]}}"#;
    let read: Setting = serde_json::from_str(kept).unwrap();
    assert_eq!(read, Setting::from(Configuration::default()));
    let maximum = "3".parse().ok();
    let bounds = QuantityBounds { maximum, ..QuantityBounds::default() };
    let asked = Setting { licences: None, bounds, ..read };
    let kept = serde_json::to_string(&asked).unwrap();
    assert_eq!(serde_json::from_str::<Setting>(&kept).unwrap(), asked);
}
