//! One turn of a subscription: periods that end are closed, periods that begin are opened, and
//! what both come to is one invoice.

use std::sync::Arc;

use calendar::{Period, Timestamp};

use super::minimum::{self, Minimums};
use super::price::{self, Priced};
use super::{Fact, Moment, Refusal, compose};
use crate::pricing::{ChargeType, Kind};
use crate::snapshot::{Advance, Cause, Line, Open, Progress, Snapshot, Subscription};

/// More invoices than this on one local day are a mistake, not a bill.
const MOST_A_DAY: u32 = 100;

/// Bills a subscription whose turn it is.
pub(super) fn bill(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    match own.is_live() && own.next_turn().is_some_and(|turn| turn <= moment.at) {
        true => turn(snapshot, own, moment),
        false => Ok(Vec::new()),
    }
}

/// The facts of a turn: how far it is billed, and the invoice if it has lines.
pub(super) fn turn(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let (mut progress, lines) = lines(snapshot, own, moment.at)?;
    if !lines.is_empty() {
        progress.day = Some((moment.at, count_day(own, moment.at)?));
    }
    if progress == own.progress && lines.is_empty() {
        return Ok(Vec::new());
    }
    let billed = billed(own, moment.at, progress);
    let mut facts = vec![billed];
    if !lines.is_empty() {
        let cause = Cause::Cycle { subscription: own.id.clone(), at: moment.at };
        facts.extend(compose::compose(snapshot, own, (cause, lines), moment)?);
    }
    Ok(facts)
}

/// The fact that a subscription has come so far.
pub(super) fn billed(own: &Subscription, at: Timestamp, progress: Progress) -> Fact {
    let open = progress.places.iter().filter_map(|place| place.open);
    let next = open.map(|open| open.span.period.end).min();
    let subscription = own.id.clone();
    Fact::SubscriptionBilled { subscription, at, progress: Box::new(progress), next }
}

/// What a turn adds up to, without making an invoice of it.
pub(super) fn lines(
    snapshot: &Snapshot,
    own: &Subscription,
    at: Timestamp,
) -> Result<(Progress, Vec<Line>), Refusal> {
    let mut turn = Turn {
        snapshot,
        own,
        at,
        progress: own.progress.clone(),
        lines: Vec::new(),
        minimums: Minimums::new(own, at),
    };
    turn.progress.places.resize(own.components().count(), Default::default());
    turn.progress.counted.resize(own.plans.len(), Default::default());
    let mut place = 0;
    for plan in 0..own.plans.len() {
        let components = own.plans.get(plan).map_or(0, |state| state.configs.len());
        for component in 0..components {
            turn.component(Spot { plan, component, place })?;
            place += 1;
        }
        minimum::plan(&mut turn, plan)?;
    }
    minimum::subscription(&mut turn)?;
    match snapshot.customer.managed_externally {
        true => Ok((turn.progress, Vec::new())),
        false => Ok((turn.progress, turn.lines)),
    }
}

/// A turn under way.
pub(super) struct Turn<'a> {
    pub snapshot: &'a Snapshot,
    pub own: &'a Subscription,
    pub at: Timestamp,
    pub progress: Progress,
    pub lines: Vec<Line>,
    pub minimums: Minimums,
}

/// Where a component is: in which plan, in which place of it, and in which of all places.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub plan: usize,
    pub component: usize,
    pub place: usize,
}

impl Turn<'_> {
    fn component(&mut self, spot: Spot) -> Result<(), Refusal> {
        let Some(priced) = Priced::new(self.own, spot) else { return Ok(()) };
        let Some(place) = self.progress.places.get(spot.place) else { return Ok(()) };
        let closing = place.open.filter(|open| open.span.period.end <= self.at);
        if let Some(open) = closing {
            self.close(&priced, open)?;
        }
        if place_is_open(&self.progress, spot.place) {
            return Ok(());
        }
        match self.own.known_end().filter(|end| *end <= self.at) {
            None => self.open(&priced),
            Some(end) => {
                self.pass(spot, end, closing.is_some());
                Ok(())
            }
        }
    }

    /// Puts on record that nothing was billed of a subscription that was over when it was made.
    fn pass(&mut self, spot: Spot, end: Timestamp, billed: bool) {
        let Some(place) = self.progress.places.get_mut(spot.place) else { return };
        let fresh = !billed && place.skipped.is_empty() && place.advances.is_empty();
        if let Ok(whole) = Period::new(self.own.start, end)
            && fresh
        {
            place.skip(whole);
        }
    }

    /// Bills what is only known at the end of a period.
    fn close(&mut self, priced: &Priced, open: Open) -> Result<(), Refusal> {
        let first = self.lines.len();
        let period = open.span.period;
        let Some(place) = self.progress.places.get_mut(priced.spot.place) else { return Ok(()) };
        place.open = None;
        let advance = place.advance_for(period);
        let used = price::metered(self.snapshot, self.own, priced.component, period);
        let used = priced.carry(place, used, open)?;
        let line = match (priced.component.charge_type(), priced.component.kind) {
            (ChargeType::PrePost, Kind::Licence) => None,
            (ChargeType::PrePost, Kind::Usage) => priced.excess(open, used, advance)?,
            (ChargeType::PostOnly, _) => Some(priced.arrears(open, used)?),
        };
        if self.snapshot.customer.managed_externally {
            if priced.component.charge_type() == ChargeType::PostOnly {
                place.skip(period);
            }
            return Ok(());
        }
        self.lines.extend(line);
        minimum::component(self, priced, open, first)
    }

    /// Begins a period and bills what is known of it.
    fn open(&mut self, priced: &Priced) -> Result<(), Refusal> {
        let grid = self.own.grid(priced.component.term)?;
        let end = self.own.known_end();
        let span = grid.span_at(self.at, self.own.start, end)?;
        let open = Open { span, measure: grid.measure(self.snapshot.company.measure) };
        let Some(place) = self.progress.places.get_mut(priced.spot.place) else { return Ok(()) };
        let fresh = place.skipped.is_empty() && place.advances.is_empty();
        if let Ok(past) = Period::new(self.own.start, span.period.start)
            && fresh
            && self.at == self.own.first_turn
        {
            place.skip(past);
        }
        place.open = Some(open);
        if priced.component.charge_type() == ChargeType::PostOnly {
            return Ok(());
        }
        if self.snapshot.customer.managed_externally {
            place.skip(span.period);
            return Ok(());
        }
        let line = priced.advance(open)?;
        place.advanced(Advance { period: span.period, amount: line.amount });
        self.lines.push(line);
        Ok(())
    }
}

fn place_is_open(progress: &Progress, place: usize) -> bool {
    progress.places.get(place).is_some_and(|place| place.open.is_some())
}

/// How many invoices the local day has with this one.
fn count_day(own: &Subscription, at: Timestamp) -> Result<u32, Refusal> {
    let zone = own.anchor.zone();
    let count = match own.progress.day {
        Some((last, count)) if zone.date(last) == zone.date(at) => count.saturating_add(1),
        _ => 1,
    };
    match count > MOST_A_DAY {
        true => Err(Refusal::TooManyOnOneDay(MOST_A_DAY)),
        false => Ok(count),
    }
}
