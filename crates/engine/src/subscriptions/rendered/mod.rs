//! Rendered pricings: pricings as subscriptions answer them, with everything below them filled in;
//! only the units are those of each subscription. As long as nothing is committed each is rendered
//! once.

mod text;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use billing::customer::entitlement::{Grants, Own, Value};
use money::Ratio;
use records::catalog::item::ItemType;
use records::{ConfigItem, Number, ProductMetricPricing, ProductPricing};

use super::config::held_by;
use crate::catalog::entitled::Definitions;
use crate::catalog::expand::pricings_by_ids;
use crate::{Failure, Session};
use text::Text;

/// A pricing with everything below it, and its JSON around the units.
pub(crate) struct RenderedPricing {
    pricing: ProductPricing,
    /// The definitions of the entitlements that it grants.
    definitions: Definitions,
    text: Text,
}

/// These pricings by their ids.
pub(crate) fn rendered(
    session: &mut Session<'_, '_>,
    ids: impl Iterator<Item = String>,
) -> Result<HashMap<String, Arc<RenderedPricing>>, Failure> {
    let ids: Vec<String> = ids.collect::<BTreeSet<String>>().into_iter().collect();
    let company = session.company_id().to_owned();
    if let Some(all) = session.tx.made_before::<RenderedPricing>(&company, &ids) {
        return Ok(ids.into_iter().zip(all).collect());
    }
    let before = session.statements();
    let (pricings, definitions) = pricings_by_ids(session, ids.into_iter())?;
    let mut all = HashMap::with_capacity(pricings.len());
    for pricing in pricings {
        let id = pricing.id.clone();
        all.insert(id, Arc::new(RenderedPricing::new(pricing, &definitions)?));
    }
    let took = session.statements() - before;
    let made = all.iter().map(|(id, pricing)| (id.clone(), Arc::clone(pricing)));
    session.tx.keep_made(&company, made, took);
    Ok(all)
}

impl RenderedPricing {
    fn new(pricing: ProductPricing, definitions: &Definitions) -> Result<Self, Failure> {
        let granted = pricing.computed_entitlements.iter();
        let granted = granted.filter_map(|row| row.entitlement_id.as_ref());
        let definitions = granted
            .filter_map(|id| Some((id.clone(), definitions.get(id)?.clone())))
            .collect::<Definitions>();
        let text = Text::of(&with_units(&pricing, &[]))?;
        Ok(RenderedPricing { pricing, definitions, text })
    }

    /// The record as JSON, with the units that a subscription has.
    pub(super) fn write(&self, items: &[ConfigItem], out: &mut String) {
        let components = self.pricing.product_metric_pricings.iter();
        self.text.write(components.map(|part| Units::of(&self.pricing, part, items).number), out);
    }

    /// What it grants to a subscription that has these units: numbers for each licence count by
    /// the most licences of a component.
    pub(crate) fn grants(&self, items: &[ConfigItem]) -> Grants {
        let parts = self.pricing.product_metric_pricings.iter();
        let units = parts.map(|part| Units::of(&self.pricing, part, items));
        let licences = units.filter(|units| units.licences);
        let licences =
            licences.filter_map(|units| Ratio::parse_decimal(units.number.as_str()).ok()).max();
        let values = self.pricing.computed_entitlements.iter().filter_map(|row| {
            Some(Own {
                entitlement: row.entitlement_id.clone()?,
                row: row.id.clone(),
                value: Value::read(&row.value)?,
            })
        });
        Grants { pricing: self.pricing.id.clone(), licences, values: values.collect() }
    }

    /// Without units.
    pub(crate) fn pricing(&self) -> &ProductPricing {
        &self.pricing
    }

    pub(crate) fn grants_anything(&self) -> bool {
        !self.pricing.computed_entitlements.is_empty()
    }

    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }
}

fn with_units(pricing: &ProductPricing, items: &[ConfigItem]) -> ProductPricing {
    let mut filled = pricing.clone();
    for part in &mut filled.product_metric_pricings {
        let Units { licences, number } = Units::of(pricing, part, items);
        let (num_licenses, minimum_units) =
            if licences { (Some(number), None) } else { (None, Some(number)) };
        part.num_licenses = Some(num_licenses);
        part.minimum_units = Some(minimum_units);
    }
    filled
}

/// The units that a subscription has of a component.
struct Units {
    /// Else it is usage bought beforehand.
    licences: bool,
    number: Number,
}

impl Units {
    fn of(pricing: &ProductPricing, part: &ProductMetricPricing, items: &[ConfigItem]) -> Units {
        let item = held_by(items, &pricing.id, &part.id).map(|(_, item)| item);
        let licences = part.item.as_ref().is_none_or(|item| item.kind == ItemType::License);
        let number = match licences {
            true => item.and_then(|item| item.num_licenses.clone()).unwrap_or(Number::from(1)),
            false => item.and_then(|item| item.minimum_units.clone()).unwrap_or_default(),
        };
        Units { licences, number }
    }
}

pub(super) fn written<T: serde::Serialize>(record: &T) -> Result<String, Failure> {
    let text = serde_json::to_string(record);
    text.map_err(|error| store::Error::Broken(error.to_string()).into())
}

#[cfg(test)]
mod tests;
