//! What a subscription grants: what its pricings grant, joined by the aggregator of each
//! definition.

use std::collections::BTreeMap;
use std::sync::Arc;

use money::Ratio;
use records::catalog::entitlement_definition::AggregatorType;
use records::{ConfigItem, Entitlement, EntitlementDefinition, ProductPricing};
use serde_json::Value;

use super::rendered::RenderedPricing;

/// One row for each definition, in the order of their keys.
pub(super) fn of_pricings<'a>(
    pricings: impl Iterator<Item = &'a Arc<RenderedPricing>>,
    items: &[ConfigItem],
) -> Vec<Entitlement> {
    let mut joined: BTreeMap<String, Entitlement> = BTreeMap::new();
    for rendered in pricings.filter(|pricing| pricing.grants_anything()) {
        let pricing = rendered.with_units(items);
        for row in &pricing.computed_entitlements {
            let Some(id) = &row.entitlement_id else { continue };
            let definition = rendered.definitions().get(id);
            let value = adjusted(&row.value, definition, &pricing);
            match joined.get_mut(id) {
                Some(entitlement) => {
                    entitlement.value = join(&entitlement.value, &value, definition);
                    entitlement.original_value = entitlement.value.clone();
                }
                None => {
                    let known = Entitlement {
                        inherited_from_id: Some(pricing.id.clone()),
                        inherited_from_type: Some("PRODUCT_PRICING".to_owned()),
                        original_value: value.clone(),
                        overridden: false,
                        value,
                        ..row.clone()
                    };
                    joined.insert(id.clone(), known);
                }
            }
        }
    }
    let mut rows: Vec<Entitlement> = joined.into_values().collect();
    rows.sort_by(|a, b| a.key.cmp(&b.key));
    rows
}

/// A number that counts for each licence, times the most licences of a component.
fn adjusted(
    value: &Value,
    definition: Option<&EntitlementDefinition>,
    pricing: &ProductPricing,
) -> Value {
    if !definition.is_some_and(|definition| definition.adjust_for_quantity) {
        return value.clone();
    }
    let parts = pricing.product_metric_pricings.iter();
    let licences = parts.filter_map(|part| part.num_licenses.as_ref()?.as_ref());
    let licences = licences.filter_map(|number| Ratio::parse_decimal(number.as_str()).ok()).max();
    match (number(value), licences) {
        (Some(value), Some(licences)) => written(&(value * licences)),
        _ => value.clone(),
    }
}

fn join(first: &Value, second: &Value, definition: Option<&EntitlementDefinition>) -> Value {
    let Some(aggregator) =
        definition.and_then(|entitlement_definition| entitlement_definition.aggregator_type)
    else {
        return first.clone();
    };
    let flags = || first.as_bool().zip(second.as_bool());
    let numbers = || number(first).zip(number(second));
    let joined = match aggregator {
        AggregatorType::Or => flags().map(|(a, b)| Value::Bool(a || b)),
        AggregatorType::And => flags().map(|(a, b)| Value::Bool(a && b)),
        AggregatorType::Add => numbers().map(|(a, b)| written(&(a + b))),
        AggregatorType::Minimum => numbers().map(|(a, b)| written(&a.min(b))),
        AggregatorType::Maximum => numbers().map(|(a, b)| written(&a.max(b))),
        AggregatorType::Coalesce => first.is_null().then(|| second.clone()),
    };
    joined.unwrap_or_else(|| first.clone())
}

fn number(value: &Value) -> Option<Ratio> {
    Ratio::parse_decimal(value.as_number()?.as_str()).ok()
}

fn written(value: &Ratio) -> Value {
    let number: Result<serde_json::Number, _> = value.to_string().parse();
    number.map(Value::Number).unwrap_or_default()
}
