//! Taking a component off: what was paid for and will not be used comes back, and what is only
//! known at the end of its period is billed then.

use std::sync::Arc;

use calendar::{Measure, Period, Share, Timestamp};

use crate::invoice::proration_credit::billed::Billed;
use crate::invoice::{Line, proration_credit};
use crate::period::prorate;
use crate::period::spot::{Spot, spots};
use crate::period::{Advance, ComponentProgress, Priced, RemovedComponent, RunningPeriod};
use crate::pricing::{ChargeType, Configuration, Kind, ProductPricing, ProrationType};
use crate::refusal::Refusal;
use crate::subscription::change::components::{Moving, Whole, twin};
use crate::subscription::discount::OpenAmount;
use crate::subscription::state::{SubscribedPricing, Subscription};

impl Moving<'_> {
    pub(crate) fn take_off(&mut self, after: &Subscription, spot: Spot) -> Result<(), Refusal> {
        let subscription = self.subscription;
        let priced = Priced::new(subscription, spot).ok_or(Refusal::Mismatched)?;
        let Some(progress) = subscription.progress.components.get(spot.place) else {
            return Ok(());
        };
        let Some(running) = progress.running else { return Ok(()) };
        let ends = running.span.period.end;
        if ends <= self.at {
            let progress = self.end_with(&priced, progress, running)?;
            self.leave(after, &priced, progress, (ends, false));
            return Ok(());
        }
        let unprorated = priced.component.pricing.proration_type == ProrationType::None;
        if self.leaves() || unprorated {
            self.whole.push(Whole::of(&priced.subscribed.pricing, spot.component, ends));
            let progress = self.end_with(&priced, progress, running)?;
            self.leave(after, &priced, progress, (ends, true));
            return Ok(());
        }
        self.cut(after, &priced, progress)
    }

    /// The place of what goes as far as its running period: what was billed for later than that,
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

    /// What was left to its end and is added again goes on where it is; with another
    /// configuration it is cut now.
    pub(crate) fn take_up(&mut self, after: &Subscription) -> Result<(), Refusal> {
        for removed in std::mem::take(&mut self.left) {
            let runs =
                removed.progress.running.is_some_and(|running| running.served().end > self.at);
            let spot = spots(after).into_iter().find(|spot| is_left(after, *spot, &removed));
            // Where nothing is asked of the component that follows, what is left goes on.
            let follows = spot.and_then(|spot| Some((twin(after, self.subscription, spot)?, spot)));
            let kept = follows.is_some_and(|(known, spot)| self.keeps(after, known, spot));
            let runs = runs && !kept;
            let Some(pricing) = self.subscription.former(&removed).filter(|_| runs) else {
                self.left.push(removed);
                continue;
            };
            match spot {
                Some(spot) if has_config(after, spot, &removed.configuration) => {
                    self.resumed.push((spot, removed.progress));
                }
                Some(_) if !self.leaves() && !is_unprorated(pricing, &removed) => {
                    let (pricing, since) = (pricing.clone(), removed.since);
                    let subscribed =
                        SubscribedPricing { pricing, since, configurations: Vec::new() };
                    let configuration = Arc::new(removed.configuration.clone());
                    let Some(component) = subscribed.pricing.components.get(removed.component)
                    else {
                        continue;
                    };
                    let spot =
                        Spot { plan: usize::MAX, component: removed.component, place: usize::MAX };
                    let priced = Priced {
                        subscription: self.subscription,
                        subscribed: &subscribed,
                        component,
                        configuration: &configuration,
                        spot,
                    };
                    self.cut(after, &priced, &removed.progress)?;
                }
                _ => {
                    self.whole.push(Whole::of(pricing, removed.component, removed.due));
                    self.left.push(removed);
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
    ) -> Result<(), Refusal> {
        let Some(running) = progress.running else { return Ok(()) };
        let ends = running.span.period.end;
        self.give_back(priced, running, self.at)?;
        let begun = progress.advances.iter().filter(|advance| advance.period.start <= self.at);
        let advances = begun.map(|known| used(self, known, running));
        let mut cut =
            ComponentProgress { advances: advances.collect::<Result<_, _>>()?, ..progress.clone() };
        if let Some(metric) = hands_over(after, priced) {
            self.handed.push((metric, cut));
            return Ok(());
        }
        let Some(part) = running.until(self.at) else { return Ok(()) };
        cut.running = Some(part);
        if twin(self.subscription, after, priced.spot).is_some() {
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
            || priced.subscribed.pricing.minimum.is_some()
            || self.subscription.minimum.is_some()
            || after.minimum.is_some();
        if !needed {
            return;
        }
        let plan = &priced.subscribed.pricing.id;
        let goes_on = after.pricings.iter().any(|subscribed| subscribed.pricing.id == *plan);
        let first = !self.left.iter().any(|removed| *removed.pricing == **plan);
        let counted = self.subscription.progress.counted.get(priced.spot.plan);
        self.left.push(RemovedComponent {
            pricing: plan.to_string(),
            since: priced.subscribed.since,
            component: priced.spot.component,
            configuration: Configuration::clone(priced.configuration),
            progress,
            due,
            counted: counted.filter(|_| first && !goes_on).cloned().unwrap_or_default(),
        });
    }

    /// What was billed of a component for time to come returns; what only waits for that is cut.
    fn give_back(
        &mut self,
        priced: &Priced,
        running: RunningPeriod,
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let ahead = |line: &Line| is_of(line, priced) && line.period.end > at;
        let mut all = proration_credit::billed(self.snapshot, self.subscription, ahead)?;
        all.extend(proration_credit::kept(self.snapshot, self.subscription, ahead)?);
        for billed in all {
            let (period, unused) = billed.unused(self.subscription, at, running.measure);
            let line = billed.replaced(period, unused)?;
            if line.is_none() {
                // Nothing comes back, since an amount off had taken all of it: that comes back.
                self.keep_open(&billed, (period, unused), running.measure);
            }
            self.back.extend(line);
        }
        let mut waiting = Vec::new();
        for line in std::mem::take(&mut self.waiting) {
            if !(line.is_ahead() && ahead(&line)) {
                waiting.push(line);
            } else if line.period.start < at {
                let part = RunningPeriod { part: Some(line.period), ..running };
                let part = part.until(at).map(|part| priced.remainder(part)).transpose()?;
                waiting.extend(part.filter(|line| !Priced::is_empty(line)));
            }
        }
        self.waiting = waiting;
        Ok(())
    }
}

impl Moving<'_> {
    /// Keeps open what an amount off had taken of a line that has no net to give back.
    fn keep_open(&mut self, of: &Billed<'_>, (period, unused): (Period, Share), measure: Measure) {
        for (discount, minor) in of.discounts(unused) {
            let by = of.invoice.id.clone();
            self.open.push((discount, OpenAmount { by, period, minor, measure }));
        }
    }
}

fn is_unprorated(pricing: &ProductPricing, removed: &RemovedComponent) -> bool {
    let component = pricing.components.get(removed.component);
    component.is_some_and(|known| known.pricing.proration_type == ProrationType::None)
}

/// Whether a component of the new set is one that was left to its end.
fn is_left(after: &Subscription, spot: Spot, removed: &RemovedComponent) -> bool {
    let state = after.pricings.get(spot.plan);
    state.is_some_and(|subscribed| *subscribed.pricing.id == *removed.pricing)
        && spot.component == removed.component
}

fn has_config(after: &Subscription, spot: Spot, config: &Configuration) -> bool {
    let subscribed = after.pricings.get(spot.plan);
    let configuration =
        subscribed.and_then(|subscribed| subscribed.configurations.get(spot.component));
    configuration.is_some_and(|known| {
        known.licences == config.licences
            && known.minimum_units == config.minimum_units
            && known.overrides == config.overrides
    })
}

/// Whether a line is one of a component.
fn is_of(line: &Line, priced: &Priced) -> bool {
    let pricing = line.pricing.as_ref();
    pricing.is_some_and(|pricing| pricing.id == priced.subscribed.pricing.id)
        && line.component == Some(priced.spot.component)
}

/// Usage that cannot be cut is priced once, at the end, by who prices its metric then.
fn hands_over(after: &Subscription, priced: &Priced) -> Option<Arc<str>> {
    let metric = priced.component.metric.clone().filter(|_| !priced.component.splits())?;
    let term = priced.component.term;
    let mut others = after.components();
    let takes = others.any(|(_, component, _)| {
        component.metric.as_ref() == Some(&metric) && component.term == term
    });
    takes.then_some(metric)
}

/// What was used of an advance, before discounts.
fn used(moving: &Moving, advance: &Advance, running: RunningPeriod) -> Result<Advance, Refusal> {
    let at = moving.at;
    if advance.period.end <= at {
        return Ok(*advance);
    }
    let zone = moving.subscription.anchor.zone();
    let unused = Share::remaining(at, advance.period, running.measure, zone);
    let unused = unused.unwrap_or(Share::NONE);
    let amount = advance.amount.checked_sub(prorate(advance.amount, unused)?)?;
    let mut period = advance.period;
    period.end = at;
    Ok(Advance { period, amount })
}
