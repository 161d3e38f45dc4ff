//! Taking a component off: what was paid for and will not be used comes back, and what is only
//! known at the end of its period is billed then (`subscription/removed.rs`).

use std::sync::Arc;

use calendar::{Measure, Period, Share, Timestamp};
use money::Ratio;

use crate::invoice::proration_credit::billed::Billed;
use crate::invoice::{Line, proration_credit};
use crate::period::prorate;
use crate::period::{
    Advance, ComponentProgress, ComponentState, Priced, RemovedComponent, RunningPeriod,
};
use crate::pricing::{ChargeType, Configuration, Kind, ProrationType};
use crate::refusal::Refusal;
use crate::subscription::change::components::{ComponentChange, Ending};
use crate::subscription::discount::OpenAmount;
use crate::subscription::state::Subscription;

impl ComponentChange<'_> {
    /// Removes a component, given how far it is billed.
    pub(crate) fn remove(
        &mut self,
        after: &Subscription,
        priced: &Priced,
        progress: &ComponentProgress,
    ) -> Result<(), Refusal> {
        let Some(running) = progress.running else { return Ok(()) };
        let ends = running.span.period.end;
        if ends <= self.at {
            let progress = self.end_with(priced, progress, running)?;
            self.leave(after, priced, progress, (ends, false));
            return Ok(());
        }
        if self.leaves() || is_unprorated(priced) {
            self.ending.push(Ending { until: ends, component: priced.component.clone() });
            let progress = self.end_with(priced, progress, running)?;
            self.leave(after, priced, progress, (ends, true));
            return Ok(());
        }
        let goes_on = after.state.find(priced.pricing, priced.component).is_some();
        self.cut(after, priced, progress, goes_on)
    }

    /// The progress of what goes as far as its running period: what was billed for later than that,
    /// before its time, comes back.
    fn end_with(
        &mut self,
        priced: &Priced,
        progress: &ComponentProgress,
        running: RunningPeriod,
    ) -> Result<ComponentProgress, Refusal> {
        let ends = running.span.period.end;
        self.give_back(priced, running, ends)?;
        let mut progress = progress.clone();
        progress.advances.retain(|advance| advance.period.start < ends);
        Ok(progress)
    }

    /// A removed component that is added again before its end goes on where it is; with another
    /// configuration it is cut now.
    pub(crate) fn resume(&mut self, after: &Subscription) -> Result<(), Refusal> {
        for removed in std::mem::take(&mut self.removed) {
            let RemovedComponent { pricing, state: known, .. } = &removed;
            let runs = known.progress.running.is_some_and(|known| known.served().end > self.at);
            let new = after.state.find(pricing, &known.component);
            let old = self.subscription.state.find(pricing, &known.component);
            // Where nothing is asked of the component that follows, the removed one goes on.
            let goes_on = old.zip(new).is_some_and(|(old, new)| self.keeps(old, new));
            if !runs || goes_on {
                self.removed.push(removed);
                continue;
            }
            let priced = Priced::removed(self.subscription, &removed);
            match new {
                Some(new) if is_set_as(new, &known.configuration) => {
                    let component = known.component.clone();
                    self.resumed.push((component, removed.state.progress));
                }
                Some(_) if !self.leaves() && !is_unprorated(&priced) => {
                    self.cut(after, &priced, &known.progress, false)?;
                }
                _ => {
                    let component = known.component.clone();
                    self.ending.push(Ending { until: removed.due, component });
                    self.removed.push(removed);
                }
            }
        }
        Ok(())
    }

    /// Ends a component in the middle of its period.
    fn cut(
        &mut self,
        after: &Subscription,
        priced: &Priced,
        progress: &ComponentProgress,
        goes_on: bool,
    ) -> Result<(), Refusal> {
        let running = progress.running.ok_or(Refusal::Mismatched)?;
        let ends = running.span.period.end;
        self.give_back(priced, running, self.at)?;
        let begun = progress.advances.iter().filter(|advance| advance.period.start <= self.at);
        let advances = begun.map(|known| used(self, known, running));
        let mut cut =
            ComponentProgress { advances: advances.collect::<Result<_, _>>()?, ..progress.clone() };
        if let Some(metric) = hands_over(after, priced) {
            self.handed_over.push((metric, cut));
            return Ok(());
        }
        let Some(part) = running.until(self.at) else { return Ok(()) };
        cut.running = Some(part);
        if goes_on {
            // The same component goes on with what it has above its minimum.
            cut.pulled = Default::default();
            cut.spent = Default::default();
        }
        self.leave(after, priced, cut, (ends, false));
        Ok(())
    }

    /// Keeps what has something left to bill, or counts towards a minimum.
    fn leave(
        &mut self,
        after: &Subscription,
        priced: &Priced,
        progress: ComponentProgress,
        (due, whole): (Timestamp, bool),
    ) {
        let component = priced.component;
        let needed = whole
            || component.charge_type() == ChargeType::PostOnly
            || component.kind == Kind::Usage
            || component.pricing.has_minimum()
            || priced.pricing.minimum.is_some()
            || self.subscription.terms.minimum.is_some()
            || after.terms.minimum.is_some();
        if !needed {
            return;
        }
        let (pricing, since) = (priced.pricing.clone(), priced.since);
        let goes_on = after.state.pricings.iter().any(|known| known.pricing.id == pricing.id);
        let first = !self.removed.iter().any(|removed| removed.pricing.id == pricing.id);
        let state = ComponentState {
            component: priced.component.clone(),
            configuration: priced.configuration.clone(),
            progress,
        };
        let counted = Ratio::ZERO;
        let mut removed = RemovedComponent { pricing, since, state, due, counted };
        let subscribed = self.subscription.state.pricing_of(&removed);
        if let Some(subscribed) = subscribed.filter(|_| first && !goes_on) {
            removed.counted.clone_from(&subscribed.counted);
        }
        self.removed.push(removed);
    }

    /// What was billed of a component for time to come returns; what only waits for that is cut.
    fn give_back(
        &mut self,
        priced: &Priced,
        running: RunningPeriod,
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let ahead =
            |line: &Line| line.is_of(priced.pricing, priced.component) && line.period.end > at;
        let mut all = proration_credit::billed(self.snapshot, self.subscription, ahead)?;
        all.extend(proration_credit::of_running(self.snapshot, self.subscription, ahead)?);
        for billed in all {
            let (period, unused) = billed.unused(self.subscription, at, running.measure)?;
            let line = billed.replaced(period, unused)?;
            if line.is_none() {
                // Nothing comes back, since an amount off had taken all of it: that comes back.
                self.keep_open(&billed, (period, unused), running.measure);
            }
            self.credits.extend(line);
        }
        let mut pending = Vec::new();
        for line in std::mem::take(&mut self.pending) {
            if !(line.is_ahead() && ahead(&line)) {
                pending.push(line);
            } else if line.period.start < at {
                let part = RunningPeriod { part: Some(line.period), ..running };
                let part = part.until(at).map(|part| priced.remainder(part)).transpose()?;
                let part = part.filter(|line| !Priced::is_empty(line));
                pending.extend(part.map(|part| part.instead_of(&line)));
            }
        }
        self.pending = pending;
        Ok(())
    }
}

