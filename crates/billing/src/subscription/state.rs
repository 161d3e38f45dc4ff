//! A subscription in its full billing state.

use std::sync::Arc;

use calendar::{Anchor, CalendarError, Grid, Term, Timestamp};
use money::{Amount, Currency};

use crate::id::Handle;
use crate::invoice::{Line, Role};
use crate::period::{Left, Progress, monthly_factor};
use crate::pricing::{Component, Config, Plan};
use crate::subscription::discount::Discount;
use crate::subscription::lifecycle::Life;

/// What a customer buys again and again.
#[derive(Clone, Debug)]
pub struct Subscription {
    pub id: Handle,
    pub created: Timestamp,
    pub status: Status,
    pub currency: Currency,
    pub start: Timestamp,
    /// Ends it, whether or not it renews.
    pub end: Option<Timestamp>,
    /// All periods are counted from here, in the zone that the company had.
    pub anchor: Anchor,
    pub term: Term,
    pub renewals: Renewals,
    pub auto_renews: bool,
    pub auto_charges: bool,
    pub due_days: Option<u32>,
    /// Seconds that an invoice with metered lines waits for late usage.
    pub grace: u32,
    /// On the shortest frequency of all components.
    pub minimum: Option<Amount>,
    pub plans: Vec<PlanState>,
    pub discounts: Vec<Discount>,
    /// When the first periods are opened: the start, or later when the past stays unbilled.
    pub first_turn: Timestamp,
    /// Invoices up to here were made for the past and are not charged automatically.
    pub past_until: Option<Timestamp>,
    pub progress: Progress,
    pub life: Life,
    pub worth: Worth,
    /// Why its billing stands still.
    pub parked: Option<String>,
}

/// A plan on a subscription.
#[derive(Clone, Debug)]
pub struct PlanState {
    pub plan: Arc<Plan>,
    /// When it was put on.
    pub since: Timestamp,
    /// One for each component.
    pub configs: Vec<Arc<Config>>,
}

/// Where a subscription is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Pending,
    Active,
    Unpaid,
    Cancelled,
    Ended,
}

/// Renewal dates, all counted from one base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewals {
    pub base: Anchor,
    /// Which one comes next.
    pub next: i64,
    /// When it comes.
    pub date: Timestamp,
    /// When the running term began, unless it is the first.
    pub last: Option<Timestamp>,
}

/// Recurring revenue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    pub mrr: Amount,
    pub arr: Amount,
}

impl Subscription {
    pub fn is_live(&self) -> bool {
        matches!(self.status, Status::Active | Status::Unpaid)
    }

    /// Whether it was cancelled, or its last term is over.
    pub fn is_over(&self) -> bool {
        matches!(self.status, Status::Cancelled | Status::Ended)
    }

    /// From when on it is paid for: its start, or the end of its trial.
    pub fn served_from(&self) -> Timestamp {
        self.life.converted.unwrap_or(self.start)
    }

    /// The end that is known: the given one, or that of a term, or a trial, that is not renewed.
    pub fn known_end(&self) -> Option<Timestamp> {
        let term = self.life.trial.map_or(self.renewals.date, |trial| trial.end);
        let term_end = (!self.auto_renews).then_some(term);
        match (self.end, term_end) {
            (Some(end), Some(term)) => Some(end.min(term)),
            (end, term) => end.or(term),
        }
    }

    /// When the next term begins, if one does. A trial has none.
    pub fn renews_at(&self) -> Option<Timestamp> {
        Some(self.renewals.date).filter(|_| self.auto_renews && self.life.trial.is_none())
    }

    /// When the next invoice may be made: the earliest end of a running period, or of a trial.
    pub fn next_turn(&self) -> Option<Timestamp> {
        if let Some(trial) = self.life.trial.filter(|_| !self.is_over()) {
            return Some(trial.end);
        }
        if !self.is_live() {
            return (self.status == Status::Pending).then_some(self.first_turn);
        }
        self.progress.next().or(Some(self.first_turn))
    }

    /// Every component with its plan and configuration, in the order of `progress.places`.
    pub fn components(&self) -> impl Iterator<Item = (&PlanState, &Component, &Arc<Config>)> {
        self.plans.iter().flat_map(|state| {
            let components = state.plan.components.iter().zip(&state.configs);
            components.map(move |(component, config)| (state, component, config))
        })
    }

    /// The metrics that it prices, or will after a change that waits.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        let now = self.plans.iter().map(|state| &state.plan);
        let changes = self.life.changes.iter().filter_map(|change| change.wanted.plans.as_ref());
        let plans = now.chain(changes.flatten().map(|picked| &picked.plan));
        plans.flat_map(|plan| &plan.components).filter_map(|own| own.metric.as_deref())
    }

    /// The next boundary of the longest frequency.
    pub fn period_end(&self, at: Timestamp) -> Result<Timestamp, CalendarError> {
        let terms = self.components().map(|(_, component, _)| component.term);
        let longest = terms.min_by_key(|term| monthly_factor(*term)).unwrap_or(self.term);
        self.grid(longest)?.next_boundary_after(at)
    }

    /// The end of the whole period that a line billed in advance is a part of.
    pub fn running_until(&self, line: &Line) -> Timestamp {
        if line.role == Role::Advance {
            return line.period.end;
        }
        let grid = line.priced().and_then(|component| self.grid(component.term).ok());
        let period = grid.and_then(|grid| grid.period_containing(line.period.start).ok());
        period.map_or(line.period.end, |period| period.end.max(line.period.end))
    }

    /// The plan of something that was taken off.
    pub fn former(&self, left: &Left) -> Option<&Arc<Plan>> {
        self.life.former.iter().find(|plan| *plan.id == *left.plan)
    }

    /// Where the plan of something that was taken off goes on.
    pub fn place_of(&self, left: &Left) -> Option<usize> {
        let goes_on = |own: &PlanState| *own.plan.id == *left.plan && own.since == left.since;
        self.plans.iter().position(goes_on)
    }

    pub fn grid(&self, term: Term) -> Result<Grid, CalendarError> {
        Grid::new(self.anchor.clone(), term)
    }
}

impl Renewals {
    /// The number and date of the renewal after the coming one. Dates that a zone makes equal, as
    /// where it skips a day, are one.
    pub fn after(&self, term: Term) -> Result<(i64, Timestamp), CalendarError> {
        let grid = Grid::new(self.base.clone(), term)?;
        let number = grid.index_at(self.date)?.max(self.next).saturating_add(1);
        Ok((number, grid.boundary(number)?))
    }
}
