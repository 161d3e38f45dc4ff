//! The tax rates of an invoice: those that hold for the customer now, and those at which lines were
//! taxed that it gives something back of.

use money::{Amount, Ratio};

use crate::invoice::line::{Derivation, Line, TaxCredit};
use crate::invoice::totals::Totalled;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// Minor units by the place of a rate.
type Bounds = Vec<(usize, i64)>;

/// All rates of an invoice, each by name and rate.
pub(crate) struct Rates {
    pub all: Vec<(String, Ratio)>,
    /// So many of them hold now.
    current: usize,
}

impl Rates {
    pub fn of(snapshot: &Snapshot, lines: &[Line]) -> Rates {
        let current = snapshot
            .taxes()
            .into_iter()
            .map(|tax_rate| (tax_rate.name.clone(), tax_rate.rate.clone()));
        let mut all: Vec<(String, Ratio)> = current.collect();
        let current = all.len();
        for line in lines {
            let Derivation::ProrationCredit(back) = &line.derivation else { continue };
            for tax in &back.taxes {
                let rate = (tax.name.clone(), tax.rate.clone());
                if !all.contains(&rate) {
                    all.push(rate);
                }
            }
        }
        Rates { all, current }
    }

    /// The places of the rates that a line is taxed at: what comes back at its own.
    pub fn on(&self, line: &Line) -> Vec<usize> {
        let Derivation::ProrationCredit(back) = &line.derivation else {
            return (0..self.current).collect();
        };
        let is_its = |(name, rate): &(String, Ratio)| {
            back.taxes.iter().any(|tax| tax.name == *name && tax.rate == *rate)
        };
        self.all
            .iter()
            .enumerate()
            .filter(|(_, rate)| is_its(rate))
            .map(|(place, _)| place)
            .collect()
    }

    /// What may come back of each rate with a line, and what of it was agreed on.
    pub fn bounds(&self, line: &Line) -> (Bounds, Bounds) {
        let Derivation::ProrationCredit(back) = &line.derivation else { return Default::default() };
        let place = |tax: &TaxCredit| {
            let same = |(name, rate): &(String, Ratio)| *name == tax.name && *rate == tax.rate;
            self.all.iter().position(same)
        };
        let most = |tax: &TaxCredit| Some((place(tax)?, tax.most?.minor));
        let agreed = |tax: &TaxCredit| Some((place(tax)?, tax.amount.minor));
        match back.agreed {
            true => (Vec::new(), back.taxes.iter().filter_map(agreed).collect()),
            false => (back.taxes.iter().filter_map(most).collect(), Vec::new()),
        }
    }

    /// Notes what came back of each rate with the line at a place.
    pub fn note(&self, line: &mut Line, settled: &Totalled, place: usize) -> Result<(), Refusal> {
        let currency = line.amount.currency;
        let Derivation::ProrationCredit(back) = &mut line.derivation else { return Ok(()) };
        for tax in &mut back.taxes {
            let same = |(name, rate): &(String, Ratio)| *name == tax.name && *rate == tax.rate;
            let rate = self.all.iter().position(same);
            let used = settled.taxes.iter().find(|used| Some(used.rate) == rate);
            let minor = match used {
                // A rate that is not among those of the document gives nothing back with it.
                None => 0,
                Some(used) => *used.parts.get(place).ok_or(Refusal::Mismatched)?,
            };
            tax.amount = Amount::new(currency, minor);
        }
        Ok(())
    }
}
