//! CUSTOM: the price of a unit is agreed with each customer, within bounds.

use money::{Price, Ratio};

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::{Model, Terms};
use crate::pricing::overrides::Overrides;

/// A price that a configuration may set.
#[derive(Debug)]
struct Custom {
    price: Option<Price>,
    preset: Option<Price>,
    minimum: Option<Price>,
    maximum: Option<Price>,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Box<dyn Model>> {
    let mut read = |key: &str| field.get(key).optional_price(faults);
    let custom = Custom {
        price: read("price_per_unit"),
        preset: read("preset_price_per_unit"),
        minimum: read("min_price_per_unit"),
        maximum: read("max_price_per_unit"),
    };
    if field.is_null() {
        field.fault(faults, "required", "is required");
    } else if custom.default_price().is_none() && custom.maximum.is_none() {
        field.fault(faults, "required", "needs a price, a preset or a minimum");
    }
    custom.check_bounds(field, faults);
    Some(Box::new(custom))
}

impl Custom {
    /// The pricing's own price, else its preset, else its minimum.
    fn default_price(&self) -> Option<&Price> {
        self.price.as_ref().or(self.preset.as_ref()).or(self.minimum.as_ref())
    }

    fn allows(&self, price: &Price) -> bool {
        self.minimum.as_ref().is_none_or(|minimum| price >= minimum)
            && self.maximum.as_ref().is_none_or(|maximum| price <= maximum)
    }

    fn check_bounds(&self, field: &Field, faults: &mut Faults) {
        if let (Some(minimum), Some(maximum)) = (&self.minimum, &self.maximum)
            && minimum > maximum
        {
            let maximum = field.get("max_price_per_unit");
            maximum.fault(faults, "below_minimum", "must not be below the minimum");
            return;
        }
        let prices = [("price_per_unit", &self.price), ("preset_price_per_unit", &self.preset)];
        for (key, price) in prices {
            if price.as_ref().is_some_and(|price| !self.allows(price)) {
                field.get(key).fault(faults, "out_of_bounds", "must lie within the bounds");
            }
        }
    }
}

impl Model for Custom {
    fn rows(&self, units: &Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError> {
        let agreed = terms.overrides.price_per_unit.as_ref();
        let price = agreed.or(self.default_price()).ok_or(ChargeError::NoPrice)?;
        Ok(vec![Row::new("units", units.clone(), price.ratio().clone())])
    }

    fn accepts(&self, overrides: &Overrides) -> Result<(), ChargeError> {
        if !overrides.tiers.is_empty() {
            return Err(ChargeError::OverrideRefused);
        }
        match &overrides.price_per_unit {
            Some(price) if !self.allows(price) => {
                let minimum = self.minimum.clone().unwrap_or(Price::ZERO);
                Err(ChargeError::PriceOutOfBounds(minimum, self.maximum.clone()))
            }
            _ => Ok(()),
        }
    }
}
