//! Quantities in the document of a subscription: its config items show what there is, also where
//! nobody said it and it came over from what was there before.

use billing::period::{ComponentState, SubscribedPricing};
use billing::pricing::{Configuration, Kind};
use billing::subscription::Subscription;
use money::Quantity;
use records::{ComponentId, ConfigItem, Number};

use crate::subscriptions::held_by;

/// Writes down each quantity that the items of a subscription do not show.
pub(super) fn show(items: &mut Vec<ConfigItem>, subscription: &Subscription) {
    for (subscribed, ComponentState { component, configuration, .. }) in licences(subscription) {
        let part = ComponentId::from(&*component.part);
        let held = held_by(items, &subscribed.pricing.id, &part);
        if shown(held.map(|(_, item)| item)).as_ref() == Some(&configuration.licences) {
            continue;
        }
        let num_licenses = Number::exactly(&configuration.licences.to_string());
        let mut parts = subscribed
            .pricing
            .components
            .iter()
            .filter(|component| component.kind == Kind::Licence);
        let alone = parts.nth(1).is_none();
        let is_its = |item: &ConfigItem| alone || item.product_metric_pricing_id.is_some();
        if let Some((place, _)) = held.filter(|(_, item)| is_its(item)) {
            items[place].num_licenses = num_licenses;
            continue;
        }
        // What is set for the whole pricing holds for others too, maybe in other quantities.
        let like = held.map(|(_, item)| item.clone()).unwrap_or_default();
        items.push(ConfigItem {
            num_licenses,
            product_metric_pricing_id: Some(part),
            product_pricing_id: Some(subscribed.pricing.id.to_string()),
            ..like
        });
    }
}

/// Whether items show every quantity of a subscription.
pub(crate) fn shows(items: &[ConfigItem], subscription: &Subscription) -> bool {
    licences(subscription).all(|(subscribed, state)| {
        let ComponentState { component, configuration, .. } = state;
        let held = held_by(items, &subscribed.pricing.id, &component.part.as_ref().into());
        shown(held.map(|(_, item)| item)).as_ref() == Some(&configuration.licences)
    })
}

fn licences(
    subscription: &Subscription,
) -> impl Iterator<Item = (&SubscribedPricing, &ComponentState)> {
    subscription.state.components().filter(|(_, state)| state.component.kind == Kind::Licence)
}

/// How many an item shows; one where nothing is said.
fn shown(item: Option<&ConfigItem>) -> Option<Quantity> {
    match item.and_then(|item| item.num_licenses.as_ref()) {
        Some(number) => Quantity::parse(number.as_str()).ok(),
        None => Some(Configuration::default().licences),
    }
}
