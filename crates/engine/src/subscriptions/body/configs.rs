//! Config items: each names a component or a pricing that is bought, and what it sets can be set.

use std::collections::BTreeSet;

use billing::pricing::{Configuration, Overrides, QuantityBounds, Setting, TierPrice};
use money::{Price, Quantity, Ratio};
use records::catalog::item::ItemType;
use records::catalog::item_pricing::PricingType;
use records::subscription::config_item::QuantityConfig;
use records::{ComponentId, ConfigItem, Item, ProductMetricPricing};
use serde_json::json;
use store::catalog::{Stored, by_ids};

use super::pricings::Bought;
use crate::refusal::Faults;
use crate::subscriptions::config::held_by;
use crate::{Failure, Session};

/// A configuration for each component of each pricing, in their order; none where no item is for
/// it.
pub(super) fn of_components(
    session: &mut Session<'_, '_>,
    items: &[ConfigItem],
    (bought, is_new): (&Bought, bool),
    faults: &mut Faults,
) -> Result<Vec<Vec<Option<Setting>>>, Failure> {
    let mut read: Vec<Read> = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let pointer = format!("/config_items/{place}");
        named(&items[..place], item, bought, &pointer, faults);
        read.push(Read::new(item, &pointer, faults));
    }
    upsells(session, items, faults)?;
    let usage = metered(session, bought)?;
    let mut holders = Vec::new();
    let mut all = Vec::with_capacity(bought.pricings.len());
    for (place, pricing) in bought.pricings.iter().enumerate() {
        let mut configs = Vec::new();
        for part in &pricing.product_metric_pricings {
            let held = held_by(items, &pricing.id, &part.id);
            holders.extend(held.map(|(place, _)| (place, part.item_pricing.kind)));
            let pointer = match held {
                Some((place, _)) => format!("/config_items/{place}"),
                None => bought.pointer(place),
            };
            let known = held.and_then(|(place, _)| read.get(place));
            if let Some(each) = known {
                let ordered = if usage.contains(&part.item_id) {
                    (each.item.minimum_units.is_some())
                        .then_some(("minimum_units", each.minimum_units.clone()))
                } else {
                    // In a change only the core knows what an absent quantity is.
                    let one = is_new.then(|| Configuration::default().licences);
                    each.licences.clone().or(one).map(|quantity| ("num_licenses", quantity))
                };
                each.check_quantity(ordered, &pointer, faults);
            }
            configs.push(known.map(|read| read.setting(part)));
        }
        all.push(configs);
    }
    for (place, item) in read.iter().enumerate() {
        item.check_prices(&holders, place, faults);
    }
    Ok(all)
}

/// What is offered in the place of a component is one of some pricing.
fn upsells(
    session: &mut Session<'_, '_>,
    items: &[ConfigItem],
    faults: &mut Faults,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    for (place, item) in items.iter().enumerate() {
        let Some(id) = &item.upsell_product_metric_pricing_id else { continue };
        let label = store::catalog::pricing::component_label(id);
        if store::label::carriers(session.tx, &company, "pricing", &label)?.is_empty() {
            let pointer = format!("/config_items/{place}/upsell_product_metric_pricing_id");
            faults.add(&pointer, "unknown", "No pricing has such a component.");
        }
    }
    Ok(())
}

/// The items among those bought that are metered.
fn metered(session: &mut Session<'_, '_>, bought: &Bought) -> Result<BTreeSet<String>, Failure> {
    let parts = bought.pricings.iter().flat_map(|pricing| &pricing.product_metric_pricings);
    let ids: BTreeSet<String> = parts.map(|part| part.item_id.clone()).collect();
    let company = session.company_id().to_owned();
    let items: Vec<Stored<Item>> = by_ids(session.tx, &company, ids.into_iter().collect())?;
    let items = items.into_iter().map(|stored| stored.record);
    Ok(items.filter(|item| item.kind != ItemType::License).map(|item| item.id).collect())
}

/// What an item is for: one component, or a whole pricing, and no other item has the same.
fn named(
    before: &[ConfigItem],
    item: &ConfigItem,
    bought: &Bought,
    pointer: &str,
    faults: &mut Faults,
) {
    let (component, pricing) = (&item.product_metric_pricing_id, &item.product_pricing_id);
    if component.is_none() && pricing.is_none() {
        let detail = "Name a component or a pricing.";
        faults.add(&format!("{pointer}/product_metric_pricing_id"), "required", detail);
        return;
    }
    let whole = bought.whole;
    if whole && pricing.as_ref().is_some_and(|id| bought.pricing(id).is_none()) {
        let detail = "The subscription has no such pricing.";
        faults.add(&format!("{pointer}/product_pricing_id"), "unknown", detail);
    }
    let within = |id: &ComponentId| {
        let mut sold = bought.pricings.iter().filter(|known| {
            pricing
                .as_ref()
                .is_none_or(|pricing| bought.pricing(pricing).is_none_or(|p| p.id == known.id))
        });
        sold.any(|pricing| pricing.product_metric_pricings.iter().any(|part| part.id == *id))
    };
    if whole && component.as_ref().is_some_and(|id| !within(id)) {
        let detail = "The pricings of the subscription have no such component.";
        faults.add(&format!("{pointer}/product_metric_pricing_id"), "unknown", detail);
    }
    let same = |other: &&ConfigItem| match component {
        Some(_) => other.product_metric_pricing_id == *component,
        None => other.product_metric_pricing_id.is_none() && other.product_pricing_id == *pricing,
    };
    if before.iter().find(same).is_some() {
        faults.add(pointer, "duplicate", "Another config item is for the same.");
    }
}

