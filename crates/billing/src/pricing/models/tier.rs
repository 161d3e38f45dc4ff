//! Tiers, which gradient and volume prices share: how they are read, checked and overridden.
//! A tier is known by its inclusive end; its start is only a restatement that must agree.

use money::{Price, Quantity, Ratio};

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::Terms;
use crate::pricing::overrides::Overrides;

/// A stretch of units with its prices.
#[derive(Debug)]
pub(crate) struct Tier {
    /// Inclusive; open in the last tier only.
    pub end: Option<Quantity>,
    flat_price: Option<Price>,
    price_per_unit: Option<Price>,
    is_custom: bool,
}

/// Reads tiers whose bounds have the given field names.
pub(crate) fn define(field: &Field, names: (&str, &str), faults: &mut Faults) -> Vec<Tier> {
    let items = field.items(faults);
    let last = items.len().saturating_sub(1);
    let mut lower: Option<Quantity> = None;
    let mut tiers = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let (start, end) = (item.get(names.0), item.get(names.1));
        let given = check_start(&start, lower.as_ref(), place, faults);
        let upper = end.optional_quantity(faults);
        if given.is_some() && upper.is_some() && upper < given {
            end.fault(faults, "end_before_start", "must not be below the start of the tier");
        }
        if end.is_null() && place != last {
            end.fault(faults, "open_tier", "only the last tier may be open");
        }
        if let (Some(upper), Some(lower)) = (&upper, &lower)
            && upper <= lower
        {
            end.fault(faults, "tiers_overlap", "must be above the end of the tier before it");
        }
        lower = upper.clone().or(lower);
        tiers.push(prices(item, upper, faults));
    }
    tiers
}

fn prices(item: &Field, end: Option<Quantity>, faults: &mut Faults) -> Tier {
    let is_custom = item.get("is_custom_tier").flag(faults);
    let flat_price = item.get("flat_price").optional_price(faults);
    let unit = item.get("price_per_unit");
    let price_per_unit = unit.optional_price(faults);
    if unit.is_null() && item.get("flat_price").is_null() && !is_custom {
        unit.fault(faults, "required", "a tier needs a price per unit or a flat price");
    }
    Tier { end, flat_price, price_per_unit, is_custom }
}

/// The given start, once it agrees: the first tier starts at null, 0 or 1, each other at the end
/// before it or one above that.
fn check_start(
    start: &Field,
    lower: Option<&Quantity>,
    place: usize,
    faults: &mut Faults,
) -> Option<Quantity> {
    if place == 0 && start.is_null() {
        return None;
    }
    let given = start.quantity(faults)?;
    // Where the end before this tier is missing, that tier has the fault.
    let lower = lower.map(Quantity::ratio).or((place == 0).then_some(&Ratio::ZERO))?;
    if given.ratio() == lower || *given.ratio() == lower + Ratio::ONE {
        return Some(given);
    }
    let (code, detail) = match given.ratio() < lower {
        true => ("tiers_overlap", "starts before the tier before it ends"),
        false => ("tiers_hole", "must start where the tier before it ends"),
    };
    start.fault(faults, code, detail);
    None
}

impl Tier {
    /// The row of units in this tier, and one for its flat price where it has one.
    pub fn rows(&self, place: usize, units: Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError> {
        let tier_price = terms.overrides.tiers.iter().rfind(|tier| tier.index == place);
        let unit = tier_price
            .and_then(|known| known.price_per_unit.as_ref())
            .or(self.price_per_unit.as_ref());
        let flat =
            tier_price.and_then(|each| each.flat_price.as_ref()).or(self.flat_price.as_ref());
        if unit.is_none() && flat.is_none() {
            return Err(ChargeError::CustomTierWithoutPrice(place));
        }
        let price =
            |price: Option<&Price>| price.map_or(Ratio::ZERO, |price| price.ratio().clone());
        let name = format!("tier {}", place + 1);
        let mut rows = vec![Row::new(&name, units, price(unit)).in_tier(place)];
        let flat = price(flat);
        if !flat.is_zero() {
            let flat = flat * terms.flat_share;
            rows.push(Row::new(format!("{name}, flat"), Ratio::ONE, flat).in_tier(place));
        }
        Ok(rows)
    }
}

/// Whether other units can come to more: by their price, or by the tier that they reach.
pub(crate) fn counts(tiers: &[Tier]) -> bool {
    let priced =
        |tier: &Tier| tier.price_per_unit.as_ref().is_some_and(|price| *price != Price::ZERO);
    tiers.len() > 1 || tiers.iter().any(|tier| tier.is_custom || priced(tier))
}

/// The units that the tier of a row is for.
pub(crate) fn note(tiers: &[Tier], row: &Row) -> Option<String> {
    let place = row.tier?;
    let over = place.checked_sub(1).and_then(|before| tiers.get(before)?.end.as_ref());
    Some(match (over, tiers.get(place)?.end.as_ref()) {
        (None, None) => "for all units".to_owned(),
        (None, Some(end)) => format!("up to {end}"),
        (Some(over), None) => format!("over {over}"),
        (Some(over), Some(end)) => format!("over {over} up to {end}"),
    })
}

/// Only tiers that are marked as custom may be overridden.
pub(crate) fn accept(tiers: &[Tier], overrides: &Overrides) -> Result<(), ChargeError> {
    if overrides.price_per_unit.is_some() {
        return Err(ChargeError::OverrideRefused);
    }
    for tier_price in &overrides.tiers {
        if !tiers.get(tier_price.index).is_some_and(|tier| tier.is_custom) {
            return Err(ChargeError::NoCustomTier(tier_price.index));
        }
    }
    Ok(())
}

/// Licences end with a closed last tier; usage goes on at its price.
pub(crate) fn check_reach(tiers: &[Tier], units: &Ratio, terms: &Terms) -> Result<(), ChargeError> {
    let end = tiers.last().and_then(|tier| tier.end.as_ref());
    match end {
        Some(end) if terms.closed && units > end.ratio() => {
            Err(ChargeError::BeyondLastTier(units.clone()))
        }
        _ => Ok(()),
    }
}
