//! One turn of a subscription: periods that end are closed, periods that begin are opened, and
//! what both come to is one invoice.

use std::sync::Arc;

use calendar::{Period, Timestamp};

use crate::fact::{Fact, SubscriptionFact};
use crate::invoice::{Cause, Line, create, pending_lines};
use crate::period::billing::BillingDate;
use crate::period::close::{close_period, last_part};
use crate::period::spot::Spot;
use crate::period::{Advance, Priced, Progress, RunningPeriod, minimum};
use crate::pricing::ChargeType;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::Subscription;
use crate::subscription::{removed, trial};
use crate::work::Moment;

/// More invoices than this on one local day are a mistake, not a bill.
const MOST_A_DAY: u32 = 100;

/// Bills a subscription whose turn it is.
pub(crate) fn bill(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let bills = subscription.is_live() && subscription.lifecycle.trial.is_none();
    match bills && subscription.next_billing_date().is_some_and(|turn| turn <= moment.at) {
        true => turn(snapshot, subscription, moment),
        false => Ok(Vec::new()),
    }
}

/// The facts of a billing date: how far it is billed, and the invoice if it has lines.
pub(crate) fn turn(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let (mut progress, lines) = lines(snapshot, subscription, moment.at)?;
    let invoiced = !lines.is_empty() || !pending_lines::take(snapshot, subscription)?.0.is_empty();
    if invoiced {
        progress.day = Some((moment.at, count_day(subscription, moment.at)?));
    }
    if progress == subscription.progress && !invoiced {
        return Ok(Vec::new());
    }
    let billed = billed(subscription, moment.at, progress);
    let mut facts = vec![billed];
    if invoiced {
        let cause = Cause::Cycle { subscription: subscription.id.clone(), at: moment.at };
        facts.extend(create::create(snapshot, subscription, (cause, lines), moment)?);
    }
    Ok(facts)
}

/// The fact that a subscription has come so far.
pub(crate) fn billed(known: &Subscription, at: Timestamp, progress: Progress) -> Fact {
    let mut progress = progress;
    // Of what was billed for time that is over nothing comes back any more.
    progress.advance_invoices.retain(|each| each.through > at);
    let next = progress.next();
    let subscription = known.id.clone();
    Fact::Subscription {
        subscription,
        at,
        fact: SubscriptionFact::Billed { progress: Box::new(progress), next },
    }
}

