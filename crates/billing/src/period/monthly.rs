//! Monthly recurring revenue: the exact monthly value of what recurs, rounded once. What counts
//! (licences, fees, prepaid minimums after recurring discounts) is decided by the caller.

use std::num::NonZeroI128;

use calendar::{Frequency, Term};
use money::{Amount, AmountError, Currency, Ratio, Rounding};

/// The value of one term of something that recurs, in major units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurring {
    pub value: Ratio,
    pub term: Term,
}

impl Recurring {
    /// The exact value of a month of it.
    pub fn monthly(&self) -> Ratio {
        &self.value * monthly_factor(self.term)
    }

    /// The same less a part of it, as a recurring discount takes it off.
    pub fn less(&self, part: &Ratio) -> Recurring {
        Recurring { value: &self.value * (Ratio::ONE - part), ..*self }
    }
}

/// The exact monthly value of everything given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monthly(pub Ratio);

impl Monthly {
    pub fn of<'a>(values: impl Iterator<Item = &'a Recurring>) -> Monthly {
        Monthly(values.map(Recurring::monthly).sum())
    }

    pub fn mrr(&self, currency: Currency) -> Result<Amount, AmountError> {
        self.0.to_minor(currency, Rounding::HalfAwayFromZero)
    }

    /// Twelve times the exact value, not the rounded one.
    pub fn arr(&self, currency: Currency) -> Result<Amount, AmountError> {
        let yearly = &self.0 * Ratio::from(12);
        yearly.to_minor(currency, Rounding::HalfAwayFromZero)
    }
}

/// How many of a term a month holds; none of what happens once.
pub fn monthly_factor(term: Term) -> Ratio {
    let (over, months) = match term.frequency() {
        Frequency::Hour => (730, ONE),
        Frequency::Day => (365, TWELVE),
        Frequency::Week => (365, EIGHTY_FOUR),
        Frequency::BiMonth => (2, ONE),
        Frequency::Month => (1, ONE),
        Frequency::Quarter => (1, THREE),
        Frequency::BiAnnual => (1, SIX),
        Frequency::Year => (1, TWELVE),
        Frequency::OneTime => (0, ONE),
    };
    term.per_count(over) * Ratio::over(1, months)
}

const ONE: NonZeroI128 = NonZeroI128::new(1).unwrap();
const THREE: NonZeroI128 = NonZeroI128::new(3).unwrap();
const SIX: NonZeroI128 = NonZeroI128::new(6).unwrap();
const TWELVE: NonZeroI128 = NonZeroI128::new(12).unwrap();
const EIGHTY_FOUR: NonZeroI128 = NonZeroI128::new(84).unwrap();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_term_has_its_months() {
        use Frequency::*;
        let table = [
            (1, Hour, "730"),
            (1, Day, "365/12"),
            (2, Week, "365/168"),
            (1, BiMonth, "2"),
            (3, Month, "1/3"),
            (1, Quarter, "1/3"),
            (1, BiAnnual, "1/6"),
            (2, Year, "1/24"),
            (1, OneTime, "0"),
        ];
        for (count, frequency, factor) in table {
            let term = Term::new(count, frequency).unwrap();
            assert_eq!(monthly_factor(term).to_string(), factor, "{count} {frequency}");
        }
    }
}
