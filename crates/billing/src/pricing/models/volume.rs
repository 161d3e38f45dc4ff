//! VOLUME: the tier that the total reaches prices all units, plus its flat price.

use money::Ratio;

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::tier::Tier;
use crate::pricing::models::{Model, Terms, tier};
use crate::pricing::overrides::Overrides;

/// Tiers of which one applies.
#[derive(Debug)]
struct Volume {
    tiers: Vec<Tier>,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Box<dyn Model>> {
    let tiers = tier::define(field, ("total_units_start", "total_units_end"), faults);
    Some(Box::new(Volume { tiers }))
}

impl Model for Volume {
    fn rows(&self, units: &Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError> {
        tier::check_reach(&self.tiers, units, terms)?;
        let holds = |tier: &Tier| tier.end.as_ref().is_none_or(|end| units <= end.ratio());
        let last = self.tiers.len().saturating_sub(1);
        let place = self.tiers.iter().position(holds).unwrap_or(last);
        let reached = self.tiers.get(place).ok_or(ChargeError::NoPrice)?;
        reached.rows(place, units.clone(), terms)
    }

    fn tiers(&self) -> usize {
        self.tiers.len()
    }

    fn counts(&self) -> bool {
        tier::counts(&self.tiers)
    }

    fn note(&self, row: &Row) -> Option<String> {
        tier::note(&self.tiers, row)
    }

    fn accepts(&self, overrides: &Overrides) -> Result<(), ChargeError> {
        tier::accept(&self.tiers, overrides)
    }
}
