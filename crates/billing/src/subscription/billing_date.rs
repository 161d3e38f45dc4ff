//! The billing date of a subscription: periods that end are closed, periods that begin are opened,
//! and what both come to is one invoice. The cycle enters at `bill`; the end of a subscription
//! bills a last date by `bill_date`; cancels, drafts and changes that restart all periods only need
//! its `lines`.

use std::sync::Arc;

use calendar::{Period, Timestamp};
use money::Ratio;

use crate::credit::units;
use crate::fact::{Fact, SubscriptionFact};
use crate::invoice::{Cause, Line, create, pending_lines};
use crate::period::billing::BillingDate;
use crate::period::close::{close_period, last_part};
use crate::period::{
    Advance, BillingState, ComponentProgress, ComponentState, Priced, RunningPeriod, minimum,
};
use crate::pricing::ChargeType;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::Subscription;
use crate::subscription::{removed, trial};
use crate::work::Moment;

/// More invoices than this on one local day are a mistake, not a bill.
const MOST_A_DAY: u32 = 100;

/// Bills a subscription whose billing date has come.
pub(crate) fn bill(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let bills = subscription.is_live() && subscription.lifecycle.trial.is_none();
    match bills && subscription.next_billing_date().is_some_and(|date| date <= moment.at) {
        true => bill_date(snapshot, subscription, moment),
        false => Ok(Vec::new()),
    }
}

/// The facts of a billing date: how far it is billed, and the invoice if it has lines.
pub(crate) fn bill_date(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let (mut state, lines) = lines(snapshot, subscription, moment.at)?;
    let waits = !pending_lines::take(snapshot, subscription)?.0.is_empty();
    let invoiced = !lines.is_empty() || waits || create::has_own(snapshot, subscription)?;
    if invoiced {
        state.day = Some((moment.at, count_day(subscription, moment.at)?));
    }
    if state == subscription.state && !invoiced {
        return Ok(Vec::new());
    }
    let billed = billed(subscription, moment.at, state);
    let mut facts = vec![billed];
    if invoiced {
        let cause = Cause::Cycle { subscription: subscription.id.clone(), at: moment.at };
        facts.extend(create::create(snapshot, subscription, (cause, lines), moment)?);
    }
    Ok(facts)
}

/// The fact that a subscription has come so far.
pub(crate) fn billed(known: &Subscription, at: Timestamp, mut state: BillingState) -> Fact {
    // Of what was billed for time that is over nothing comes back any more.
    state.advance_invoices.retain(|each| each.through > at);
    let next = state.next();
    let subscription = known.id.clone();
    let fact = SubscriptionFact::Billed { state: Box::new(state), next };
    Fact::Subscription { subscription, at, fact }
}

/// What a billing date adds up to, without making an invoice of it.
pub(crate) fn lines(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<(BillingState, Vec<Line>), Refusal> {
    let mut billing = BillingDate::new(snapshot, subscription, at);
    if subscription.lifecycle.trial.is_some() {
        billing.state =
            trial::passed(subscription, subscription.known_end().map_or(at, |end| end.min(at)));
    }
    billing.state.begun = true;
    removed::bill_removed(&mut billing)?;
    let mut pricings = std::mem::take(&mut billing.state.pricings);
    for subscribed in &mut pricings {
        let (pricing, since) = (&subscribed.pricing, subscribed.since);
        let mut counted = Ratio::ZERO;
        for ComponentState { component, configuration, progress } in &mut subscribed.components {
            let priced = Priced { subscription, pricing, since, component, configuration };
            counted += &billing.component(&priced, progress)?;
        }
        subscribed.count(&counted);
        minimum::pricing(&mut billing, subscribed)?;
    }
    billing.state.pricings = pricings;
    minimum::subscription(&mut billing)?;
    match snapshot.customer_of(subscription)?.managed_externally {
        true => Ok((billing.state, Vec::new())),
        false => Ok((billing.state, billing.lines)),
    }
}

impl BillingDate<'_> {
    /// Closes the period of a component that ends, opens the one that begins, and answers what
    /// counts towards the minimums around it.
    fn component(
        &mut self,
        priced: &Priced,
        progress: &mut ComponentProgress,
    ) -> Result<Ratio, Refusal> {
        let running = progress.running;
        let closing = running.filter(|running| self.closes(running));
        let mut counted = Ratio::ZERO;
        if let Some(running) = closing {
            counted = self.close(priced, progress, running)?;
        }
        if progress.running.is_some() {
            return Ok(counted);
        }
        match self.subscription.known_end().filter(|end| *end <= self.at) {
            None => self.open(priced, progress, running.map(|running| running.span.period.end))?,
            Some(end) if closing.is_none() => self.pass(progress, end),
            Some(_) => {}
        }
        Ok(counted)
    }

    /// Puts on record that nothing was billed of a subscription that was over when it was made.
    fn pass(&self, progress: &mut ComponentProgress, end: Timestamp) {
        if let Ok(whole) = Period::new(self.subscription.terms.start, end)
            && !self.subscription.state.begun
        {
            progress.skip(whole);
        }
    }

    /// Bills what is only known at the end of a period, and answers what counts towards minimums.
    fn close(
        &mut self,
        priced: &Priced,
        progress: &mut ComponentProgress,
        running: RunningPeriod,
    ) -> Result<Ratio, Refusal> {
        progress.running = None;
        let Some(running) = last_part(self.subscription, priced, running, self.at) else {
            return Ok(Ratio::ZERO);
        };
        let first = self.lines.len();
        if let Some(mut line) = close_period(self.snapshot, priced, progress, running)? {
            units::lower(self.snapshot, &self.lines, &mut line)?;
            self.lines.push(line);
        }
        if self.is_billed_elsewhere(&running)? {
            return Ok(Ratio::ZERO);
        }
        minimum::component(self, priced, progress, (running, first))?;
        Ok(minimum::count(self, first))
    }

    /// Begins a period, where the one before it ended, and bills what is known of it.
    fn open(
        &mut self,
        priced: &Priced,
        progress: &mut ComponentProgress,
        after: Option<Timestamp>,
    ) -> Result<(), Refusal> {
        let grid = self.subscription.grid(priced.component.term)?;
        let end = self.subscription.known_end();
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
        if let Ok(past) = Period::new(self.subscription.terms.start, span.period.start)
            && !self.subscription.state.begun
            && self.at == self.subscription.terms.first_billing_date
        {
            progress.skip(past);
        }
        progress.running = Some(running);
        if paid.is_some() || priced.component.charge_type() == ChargeType::PostOnly {
            return Ok(());
        }
        if self.is_managed_elsewhere()? {
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

/// How many invoices the local day has with this one.
pub(crate) fn count_day(subscription: &Subscription, at: Timestamp) -> Result<u32, Refusal> {
    let zone = subscription.terms.anchor.zone();
    let count = match subscription.state.day {
        Some((last, count)) if zone.date(last) == zone.date(at) => count.saturating_add(1),
        _ => 1,
    };
    match count > MOST_A_DAY {
        true => Err(Refusal::TooManyOnOneDay(MOST_A_DAY)),
        false => Ok(count),
    }
}
