//! What a line sells besides the time that it bills: a credit of money or of units. Nothing is
//! granted here.

use money::{AmountError, Ratio, Rounding};

use crate::credit::{CreditValue, UNIT_DIGITS};
use crate::invoice::line::{Derivation, Line};
use crate::pricing::{CreditPrice, Granted};

impl Line {
    /// The credit that its price sells for each unit, whatever the line does with that.
    pub fn credit_price(&self) -> Option<&CreditPrice> {
        match &self.derivation {
            Derivation::Charge { .. } | Derivation::ProrationCredit(_) => {
                self.component.as_ref().and_then(|component| component.pricing.credit.as_ref())
            }
            Derivation::Minimum { .. } => None,
        }
    }

    /// Whether it sells money, or gives back some that it sold: an advance payment without tax,
    /// discount or revenue.
    pub fn sells_money(&self) -> bool {
        let price = self.credit_price();
        price.is_some_and(|price| matches!(price.granted, Granted::Amount(_)))
    }

    /// All that it sells: what one unit grants, times the units, by the share of a stub.
    pub fn sold(&self) -> Result<Option<CreditValue>, AmountError> {
        if self.corrects().is_some() {
            return Ok(None);
        }
        let Some(price) = self.credit_price() else { return Ok(None) };
        let count = self.billed_units();
        let value = match &price.granted {
            Granted::Amount(amount) => {
                let exact = amount.major() * count;
                exact.to_minor(amount.currency, Rounding::HalfAwayFromZero)?.into()
            }
            Granted::Units { item, units } => {
                let exact = units.ratio() * count;
                let units = exact.round(UNIT_DIGITS, Rounding::HalfAwayFromZero);
                CreditValue::of_units(&item.as_str().into(), units)
            }
        };
        Ok(Some(value).filter(CreditValue::is_positive))
    }

    /// Billed units times the share of the period; units that an advance paid are not billed again.
    pub(crate) fn billed_units(&self) -> Ratio {
        match &self.derivation {
            Derivation::Charge { configuration, charge, less, .. } => {
                let known =
                    less.map_or(Ratio::ZERO, |_| configuration.minimum_units.ratio().clone());
                (&self.units - known).or_zero() * charge.share.ratio()
            }
            Derivation::Minimum { .. } | Derivation::ProrationCredit(_) => Ratio::ZERO,
        }
    }
}
