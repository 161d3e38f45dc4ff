//! GRADIENT: tiers are filled in order, each unit at the price of the tier it falls into. Every
//! tier that is reached adds its flat price once, the first one also at zero units.

use money::Ratio;

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::models::tier::Tier;
use crate::pricing::models::{Model, Terms, tier};
use crate::pricing::overrides::Overrides;

/// Tiers that are filled one after the other.
#[derive(Debug)]
struct Gradient {
    tiers: Vec<Tier>,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Box<dyn Model>> {
    let tiers = tier::define(field, ("start", "end"), faults);
    Some(Box::new(Gradient { tiers }))
}

impl Model for Gradient {
    fn rows(&self, units: &Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError> {
        tier::check_reach(&self.tiers, units, terms)?;
        let last = self.tiers.len().saturating_sub(1);
        let mut lower = Ratio::ZERO;
        let mut rows = Vec::new();
        for (place, tier) in self.tiers.iter().enumerate() {
            if place > 0 && *units <= lower {
                break;
            }
            let upper = match &tier.end {
                Some(end) if place < last => units.clone().min(end.ratio().clone()),
                _ => units.clone(),
            };
            rows.extend(tier.rows(place, &upper - &lower, terms)?);
            lower = upper;
        }
        Ok(rows)
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
