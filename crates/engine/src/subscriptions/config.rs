//! Which config item holds for which component of a pricing.

use records::ConfigItem;

/// The one that names the component, else the one for its whole pricing.
pub(super) fn held_by<'a>(
    items: &'a [ConfigItem],
    pricing: &str,
    component: &str,
) -> Option<(usize, &'a ConfigItem)> {
    let own = |item: &ConfigItem| item.product_metric_pricing_id.as_deref() == Some(component);
    let whole = |item: &ConfigItem| {
        item.product_metric_pricing_id.is_none()
            && item.product_pricing_id.as_deref() == Some(pricing)
    };
    let numbered = || items.iter().enumerate();
    numbered().find(|(_, item)| own(item)).or_else(|| numbered().find(|(_, item)| whole(item)))
}
