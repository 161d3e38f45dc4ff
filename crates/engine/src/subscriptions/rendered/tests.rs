//! Whatever shape a pricing has, its rendered text is that of the whole record with units set.

use records::{ConfigItem, Number, ProductMetricPricing, ProductPricing};
use serde_json::{Value, json};

use super::{Definitions, RenderedPricing, with_units, written};

/// Item pricings of every model, with what may stand beside them.
fn item_pricings() -> Vec<Value> {
    let metadata = json!({"minimum_units": 7, "num_licenses": [1], "\"}": "\\\"num_licenses\":1"});
    vec![
        json!({}),
        json!({"type": "FIXED", "fixed_price": {"price_per_unit": "0.10"}, "metadata": metadata}),
        json!({"type": "STEP", "step_price": {"price_per_step": "5", "step_size": 2.50}}),
        json!({"type": "GRADIENT", "gradient_price": [
            {"start": 0, "end": 10, "flat_price": "1"}, {"start": 11, "price_per_unit": "0.001"}
        ]}),
        json!({"type": "VOLUME", "volume_price": [{"total_units_start": 0, "flat_price": "3"}]}),
        json!({"type": "CUSTOM", "custom_price": {"preset_price_per_unit": 1.500}}),
        json!({"type": "SCHEDULED", "base_units": 100.0,
            "scheduled_price": {"price_per_unit_per_period": ["10.00", "20"]}}),
        json!({"type": "FIXED", "credit_price": {"type": "UNITS", "units": 10.10},
            "minimum_spend_schedule": {"amount_per_period": ["1", "2"]},
            "recognition_schedule": {"recognition_schedule_type": "RATABLE"}}),
    ]
}

/// A component of each item pricing, with a licence, usage, or an item that is not filled in.
fn components() -> Vec<ProductMetricPricing> {
    let items = [json!(null), json!({"type": "LICENSE"}), json!({"type": "CUSTOM_USAGE"})];
    let pricings = item_pricings();
    let pairs = pricings.iter().flat_map(|pricing| items.iter().map(move |item| (item, pricing)));
    let made = pairs.enumerate().map(|(place, (item, pricing))| {
        let component = json!({
            "id": format!("pmp_{place}"), "item": item, "item_pricing": pricing, "metric": {},
            "product": {"name": "\u{1}\u{2028}é\""},
        });
        serde_json::from_value(component).unwrap()
    });
    made.collect()
}

fn pricing(components: &[ProductMetricPricing]) -> ProductPricing {
    let large: Value = serde_json::from_str("12345678901234567890.10e400").unwrap();
    let pricing = json!({
        "id": "price_1", "name": "product_metric_pricings\":[{\"num_licenses\":1}]",
        "metadata": {"product_metric_pricings": [{"num_licenses": 1}], "large": large},
        "computed_entitlements": [{"key": "seats", "value": 0.100}],
        "product": {"metadata": {"product_metric_pricings": []}}, "tags": ["a", "b"],
    });
    let pricing: ProductPricing = serde_json::from_value(pricing).unwrap();
    ProductPricing { product_metric_pricings: components.to_vec(), ..pricing }
}

fn config(component: Option<&str>, units: &str) -> ConfigItem {
    let units = Number::exactly(units);
    ConfigItem {
        product_pricing_id: Some("price_1".to_owned()),
        product_metric_pricing_id: component.map(Into::into),
        num_licenses: units.clone(),
        minimum_units: units,
        ..ConfigItem::default()
    }
}

#[test]
fn every_shape_renders_as_the_whole_record_does() {
    let components = components();
    let mut shapes = vec![pricing(&[]), pricing(&components), ProductPricing::default()];
    shapes.extend(components.iter().map(|component| pricing(std::slice::from_ref(component))));
    let configs = [
        vec![],
        vec![config(None, "0.25")],
        vec![config(Some("pmp_1"), "10000000000000000000000.5"), config(Some("pmp_2"), "3")],
    ];
    for shape in shapes {
        let rendered = RenderedPricing::new(shape, &Definitions::default()).unwrap();
        for items in &configs {
            let mut text = String::new();
            rendered.write(items, &mut text);
            assert_eq!(text, written(&with_units(&rendered.pricing, items)).unwrap());
        }
    }
}

#[test]
fn a_component_without_units_is_refused() {
    let open = pricing(&components());
    assert!(super::text::Text::of(&open).is_err());
}
