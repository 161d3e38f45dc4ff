//! STEP: units are sold in blocks, and a block that is begun is charged whole.

use money::{Price, Quantity, Ratio, Rounding};

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::{Model, Terms};

/// A price for each begun block.
#[derive(Debug)]
struct Step {
    step_size: Quantity,
    price_per_step: Price,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Box<dyn Model>> {
    let price_per_step = field.get("price_per_step").price(faults);
    let size = field.get("step_size");
    let step_size = size.quantity(faults);
    if step_size == Some(Quantity::ZERO) {
        size.fault(faults, "not_positive", "must be greater than zero");
        return None;
    }
    Some(Box::new(Step { step_size: step_size?, price_per_step: price_per_step? }))
}

impl Model for Step {
    fn rows(&self, units: &Ratio, _: &Terms) -> Result<Vec<Row>, ChargeError> {
        let blocks = units.checked_div(self.step_size.ratio()).ok_or(ChargeError::NoPrice)?;
        let begun = blocks.to_whole(Rounding::Ceiling);
        let label = format!("blocks of {}", self.step_size);
        Ok(vec![Row::new(label, begun, self.price_per_step.ratio().clone())])
    }

    fn counts(&self) -> bool {
        self.price_per_step != Price::ZERO
    }

    fn note(&self, _: &Row) -> Option<String> {
        Some("each that is begun".to_owned())
    }
}
