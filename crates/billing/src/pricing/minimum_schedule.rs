//! Minimum spends that change over time, or that hold over a whole term. Only the amounts are
//! decided here; what is missing of them is the matter of `minimum_spend`.

use calendar::Term;
use money::{Price, Ratio};

use crate::definition::Faults;
use crate::definition::Field;

/// The minimums of the terms of a pricing, in major units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimumSchedule {
    pub kind: ScheduleKind,
    /// What one entry holds for; the pricing's own frequency where absent.
    pub term: Option<Term>,
    /// Whether spending above one minimum counts towards later ones, until renewal.
    pub allow_pulling_forward: bool,
    first: Price,
    later: Vec<Price>,
}

/// How the amounts are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleKind {
    /// The n-th amount for the n-th term; after the last, the last.
    PerPeriod,
    /// One amount over the whole term.
    Total,
}

impl MinimumSchedule {
    /// The minimum of the n-th term, counted from zero.
    pub fn minimum(&self, n: usize) -> &Ratio {
        let later = match n {
            0 => None,
            n => self.later.get(n - 1).or(self.later.last()),
        };
        later.unwrap_or(&self.first).ratio()
    }

    /// What counts towards the next minimum of what was spent above this one. It lapses at
    /// renewal, where the caller starts from zero.
    pub fn pulled<'a>(&self, excess: &'a Ratio) -> &'a Ratio {
        if self.allow_pulling_forward { excess } else { &Ratio::ZERO }
    }
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<MinimumSchedule> {
    if field.is_null() {
        return None;
    }
    let kinds = [("PER_PERIOD", ScheduleKind::PerPeriod), ("TOTAL", ScheduleKind::Total)];
    let kind = field.get("minimum_spend_schedule_type").choice(&kinds, faults);
    let kind = kind.unwrap_or(ScheduleKind::PerPeriod);
    let term = field.get("term").optional_term(faults);
    let allow_pulling_forward = field.get("allow_pulling_forward").flag(faults);
    let list = field.get("amount_per_period");
    let items = list.items(faults);
    if kind == ScheduleKind::Total && items.len() > 1 {
        list.fault(faults, "too_many", "a total has one amount");
    }
    let mut amounts = items.iter().filter_map(|item| item.price(faults)).collect::<Vec<_>>();
    let first = (!amounts.is_empty()).then(|| amounts.remove(0))?;
    Some(MinimumSchedule { kind, term, allow_pulling_forward, first, later: amounts })
}
