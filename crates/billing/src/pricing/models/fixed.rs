//! FIXED: every unit has the same price.

use money::{Price, Ratio};

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::{Model, Terms};

/// One price for each unit.
#[derive(Debug)]
struct Fixed {
    price_per_unit: Price,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Box<dyn Model>> {
    let price_per_unit = field.get("price_per_unit").price(faults)?;
    Some(Box::new(Fixed { price_per_unit }))
}

impl Model for Fixed {
    fn rows(&self, units: &Ratio, _: &Terms) -> Result<Vec<Row>, ChargeError> {
        Ok(vec![Row::new("units", units.clone(), self.price_per_unit.ratio().clone())])
    }

    fn counts(&self) -> bool {
        self.price_per_unit != Price::ZERO
    }
}
