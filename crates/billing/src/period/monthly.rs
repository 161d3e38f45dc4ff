//! Monthly recurring revenue: the exact monthly value of what recurs, rounded once. What counts
//! (licences, fees, prepaid minimums after recurring discounts) is decided by the caller.

use calendar::{Frequency, Term};
use money::{Amount, AmountError, Currency, Ratio, Rounding};

/// The value of one term of something that recurs, in major units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurring {
    pub value: Ratio,
    pub term: Term,
}

impl Recurring {
    /// `amount × quantity`, less an amount, then less a part of what is left.
    pub fn discounted(
        amount: &Ratio,
        quantity: &Ratio,
        off: &Ratio,
        part_off: &Ratio,
        term: Term,
    ) -> Recurring {
        let value = (amount * quantity - off) * (Ratio::ONE - part_off);
        Recurring { value, term }
    }
}

/// The exact monthly value of everything given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monthly(pub Ratio);

impl Monthly {
    pub fn of(values: &[Recurring]) -> Monthly {
        Monthly(values.iter().map(|value| &value.value * monthly_factor(value.term)).sum())
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
    let (over, under) = match term.frequency() {
        Frequency::Hour => (730, 1),
        Frequency::Day => (365, 12),
        Frequency::Week => (365, 84),
        Frequency::BiMonth => (2, 1),
        Frequency::Month => (1, 1),
        Frequency::Quarter => (1, 3),
        Frequency::BiAnnual => (1, 6),
        Frequency::Year => (1, 12),
        Frequency::OneTime => (0, 1),
    };
    // A count is a positive 64-bit number, so the product fits and is not zero.
    Ratio::new(over, under * i128::from(term.count())).unwrap_or(Ratio::ZERO)
}

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
