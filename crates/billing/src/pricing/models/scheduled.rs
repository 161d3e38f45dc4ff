//! SCHEDULED: the price of a unit changes with the periods since the pricing was added.

use money::{Price, Ratio};

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::{Model, Terms};

/// The price of the n-th full period; after the last, the last.
#[derive(Debug)]
struct Scheduled {
    first: Price,
    later: Vec<Price>,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Box<dyn Model>> {
    let items = field.get("price_per_unit_per_period").items(faults);
    let prices: Vec<Price> = items.iter().filter_map(|item| item.price(faults)).collect();
    let mut prices = prices.into_iter();
    Some(Box::new(Scheduled { first: prices.next()?, later: prices.collect() }))
}

impl Model for Scheduled {
    fn rows(&self, units: &Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError> {
        let later = match terms.period {
            0 => None,
            period => self.later.get(period - 1).or(self.later.last()),
        };
        let price = later.unwrap_or(&self.first);
        let label = format!("units in period {}", terms.period.saturating_add(1));
        Ok(vec![Row::new(label, units.clone(), price.ratio().clone())])
    }

    fn counts(&self) -> bool {
        self.first != Price::ZERO || self.later.iter().any(|price| *price != Price::ZERO)
    }
}
