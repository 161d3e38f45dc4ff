//! How many calls run at the moment: a slow target, or a company with many of them, leaves room for
//! everybody else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use records::CompanyId;

/// How many calls may run at once: to a target, of a company, and in all.
pub(crate) const OF_TARGET: usize = 8;
const OF_COMPANY: usize = 1_100;
const OF_ALL: usize = 4_000;

#[derive(Clone, Default)]
pub(crate) struct Busy(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    all: usize,
    companies: HashMap<CompanyId, HashMap<String, usize>>,
}

impl Counts {
    fn of_company(&self, company: &CompanyId) -> usize {
        self.companies.get(company).map_or(0, |targets| targets.values().sum())
    }

    fn of_target(&self, company: &CompanyId, target: &str) -> usize {
        self.companies.get(company).and_then(|targets| targets.get(target)).copied().unwrap_or(0)
    }
}

impl Busy {
    /// How many more calls a company may make.
    pub(crate) fn room(&self, company: &CompanyId) -> usize {
        let counts = self.counts();
        let in_all = OF_ALL.saturating_sub(counts.all);
        OF_COMPANY.saturating_sub(counts.of_company(company)).min(in_all)
    }

    /// The targets of a company that take no more.
    pub(crate) fn full(&self, company: &CompanyId) -> Vec<String> {
        let counts = self.counts();
        let targets = counts.companies.get(company).into_iter().flatten();
        targets.filter(|(_, n)| **n >= OF_TARGET).map(|(target, _)| target.clone()).collect()
    }

    /// Takes a place, unless the target is full; it is given back when it is dropped.
    pub(crate) fn enter(&self, company: &CompanyId, target: &str) -> Option<Place> {
        let mut counts = self.counts();
        if counts.of_target(company, target) >= OF_TARGET {
            return None;
        }
        counts.all += 1;
        let targets = counts.companies.entry(company.to_owned()).or_default();
        *targets.entry(target.to_owned()).or_default() += 1;
        Some(Place { busy: self.clone(), company: company.to_owned(), target: target.to_owned() })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One call that runs, or is about to.
pub(crate) struct Place {
    busy: Busy,
    company: CompanyId,
    target: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.busy.counts();
        counts.all -= 1;
        let Some(targets) = counts.companies.get_mut(&self.company) else { return };
        if let Some(running) = targets.get_mut(&self.target) {
            *running -= 1;
        }
        targets.retain(|_, running| *running > 0);
        if targets.is_empty() {
            counts.companies.remove(&self.company);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Busy, OF_TARGET};

    #[test]
    fn a_full_target_leaves_room_for_others() {
        let (busy, company) = (Busy::default(), "cmp_1".into());
        let room = busy.room(&company);
        let places: Vec<_> = (0..OF_TARGET).map(|_| busy.enter(&company, "slow")).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(busy.enter(&company, "slow").is_none());
        assert_eq!(busy.full(&company), ["slow"]);
        assert!(busy.enter(&company, "quick").is_some());
        assert!(busy.enter(&"cmp_2".into(), "slow").is_some());
        drop(places);
        assert!(busy.full(&company).is_empty());
        assert_eq!(busy.room(&company), room);
    }
}
