//! One turn of a subscription: periods that end are closed, periods that begin are opened, and
//! what both come to is one invoice.

use std::sync::Arc;

use calendar::{Period, Timestamp};

use super::minimum::{self, Minimums};
use super::price::{self, Priced};
use super::{Fact, Moment, Refusal, compose, left, trial, waiting};
use crate::pricing::{ChargeType, Kind, ProrationType};
use crate::snapshot::{
    Advance, Cause, Left, Line, Open, Place, Progress, Refund, Snapshot, Subscription,
};

/// More invoices than this on one local day are a mistake, not a bill.
const MOST_A_DAY: u32 = 100;

/// Bills a subscription whose turn it is.
pub(super) fn bill(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let bills = own.is_live() && own.life.trial.is_none();
    match bills && own.next_turn().is_some_and(|turn| turn <= moment.at) {
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
    let invoiced = !lines.is_empty() || !waiting::take(snapshot, own)?.0.is_empty();
    if invoiced {
        progress.day = Some((moment.at, count_day(own, moment.at)?));
    }
    if progress == own.progress && !invoiced {
        return Ok(Vec::new());
    }
    let billed = billed(own, moment.at, progress);
    let mut facts = vec![billed];
    if invoiced {
        let cause = Cause::Cycle { subscription: own.id.clone(), at: moment.at };
        facts.extend(compose::compose(snapshot, own, (cause, lines), moment)?);
    }
    Ok(facts)
}

/// The fact that a subscription has come so far.
pub(super) fn billed(own: &Subscription, at: Timestamp, progress: Progress) -> Fact {
    let mut progress = progress;
    // Of what was billed for time that is over nothing comes back any more.
    progress.advance_invoices.retain(|own| own.through > at);
    let next = progress.next();
    let subscription = own.id.clone();
    Fact::SubscriptionBilled { subscription, at, progress: Box::new(progress), next }
}

/// What a turn adds up to, without making an invoice of it.
pub(super) fn lines(
    snapshot: &Snapshot,
    own: &Subscription,
    at: Timestamp,
) -> Result<(Progress, Vec<Line>), Refusal> {
    let mut turn = Turn::new(snapshot, own, at);
    if own.life.trial.is_some() {
        turn.progress = trial::passed(own, own.known_end().map_or(at, |end| end.min(at)));
    }
    turn.progress.places.resize(own.components().count(), Default::default());
    turn.progress.counted.resize(own.plans.len(), Default::default());
    left::close(&mut turn)?;
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
    /// What was taken off, as it is before anything is closed.
    pub left: &'a [Left],
}

/// Where a component is: in which plan, in which place of it, and in which of all places.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub plan: usize,
    pub component: usize,
    pub place: usize,
}

