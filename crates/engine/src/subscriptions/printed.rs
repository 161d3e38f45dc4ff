//! Pricings as subscriptions show them: everything below them is filled in, and only the units are
//! those of each subscription. As long as nothing is committed they are written out once.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use records::catalog::item::ItemType;
use records::{ConfigItem, Number, ProductPricing};

use super::config::held_by;
use crate::catalog::entitled::Definitions;
use crate::catalog::expand::pricings_by_ids;
use crate::{Failure, Session};

/// Stands for the units of the first component until they are known; the next ones have the next
/// numbers. It is no price that anybody asks for.
const PLACE: i64 = 7_310_946_528_170_000;
/// With which all of them begin.
const BEGINNING: &str = "73109465281";

/// A pricing with everything below it.
pub(super) struct Printed {
    pricing: ProductPricing,
    /// Of what it grants.
    definitions: Definitions,
    /// The text around the units, where it could be cut there.
    text: Option<Vec<String>>,
}

/// These pricings by their ids.
pub(super) fn printed(
    session: &mut Session<'_, '_>,
    ids: impl Iterator<Item = String>,
) -> Result<HashMap<String, Arc<Printed>>, Failure> {
    let ids: Vec<String> = ids.collect::<BTreeSet<String>>().into_iter().collect();
    let company = session.company_id().to_owned();
    if let Some(all) = session.tx.made_before::<Printed>(&company, &ids) {
        return Ok(ids.into_iter().zip(all).collect());
    }
    let before = session.statements();
    let (pricings, definitions) = pricings_by_ids(session, ids.into_iter())?;
    let own = pricings.into_iter().map(|pricing| {
        let printed = Printed::new(pricing, &definitions)?;
        Ok((printed.pricing.id.clone(), Arc::new(printed)))
    });
    let all = own.collect::<Result<HashMap<_, _>, Failure>>()?;
    let took = session.statements() - before;
    let kept = all.iter().map(|(id, own)| (id.clone(), Arc::clone(own)));
    session.tx.keep_made(&company, kept, took);
    Ok(all)
}

impl Printed {
    fn new(pricing: ProductPricing, definitions: &Definitions) -> Result<Printed, Failure> {
        let granted = pricing.computed_entitlements.iter();
        let granted = granted.filter_map(|row| row.entitlement_id.as_ref());
        let definitions = granted
            .filter_map(|id| Some((id.clone(), definitions.get(id)?.clone())))
            .collect::<Definitions>();
        let mut open = pricing.clone();
        for (part, place) in open.product_metric_pricings.iter_mut().zip(PLACE..) {
            let (licences, units) = units(&pricing.id, part, &[]);
            part.num_licenses = Some(licences.map(|_| Number::from(place)));
            part.minimum_units = Some(units.map(|_| Number::from(place)));
        }
        let text = cut(&written(&open)?, pricing.product_metric_pricings.len());
        Ok(Printed { pricing, definitions, text })
    }

    /// The record as JSON, with the units that a subscription has.
    pub(super) fn write(&self, items: &[ConfigItem], out: &mut String) -> Result<(), Failure> {
        let Some(text) = &self.text else {
            out.push_str(&written(&self.with_units(items))?);
            return Ok(());
        };
        let mut pieces = text.iter();
        out.push_str(pieces.next().map_or("", String::as_str));
        for (part, piece) in self.pricing.product_metric_pricings.iter().zip(pieces) {
            let (licences, own) = units(&self.pricing.id, part, items);
            out.push_str(licences.or(own).unwrap_or_default().as_str());
            out.push_str(piece);
        }
        Ok(())
    }

    /// The record with the units that a subscription has.
    pub(super) fn with_units(&self, items: &[ConfigItem]) -> ProductPricing {
        let mut pricing = self.pricing.clone();
        for part in &mut pricing.product_metric_pricings {
            let (licences, units) = units(&self.pricing.id, part, items);
            part.num_licenses = Some(licences);
            part.minimum_units = Some(units);
        }
        pricing
    }

    /// Without units.
    pub(super) fn pricing(&self) -> &ProductPricing {
        &self.pricing
    }

    pub(super) fn grants_anything(&self) -> bool {
        !self.pricing.computed_entitlements.is_empty()
    }

    pub(super) fn definitions(&self) -> &Definitions {
        &self.definitions
    }
}

/// The units that a subscription has of a component: licences, or usage bought beforehand.
fn units(
    pricing: &str,
    part: &records::ProductMetricPricing,
    items: &[ConfigItem],
) -> (Option<Number>, Option<Number>) {
    let held = held_by(items, pricing, &part.id).map(|(_, item)| item);
    let licence = part.item.as_ref().is_none_or(|item| item.kind == ItemType::License);
    if licence {
        let licences = held.and_then(|item| item.num_licenses.clone());
        return (Some(licences.unwrap_or_else(|| Number::from(1))), None);
    }
    let units = held.and_then(|item| item.minimum_units.clone());
    (None, Some(units.unwrap_or_default()))
}

/// A text in pieces around its places; none where they are not all there, once each and in order.
fn cut(text: &str, places: usize) -> Option<Vec<String>> {
    let (mut pieces, mut from) = (Vec::with_capacity(places + 1), 0);
    for (at, _) in text.match_indices(BEGINNING) {
        let place = (PLACE + i64::try_from(pieces.len()).ok()?).to_string();
        pieces.push(text.get(from..at)?.to_owned());
        from = at + place.len();
        if text.get(at..from) != Some(&place) {
            return None;
        }
    }
    if pieces.len() != places {
        return None;
    }
    pieces.push(text.get(from..)?.to_owned());
    Some(pieces)
}

pub(super) fn written<T: serde::Serialize>(record: &T) -> Result<String, Failure> {
    let text = serde_json::to_string(record);
    text.map_err(|error| store::Error::Broken(error.to_string()).into())
}

#[cfg(test)]
mod tests {
    use super::{PLACE, cut};

    #[test]
    fn a_text_is_cut_where_units_stand() {
        let places: Vec<String> = (PLACE..).take(3).map(|place| place.to_string()).collect();
        let text = format!("a{}b{}{}", places[0], places[1], places[2]);
        assert_eq!(cut(&text, 3).unwrap(), ["a", "b", "", ""]);
        assert_eq!(cut("a", 0).unwrap(), ["a"]);
        assert_eq!(cut(&text, 2), None, "one that nobody put there");
        assert_eq!(cut(&text, 4), None, "one is missing");
        let turned = format!("{}{}", places[1], places[0]);
        assert_eq!(cut(&turned, 2), None);
    }
}
