//! The tax rates of an invoice: those that hold for the customer now, and those at which lines were
//! taxed that it gives something back of.

use std::sync::Arc;

use money::{Amount, Ratio};

use crate::id::SubscriptionHandle;
use crate::invoice::line::{Derivation, Line, TaxCredit};
use crate::invoice::totals::Totalled;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// Minor units by the place of a rate.
type Bounds = Vec<(usize, i64)>;

/// All rates of an invoice, each by name and rate.
pub(crate) struct Rates {
    pub all: Vec<Rate>,
    /// The places of those that hold now, by customer.
    current: Vec<(Arc<str>, Vec<usize>)>,
    /// Subscriptions whose lines are not taxed.
    untaxed: Vec<SubscriptionHandle>,
}

type Rate = (String, Ratio);

/// The group of the lines of a customer: lines of one customer are taxed together, and customers
/// are counted in the order in which they first stand there.
pub(crate) fn group(lines: &[Line], customer: &Arc<str>) -> Option<usize> {
    let mut seen: Vec<&Arc<str>> = Vec::new();
    for line in lines {
        if !seen.contains(&&line.customer) {
            seen.push(&line.customer);
        }
    }
    seen.iter().position(|known| *known == customer)
}

impl Rates {
    pub fn of(snapshot: &Snapshot, lines: &[Line]) -> Result<Rates, Refusal> {
        let untaxed = snapshot.subscriptions.iter().filter(|known| known.terms.untaxed);
        let untaxed = untaxed.map(|known| known.id.clone()).collect();
        let mut rates = Rates { all: Vec::new(), current: Vec::new(), untaxed };
        for line in lines {
            if rates.current.iter().any(|(known, _)| *known == line.customer) {
                continue;
            }
            let customer = snapshot.customer(&line.customer)?;
            let mut places = Vec::new();
            for tax in snapshot.taxes(customer) {
                let place = rates.place((tax.name.clone(), tax.rate.clone()), &places);
                places.push(place);
            }
            rates.current.push((line.customer.clone(), places));
        }
        for line in lines {
            let Derivation::ProrationCredit(back) = &line.derivation else { continue };
            for tax in &back.taxes {
                rates.place((tax.name.clone(), tax.rate.clone()), &[]);
            }
        }
        Ok(rates)
    }

    /// The place of a rate other than these, which is added where it is not there.
    fn place(&mut self, rate: Rate, taken: &[usize]) -> usize {
        let mut known = self.all.iter().enumerate();
        let known = known.find(|(place, known)| **known == rate && !taken.contains(place));
        known.map(|(place, _)| place).unwrap_or_else(|| {
            self.all.push(rate);
            self.all.len() - 1
        })
    }

    /// The places of the rates that a line is taxed at: what comes back at its own.
    pub fn on(&self, line: &Line) -> Vec<usize> {
        let Derivation::ProrationCredit(back) = &line.derivation else {
            if line.subscription.as_ref().is_some_and(|id| self.untaxed.contains(id)) {
                return Vec::new();
            }
            let current = self.current.iter().find(|(known, _)| *known == line.customer);
            return current.map(|(_, places)| places.clone()).unwrap_or_default();
        };
        let is_its = |(name, rate): &Rate| {
            back.taxes.iter().any(|tax| tax.name == *name && tax.rate == *rate)
        };
        let numbered = self.all.iter().enumerate();
        numbered.filter(|(_, rate)| is_its(rate)).map(|(place, _)| place).collect()
    }

    /// Lines of one customer are taxed together.
    pub fn group(&self, line: &Line) -> usize {
        let known = self.current.iter().position(|(known, _)| *known == line.customer);
        known.unwrap_or_default()
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
    pub fn note(&self, line: &mut Line, totalled: &Totalled, place: usize) -> Result<(), Refusal> {
        let currency = line.amount.currency;
        let Derivation::ProrationCredit(back) = &mut line.derivation else { return Ok(()) };
        for tax in &mut back.taxes {
            let same = |(name, rate): &(String, Ratio)| *name == tax.name && *rate == tax.rate;
            let rate = self.all.iter().position(same);
            let used = totalled.taxes.iter().find(|used| Some(used.rate) == rate);
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