/// A config item with its numbers read.
struct Read<'a> {
    item: &'a ConfigItem,
    licences: Option<Quantity>,
    minimum_units: Quantity,
    price: Option<Price>,
    tiers: Vec<TierPrice>,
    sort_order: Option<Ratio>,
    bounds: QuantityBounds,
}

impl<'a> Read<'a> {
    fn new(item: &'a ConfigItem, pointer: &str, faults: &mut Faults) -> Read<'a> {
        let licences = item.num_licenses.as_ref().map(|n| n.as_str());
        let minimum = item.minimum_units.as_ref().map(|n| n.as_str());
        let mut quantity = |name: &str, text: Option<&str>| {
            let read = Quantity::parse(text?);
            read.map_err(|error| {
                faults.add(&format!("{pointer}/{name}"), "range", format!("It {error}."));
            })
            .ok()
        };
        let licences = quantity("num_licenses", licences);
        let minimum_units = quantity("minimum_units", minimum).unwrap_or_default();
        let order = item.sort_order.as_ref().map(|order| order.as_str());
        let sort_order = order.and_then(|text| match Ratio::parse_decimal(text) {
            Ok(order) => Some(order),
            Err(error) => {
                faults.add(&format!("{pointer}/sort_order"), "range", format!("It {error}."));
                None
            }
        });
        let price = price(&item.price_per_unit, &format!("{pointer}/price_per_unit"), faults);
        let tiers = tiers(item, pointer, faults);
        let bounds = bounds(item.quantity_config.as_ref(), pointer, faults);
        Read { item, licences, minimum_units, price, tiers, sort_order, bounds }
    }

    /// For one component; what is for a whole pricing sets the prices that a component has.
    fn setting(&self, part: &ProductMetricPricing) -> Setting {
        let kind = part.item_pricing.kind;
        Setting {
            licences: self.licences.clone(),
            minimum_units: self.minimum_units.clone(),
            overrides: Overrides {
                price_per_unit: self.price.clone().filter(|_| kind == PricingType::Custom),
                tiers: if tiered(kind) { self.tiers.clone() } else { Vec::new() },
            },
            sort_order: self.sort_order.clone(),
            bounds: self.bounds.clone(),
        }
    }

    fn check_quantity(
        &self,
        ordered: Option<(&str, Quantity)>,
        pointer: &str,
        faults: &mut Faults,
    ) {
        let Some((field, quantity)) = ordered else { return };
        if let Err(error) = self.bounds.allow(&quantity, &quantity) {
            faults.add(&format!("{pointer}/{field}"), "out_of_bounds", format!("It {error}."));
        }
    }

    /// Own prices need a component that takes them, of those that the item holds for.
    fn check_prices(&self, holders: &[(usize, PricingType)], place: usize, faults: &mut Faults) {
        let takes = |fits: fn(PricingType) -> bool| {
            holders.iter().any(|(number, kind)| *number == place && fits(*kind))
        };
        let pointer = format!("/config_items/{place}");
        if self.price.is_some() && !takes(|kind| kind == PricingType::Custom) {
            let detail = "Only a CUSTOM price can be set.";
            faults.add(&format!("{pointer}/price_per_unit"), "mismatch", detail);
        }
        if !self.tiers.is_empty() && !takes(tiered) {
            let detail = "Only prices of tiers can be set this way.";
            faults.add(&format!("{pointer}/tier_prices"), "mismatch", detail);
        }
    }
}

fn tiered(kind: PricingType) -> bool {
    matches!(kind, PricingType::Gradient | PricingType::Volume)
}

fn price(
    sent: &Option<records::decimal::Decimal>,
    pointer: &str,
    faults: &mut Faults,
) -> Option<Price> {
    let read = Price::parse(sent.as_ref()?.as_str());
    read.map_err(|error| faults.add(pointer, "range", format!("It {error}."))).ok()
}

fn tiers(item: &ConfigItem, pointer: &str, faults: &mut Faults) -> Vec<TierPrice> {
    let sent = item.tier_prices.as_deref().unwrap_or_default();
    let mut tiers: Vec<TierPrice> = Vec::with_capacity(sent.len());
    for (place, tier) in sent.iter().enumerate() {
        let pointer = format!("{pointer}/tier_prices/{place}");
        let index = usize::try_from(tier.index).unwrap_or(usize::MAX);
        if tiers.iter().any(|other| other.index == index) {
            faults.add(&format!("{pointer}/index"), "duplicate", "This tier is set twice.");
        }
        tiers.push(TierPrice {
            index,
            price_per_unit: price(
                &tier.price_per_unit,
                &format!("{pointer}/price_per_unit"),
                faults,
            ),
            flat_price: price(&tier.flat_price, &format!("{pointer}/flat_price"), faults),
        });
    }
    tiers
}

pub(crate) fn bounds(
    config: Option<&QuantityConfig>,
    pointer: &str,
    faults: &mut Faults,
) -> QuantityBounds {
    let Some(config) = config else { return QuantityBounds::default() };
    let pointer = format!("{pointer}/quantity_config");
    let value = match billing::definition::Value::try_from(&json!(config)) {
        Ok(value) => value,
        Err(error) => {
            faults.add(&pointer, "range", error.to_string());
            return QuantityBounds::default();
        }
    };
    match QuantityBounds::define(&value) {
        Ok(bounds) => bounds,
        Err(all) => {
            for fault in all {
                let detail = format!("`{}` {}.", fault.pointer, fault.detail);
                faults.add(&format!("{pointer}/{}", fault.pointer), fault.code, detail);
            }
            QuantityBounds::default()
        }
    }
}
