//! Which config item holds for which component of a pricing.

use records::{ComponentId, ConfigItem, ProductPricing};

/// The one that names the component, else the one for its whole pricing.
pub(crate) fn held_by<'a>(
    items: &'a [ConfigItem],
    pricing: &str,
    component: &ComponentId,
) -> Option<(usize, &'a ConfigItem)> {
    let is_its = |item: &ConfigItem| item.product_metric_pricing_id.as_ref() == Some(component);
    let whole = |item: &ConfigItem| {
        item.product_metric_pricing_id.is_none()
            && item.product_pricing_id.as_deref() == Some(pricing)
    };
    let numbered = || items.iter().enumerate();
    numbered().find(|(_, item)| is_its(item)).or_else(|| numbered().find(|(_, item)| whole(item)))
}

/// Items as they are kept: one for a component names its pricing too, so that what becomes of it
/// in a change can be told without the catalog.
pub(super) fn with_pricings(items: &[ConfigItem], pricings: &[ProductPricing]) -> Vec<ConfigItem> {
    let owner = |component: &ComponentId| {
        let has = |pricing: &&ProductPricing| {
            pricing.product_metric_pricings.iter().any(|part| part.id == *component)
        };
        pricings.iter().find(has).map(|pricing| pricing.id.clone())
    };
    let named = items.iter().map(|item| {
        let pricing = item.product_metric_pricing_id.as_ref().and_then(owner);
        let product_pricing_id = pricing.or_else(|| item.product_pricing_id.clone());
        let hide_at_checkout = Some(item.hide_at_checkout.unwrap_or(false));
        ConfigItem { product_pricing_id, hide_at_checkout, ..item.clone() }
    });
    named.collect()
}
