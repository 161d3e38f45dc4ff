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
        let Some(priced) = Priced::new(subscription, spot) else { return Ok(()) };
        let Some(place) = subscription.progress.components.get(spot.place) else { return Ok(()) };
        let Some(open) = place.running else { return Ok(()) };
        let ends = open.span.period.end;
        if ends <= self.at {
            let place = self.end_with(&priced, place, open)?;
            self.leave(after, &priced, place, (ends, false));
            return Ok(());
        }
        let unprorated = priced.component.pricing.proration_type == ProrationType::None;
        if self.leaves() || unprorated {
            self.whole.push(Whole::of(&priced.state.pricing, spot.component, ends));
            let place = self.end_with(&priced, place, open)?;
            self.leave(after, &priced, place, (ends, true));
            return Ok(());
        }
        self.cut(after, &priced, place)
    }

    /// The place of what goes as far as its running period: what was billed for later than that,
    /// before its time, comes back.
    fn end_with(
        &mut self,
        priced: &Priced,
        place: &ComponentProgress,
        open: RunningPeriod,
    ) -> Result<ComponentProgress, Refusal> {
        let ends = open.span.period.end;
        self.give_back(priced, open, ends)?;
        let mut place = place.clone();
        place.advances.retain(|advance| advance.period.start < ends);
        Ok(place)
    }

    /// What was left to its end and is put on again goes on where it is; with another
    /// configuration it is cut now.
    pub(crate) fn take_up(&mut self, after: &Subscription) -> Result<(), Refusal> {
        for left in std::mem::take(&mut self.left) {
            let runs = left.progress.running.is_some_and(|open| open.served().end > self.at);
            let spot = spots(after).into_iter().find(|spot| is_left(after, *spot, &left));
            // Where nothing is asked of the component that follows, what is left goes on.
            let follows = spot.and_then(|spot| Some((twin(after, self.subscription, spot)?, spot)));
            let kept = follows.is_some_and(|(known, spot)| self.keeps(after, known, spot));
            let runs = runs && !kept;
            let Some(plan) = self.subscription.former(&left).filter(|_| runs) else {
                self.left.push(left);
                continue;
            };
            match spot {
                Some(spot) if has_config(after, spot, &left.configuration) => {
                    self.resumed.push((spot, left.progress));
                }
                Some(_) if !self.leaves() && !is_unprorated(plan, &left) => {
                    let (plan, since) = (plan.clone(), left.since);
                    let state =
                        SubscribedPricing { pricing: plan, since, configurations: Vec::new() };
                    let config = Arc::new(left.configuration.clone());
                    let Some(component) = state.pricing.components.get(left.component) else {
                        continue;
                    };
                    let spot =
                        Spot { plan: usize::MAX, component: left.component, place: usize::MAX };
                    let priced = Priced {
                        subscription: self.subscription,
                        state: &state,
                        component,
                        config: &config,
                        spot,
                    };
                    self.cut(after, &priced, &left.progress)?;
                }
                _ => {
                    self.whole.push(Whole::of(plan, left.component, left.due));
                    self.left.push(left);
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
        place: &ComponentProgress,
    ) -> Result<(), Refusal> {
        let Some(open) = place.running else { return Ok(()) };
        let ends = open.span.period.end;
        self.give_back(priced, open, self.at)?;
        let begun = place.advances.iter().filter(|advance| advance.period.start <= self.at);
        let advances = begun.map(|known| used(self, known, open));
        let mut cut =
            ComponentProgress { advances: advances.collect::<Result<_, _>>()?, ..place.clone() };
        if let Some(metric) = hands_over(after, priced) {
            self.handed.push((metric, cut));
            return Ok(());
        }
        let Some(part) = open.until(self.at) else { return Ok(()) };
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
        place: ComponentProgress,
        (due, whole): (Timestamp, bool),
    ) {
        let component = priced.component;
        let needed = whole
            || component.charge_type() == ChargeType::PostOnly
            || component.kind == Kind::Usage
            || component.pricing.has_minimum()
            || priced.state.pricing.minimum.is_some()
            || self.subscription.minimum.is_some()
            || after.minimum.is_some();
        if !needed {
            return;
        }
        let plan = &priced.state.pricing.id;
        let goes_on = after.pricings.iter().any(|subscribed| subscribed.pricing.id == *plan);
        let first = !self.left.iter().any(|left| *left.pricing == **plan);
        let counted = self.subscription.progress.counted.get(priced.spot.plan);
        self.left.push(RemovedComponent {
            pricing: plan.to_string(),
            since: priced.state.since,
            component: priced.spot.component,
            configuration: Configuration::clone(priced.config),
            progress: place,
            due,
            counted: counted.filter(|_| first && !goes_on).cloned().unwrap_or_default(),
        });
    }

    /// What was billed of a component for time to come returns; what only waits for that is cut.
    fn give_back(
        &mut self,
        priced: &Priced,
        open: RunningPeriod,
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let ahead = |line: &Line| is_of(line, priced) && line.period.end > at;
        let mut all = proration_credit::billed(self.snapshot, self.subscription, ahead)?;
        all.extend(proration_credit::kept(self.snapshot, self.subscription, ahead)?);
        for billed in all {
            let (period, unused) = billed.unused(self.subscription, at, open.measure);
            let line = billed.replaced(period, unused)?;
            if line.is_none() {
                // Nothing comes back, since an amount off had taken all of it: that comes back.
                self.keep_open(&billed, (period, unused), open.measure);
            }
            self.back.extend(line);
        }
        let mut waiting = Vec::new();
        for line in std::mem::take(&mut self.waiting) {
            if !(line.is_ahead() && ahead(&line)) {
                waiting.push(line);
            } else if line.period.start < at {
                let part = RunningPeriod { part: Some(line.period), ..open };
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

fn is_unprorated(plan: &ProductPricing, left: &RemovedComponent) -> bool {
    let component = plan.components.get(left.component);
    component.is_some_and(|known| known.pricing.proration_type == ProrationType::None)
}

/// Whether a component of the new set is one that was left to its end.
fn is_left(after: &Subscription, spot: Spot, left: &RemovedComponent) -> bool {
    let state = after.pricings.get(spot.plan);
    state.is_some_and(|subscribed| *subscribed.pricing.id == *left.pricing)
        && spot.component == left.component
}

fn has_config(after: &Subscription, spot: Spot, config: &Configuration) -> bool {
    let state = after.pricings.get(spot.plan);
    let configuration = state.and_then(|state| state.configurations.get(spot.component));
    configuration.is_some_and(|known| {
        known.licences == config.licences
            && known.minimum_units == config.minimum_units
            && known.overrides == config.overrides
    })
}

/// Whether a line is one of a component.
fn is_of(line: &Line, priced: &Priced) -> bool {
    let plan = line.pricing.as_ref();
    plan.is_some_and(|plan| plan.id == priced.state.pricing.id)
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
fn used(moving: &Moving, advance: &Advance, open: RunningPeriod) -> Result<Advance, Refusal> {
    let at = moving.at;
    if advance.period.end <= at {
        return Ok(*advance);
    }
    let zone = moving.subscription.anchor.zone();
    let unused = Share::remaining(at, advance.period, open.measure, zone);
    let unused = unused.unwrap_or(Share::NONE);
    let amount = advance.amount.checked_sub(prorate(advance.amount, unused)?)?;
    let mut period = advance.period;
    period.end = at;
    Ok(Advance { period, amount })
}
