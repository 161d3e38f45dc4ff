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
}

/// The exact monthly value of everything given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monthly(pub Ratio);

impl Monthly {
    pub fn mrr(&self, currency: Currency) -> Result<Amount, AmountError> {
        self.0.to_minor(currency, Rounding::HalfAwayFromZero)
    }

    /// Twelve times the exact value, not the rounded one.
    pub fn arr(&self, currency: Currency) -> Result<Amount, AmountError> {
        let yearly = &self.0 * Ratio::from(12);
        yearly.to_minor(currency, Rounding::HalfAwayFromZero)
    }
}

/// Parts that recur, and what discounts leave of each. Parts that the same discounts have reached
/// share one factor, so that exact fractions grow with the number of discounts and not with that of
/// the parts.
#[derive(Clone, Debug)]
pub struct MonthlyParts {
    /// The value of a month before discounts, and the place of its factor.
    parts: Vec<(Ratio, usize)>,
    factors: Vec<Ratio>,
}

impl MonthlyParts {
    pub fn of(parts: impl Iterator<Item = Ratio>) -> MonthlyParts {
        let parts = parts.map(|monthly| (monthly, 0)).collect();
        MonthlyParts { parts, factors: vec![Ratio::ONE] }
    }

    /// What is left of the part at a place.
    pub fn left(&self, place: usize) -> Ratio {
        let part = self.parts.get(place);
        let left = part.and_then(|(monthly, factor)| Some(monthly * self.factors.get(*factor)?));
        left.unwrap_or_default()
    }

    /// What is left of the parts at these places.
    pub fn sum(&self, of: impl Fn(usize) -> bool) -> Ratio {
        let shared = |(factor, lowered): (usize, &Ratio)| {
            let numbered = self.parts.iter().enumerate();
            let same = numbered.filter(|(place, (_, known))| *known == factor && of(*place));
            same.map(|(_, (monthly, _))| monthly).sum::<Ratio>() * lowered
        };
        self.factors.iter().enumerate().map(shared).sum()
    }

    /// Leaves so much of the parts at these places, as a part of one.
    pub fn lower(&mut self, rest: &Ratio, of: impl Fn(usize) -> bool) {
        let mut lowered: Vec<(usize, usize)> = Vec::new();
        for (_, (_, factor)) in self.parts.iter_mut().enumerate().filter(|(place, _)| of(*place)) {
            let known = lowered.iter().find(|(from, _)| from == factor).map(|(_, to)| *to);
            let to = known.unwrap_or_else(|| {
                let less = self.factors.get(*factor).map(|known| known * rest);
                self.factors.push(less.unwrap_or_default());
                lowered.push((*factor, self.factors.len() - 1));
                self.factors.len() - 1
            });
            *factor = to;
        }
    }

    pub fn monthly(&self) -> Monthly {
        Monthly(self.sum(|_| true))
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