impl<'a> Turn<'a> {
    pub fn new(snapshot: &'a Snapshot, own: &'a Subscription, at: Timestamp) -> Turn<'a> {
        let (progress, lines) = (own.progress.clone(), Vec::new());
        let minimums = Minimums::new(own, at);
        Turn { snapshot, own, at, progress, lines, minimums, left: &own.progress.left }
    }

    fn component(&mut self, spot: Spot) -> Result<(), Refusal> {
        let Some(priced) = Priced::new(self.own, spot) else { return Ok(()) };
        let Some(place) = self.progress.places.get(spot.place) else { return Ok(()) };
        let open = place.open;
        let closes = open.is_some_and(|open| self.closes(&open));
        if let Some(open) = open.filter(|_| closes) {
            self.close(&priced, open)?;
        }
        if place_is_open(&self.progress, spot.place) {
            return Ok(());
        }
        match self.own.known_end().filter(|end| *end <= self.at) {
            None => self.open(&priced, open.map(|open| open.span.period.end)),
            Some(end) => {
                self.pass(spot, end, closes);
                Ok(())
            }
        }
    }

    /// Whether a running period is billed to its end now: its own, or that of everything.
    pub fn closes(&self, open: &Open) -> bool {
        closes(self.own, open, self.at)
    }

    /// Puts on record that nothing was billed of a subscription that was over when it was made.
    fn pass(&mut self, spot: Spot, end: Timestamp, billed: bool) {
        let Some(place) = self.progress.places.get_mut(spot.place) else { return };
        let fresh = !billed && self.own.progress.places.is_empty();
        if let Ok(whole) = Period::new(self.own.start, end)
            && fresh
        {
            place.skip(whole);
        }
    }

    /// Bills what is only known at the end of a period.
    fn close(&mut self, priced: &Priced, open: Open) -> Result<(), Refusal> {
        let spot = priced.spot;
        let Some(place) = self.progress.places.get_mut(spot.place) else { return Ok(()) };
        let mut place = std::mem::take(place);
        place.open = None;
        if let Some(open) = last_part(self.own, priced, open, self.at) {
            let first = self.lines.len();
            self.lines.extend(settle(self.snapshot, priced, &mut place, open)?);
            if !self.snapshot.customer.managed_externally {
                minimum::component(self, priced, &mut place, (open, first))?;
                minimum::count(self, Some(spot.plan), first);
            }
        }
        if let Some(closed) = self.progress.places.get_mut(spot.place) {
            *closed = place;
        }
        Ok(())
    }

    /// Begins a period, where the one before it ended, and bills what is known of it.
    fn open(&mut self, priced: &Priced, after: Option<Timestamp>) -> Result<(), Refusal> {
        let grid = self.own.grid(priced.component.term)?;
        let end = self.own.known_end();
        let Some(place) = self.progress.places.get_mut(priced.spot.place) else { return Ok(()) };
        if place.opens.is_some_and(|opens| opens > self.at) {
            return Ok(());
        }
        let from = after.or(place.opens.take()).unwrap_or(self.own.served_from());
        let mut span = grid.span_at(self.at, from, end)?;
        let paid = place.billed_until(span.period.start);
        if let Some(paid) = paid.filter(|paid| *paid < span.period.end) {
            // It was billed before its time up to an end that was undone: the rest follows then.
            span = grid.span_at(self.at, from, Some(paid))?;
        }
        let open = Open::new(span, grid.measure(self.snapshot.company.measure));
        if let Ok(past) = Period::new(self.own.start, span.period.start)
            && self.own.progress.places.is_empty()
            && self.at == self.own.first_turn
        {
            place.skip(past);
        }
        place.open = Some(open);
        if paid.is_some() || priced.component.charge_type() == ChargeType::PostOnly {
            return Ok(());
        }
        if self.snapshot.customer.managed_externally {
            place.skip(span.period);
            return Ok(());
        }
        let line = priced.advance(open)?;
        if Priced::is_empty(&line) {
            place.skip(span.period);
            return Ok(());
        }
        place.advanced(Advance { period: span.period, amount: line.amount });
        self.lines.push(line);
        Ok(())
    }
}

/// Whether a period of a subscription is billed to its end at an instant.
pub(super) fn closes(own: &Subscription, open: &Open, at: Timestamp) -> bool {
    open.span.period.end <= at || own.known_end().is_some_and(|end| end <= at)
}

/// What is billed of a period that is over, or in which everything ends. What was paid for in
/// advance and does not come back is not cut.
pub(super) fn last_part(
    own: &Subscription,
    priced: &Priced,
    open: Open,
    at: Timestamp,
) -> Option<Open> {
    let end = own.known_end().filter(|end| *end <= at && *end < open.served().end);
    let Some(end) = end else { return Some(open) };
    let comes_back = own.life.cancel.as_ref().is_some_and(|own| own.refund == Refund::Prorated)
        && priced.component.pricing.proration_type == ProrationType::ProrateAll;
    match priced.component.charge_type() {
        ChargeType::PostOnly => open.ended(end),
        ChargeType::PrePost if comes_back => open.until(end),
        ChargeType::PrePost => Some(open),
    }
}

/// The line of a period that is over, if it has one.
pub(super) fn settle(
    snapshot: &Snapshot,
    priced: &Priced,
    place: &mut Place,
    open: Open,
) -> Result<Option<Line>, Refusal> {
    let served = open.served();
    let used = price::metered(snapshot, priced.own, priced.component, served);
    let used = priced.carry(place, used, open)?;
    let line = match (priced.component.charge_type(), priced.component.kind) {
        (ChargeType::PrePost, Kind::Licence) => None,
        (ChargeType::PrePost, Kind::Usage) => {
            let zone = priced.own.anchor.zone();
            priced.excess(open, used, place.advance_within(&open, zone)?)?
        }
        (ChargeType::PostOnly, _) => Some(priced.arrears(open, used)?),
    };
    if line.as_ref().is_some_and(Priced::is_empty) {
        place.skip(served);
        return Ok(None);
    }
    if snapshot.customer.managed_externally {
        if priced.component.charge_type() == ChargeType::PostOnly {
            place.skip(served);
        }
        return Ok(None);
    }
    Ok(line)
}

fn place_is_open(progress: &Progress, place: usize) -> bool {
    progress.places.get(place).is_some_and(|place| place.open.is_some())
}

/// How many invoices the local day has with this one.
pub(super) fn count_day(own: &Subscription, at: Timestamp) -> Result<u32, Refusal> {
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
