//! What a pricing charges.

use calendar::Share;
use money::Ratio;

use crate::pricing::charge::{BASE, Charge, ChargeError, Demand, INCLUDED, Kind, Row};
use crate::pricing::define::ItemPricing;
use crate::pricing::models::Terms;
use crate::pricing::overrides::Overrides;

impl ItemPricing {
    /// Whether prices of a configuration fit this pricing.
    pub fn accepts(&self, overrides: &Overrides) -> Result<(), ChargeError> {
        self.model.accepts(overrides)
    }

    /// What a row of a charge is, where its label does not say it all.
    pub fn note(&self, row: &Row) -> Option<String> {
        match row.label.as_str() {
            BASE | INCLUDED => None,
            _ => self.model.note(row),
        }
    }

    /// `base_price + model(max(units − base_units, 0))`, for the demanded part of a period.
    pub fn charge(&self, demand: &Demand) -> Result<Charge, ChargeError> {
        let part = match demand.kind {
            Kind::Licence => Ratio::ONE,
            Kind::Usage => demand.share.ratio(),
        };
        let base_units = self.base_units.ratio() * &part;
        let mut rows = self.base_rows(demand, &base_units, &part);
        let terms = Terms {
            period: demand.period,
            flat_share: &part,
            closed: demand.kind == Kind::Licence,
            overrides: &demand.overrides,
        };
        self.accepts(&demand.overrides)?;
        rows.extend(self.model.rows(&(&demand.units - base_units).or_zero(), &terms)?);
        let share = match demand.kind {
            Kind::Licence => demand.share,
            Kind::Usage => Share::FULL,
        };
        let sum: Ratio = rows.iter().map(|row| &row.amount).sum();
        Ok(Charge { currency: self.currency, rows, share, exact: sum * share.ratio() })
    }

    fn base_rows(&self, demand: &Demand, base_units: &Ratio, part: &Ratio) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(base) = self.base_price {
            rows.push(Row::new(BASE, Ratio::ONE, base.major() * part));
        }
        if base_units.is_positive() {
            let included = demand.units.clone().or_zero().min(base_units.clone());
            rows.push(Row::new(INCLUDED, included, Ratio::ZERO));
        }
        rows
    }
}