impl ComponentChange<'_> {
    /// Keeps open what an amount off had taken of a line that has no net to give back.
    fn keep_open(&mut self, of: &Billed<'_>, (period, unused): (Period, Share), measure: Measure) {
        for (discount, minor) in of.discounts(unused) {
            let by = of.invoice.id.clone();
            self.open.push((discount, OpenAmount { by, period, minor, measure }));
        }
    }
}

fn is_unprorated(priced: &Priced) -> bool {
    priced.component.pricing.proration_type == ProrationType::None
}

/// Whether what is set for a component is the same, but for where its lines stand.
fn is_set_as(state: &ComponentState, configuration: &Configuration) -> bool {
    state.configuration.licences == configuration.licences
        && state.configuration.minimum_units == configuration.minimum_units
        && state.configuration.overrides == configuration.overrides
}

/// Usage that cannot be cut is priced once, at the end, by who prices its metric then.
fn hands_over(after: &Subscription, priced: &Priced) -> Option<Arc<str>> {
    let metric = priced.component.metric.clone().filter(|_| !priced.component.splits())?;
    let term = priced.component.term;
    let mut others = after.state.components();
    let takes = others.any(|(_, state)| {
        state.component.metric.as_ref() == Some(&metric) && state.component.term == term
    });
    takes.then_some(metric)
}

/// What was used of an advance, before discounts.
fn used(
    changing: &ComponentChange,
    advance: &Advance,
    running: RunningPeriod,
) -> Result<Advance, Refusal> {
    let at = changing.at;
    if advance.period.end <= at {
        return Ok(*advance);
    }
    let zone = changing.subscription.terms.anchor.zone();
    let unused = Share::remaining(at, advance.period, running.measure, zone);
    let unused = Share::or_none(unused)?;
    let amount = advance.amount.checked_sub(prorate(advance.amount, unused)?)?;
    let mut period = advance.period;
    period.end = at;
    Ok(Advance { period, amount })
}