/// What a billing date adds up to, without making an invoice of it.
pub(crate) fn lines(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<(Progress, Vec<Line>), Refusal> {
    let mut billing = BillingDate::new(snapshot, subscription, at);
    if subscription.lifecycle.trial.is_some() {
        billing.progress =
            trial::passed(subscription, subscription.known_end().map_or(at, |end| end.min(at)));
    }
    billing.progress.components.resize(subscription.components().count(), Default::default());
    billing.progress.counted.resize(subscription.pricings.len(), Default::default());
    removed::close(&mut billing)?;
    let mut place = 0;
    for plan in 0..subscription.pricings.len() {
        let components =
            subscription.pricings.get(plan).map_or(0, |subscribed| subscribed.configurations.len());
        for component in 0..components {
            billing.component(Spot { plan, component, place })?;
            place += 1;
        }
        minimum::plan(&mut billing, plan)?;
    }
    minimum::subscription(&mut billing)?;
    match snapshot.customer.managed_externally {
        true => Ok((billing.progress, Vec::new())),
        false => Ok((billing.progress, billing.lines)),
    }
}

impl BillingDate<'_> {
    fn component(&mut self, spot: Spot) -> Result<(), Refusal> {
        let priced = Priced::new(self.subscription, spot).ok_or(Refusal::Mismatched)?;
        let progress = self.progress.components.get(spot.place).ok_or(Refusal::Mismatched)?;
        let running = progress.running;
        let closes = running.is_some_and(|running| self.closes(&running));
        if let Some(running) = running.filter(|_| closes) {
            self.close(&priced, running)?;
        }
        if place_is_open(&self.progress, spot.place) {
            return Ok(());
        }
        match self.subscription.known_end().filter(|end| *end <= self.at) {
            None => self.open(&priced, running.map(|running| running.span.period.end)),
            Some(end) => {
                self.pass(spot, end, closes);
                Ok(())
            }
        }
    }

    /// Puts on record that nothing was billed of a subscription that was over when it was made.
    fn pass(&mut self, spot: Spot, end: Timestamp, billed: bool) {
        let Some(progress) = self.progress.components.get_mut(spot.place) else { return };
        let fresh = !billed && self.subscription.progress.components.is_empty();
        if let Ok(whole) = Period::new(self.subscription.start, end)
            && fresh
        {
            progress.skip(whole);
        }
    }

    /// Bills what is only known at the end of a period.
    fn close(&mut self, priced: &Priced, running: RunningPeriod) -> Result<(), Refusal> {
        let spot = priced.spot;
        let progress = self.progress.components.get_mut(spot.place);
        let mut progress = std::mem::take(progress.ok_or(Refusal::Mismatched)?);
        progress.running = None;
        if let Some(running) = last_part(self.subscription, priced, running, self.at) {
            let first = self.lines.len();
            self.lines.extend(close_period(self.snapshot, priced, &mut progress, running)?);
            if !self.snapshot.customer.managed_externally {
                minimum::component(self, priced, &mut progress, (running, first))?;
                minimum::count(self, Some(spot.plan), first);
            }
        }
        if let Some(closed) = self.progress.components.get_mut(spot.place) {
            *closed = progress;
        }
        Ok(())
    }

    /// Begins a period, where the one before it ended, and bills what is known of it.
    fn open(&mut self, priced: &Priced, after: Option<Timestamp>) -> Result<(), Refusal> {
        let grid = self.subscription.grid(priced.component.term)?;
        let end = self.subscription.known_end();
        let progress = self.progress.components.get_mut(priced.spot.place);
        let progress = progress.ok_or(Refusal::Mismatched)?;
        if progress.opens.is_some_and(|opens| opens > self.at) {
            return Ok(());
        }
        let from = after.or(progress.opens.take()).unwrap_or(self.subscription.served_from());
        let mut span = grid.span_at(self.at, from, end)?;
        let paid = progress.billed_through(span.period.start);
        if let Some(paid) = paid.filter(|paid| *paid < span.period.end) {
            // It was billed before its time up to an end that was undone: the rest follows then.
            span = grid.span_at(self.at, from, Some(paid))?;
        }
        let running = RunningPeriod::new(span, grid.measure(self.snapshot.company.measure));
        if let Ok(past) = Period::new(self.subscription.start, span.period.start)
            && self.subscription.progress.components.is_empty()
            && self.at == self.subscription.first_billing_date
        {
            progress.skip(past);
        }
        progress.running = Some(running);
        if paid.is_some() || priced.component.charge_type() == ChargeType::PostOnly {
            return Ok(());
        }
        if self.snapshot.customer.managed_externally {
            progress.skip(span.period);
            return Ok(());
        }
        let line = priced.advance(running)?;
        if Priced::is_empty(&line) {
            progress.skip(span.period);
            return Ok(());
        }
        progress.advanced(Advance { period: span.period, amount: line.amount });
        self.lines.push(line);
        Ok(())
    }
}

fn place_is_open(progress: &Progress, place: usize) -> bool {
    progress.components.get(place).is_some_and(|progress| progress.running.is_some())
}

/// How many invoices the local day has with this one.
pub(crate) fn count_day(subscription: &Subscription, at: Timestamp) -> Result<u32, Refusal> {
    let zone = subscription.anchor.zone();
    let count = match subscription.progress.day {
        Some((last, count)) if zone.date(last) == zone.date(at) => count.saturating_add(1),
        _ => 1,
    };
    match count > MOST_A_DAY {
        true => Err(Refusal::TooManyOnOneDay(MOST_A_DAY)),
        false => Ok(count),
    }
}
