//! Which minimum a component has for a period: its own, that of a schedule, or one over a whole
//! term that is asked for when the term is over.

use calendar::{Anchor, Grid, Measure, Period, Share, Term, Timestamp};
use money::{Amount, Ratio};

use crate::period::charge::{Priced, periods_since, renewed_within};
use crate::period::progress::RunningPeriod;
use crate::pricing::{MinimumSchedule, ProrationType, ScheduleKind};
use crate::refusal::Refusal;

/// A minimum, in major units, and the time it is for.
pub(crate) struct Asked {
    pub minimum: Ratio,
    pub period: Period,
    pub share: Share,
    /// Whether it is asked for now; until then spending is only counted.
    pub is_over: bool,
    /// Whether it was asked for elsewhere.
    pub elsewhere: bool,
}

/// The minimum of a component for a period that it closes, if it has one.
pub(crate) fn asked(
    priced: &Priced,
    running: RunningPeriod,
    at: Timestamp,
) -> Result<Option<Asked>, Refusal> {
    let pricing = &priced.component.pricing;
    let minimum = match &pricing.minimum_schedule {
        Some(schedule) if schedule.kind == ScheduleKind::Total => {
            return total(priced, schedule, running, at).map(Some);
        }
        Some(schedule) => Some(schedule.minimum(nth(priced, schedule.term, running)?).clone()),
        None => pricing.minimum_spend.map(Amount::major),
    };
    let period = asked_until(priced, running, at);
    let share = match pricing.proration_type {
        ProrationType::None => Share::FULL,
        ProrationType::ProrateAll => Share::of(
            period,
            running.span.grid,
            running.measure,
            priced.subscription.terms.anchor.zone(),
        )?,
    };
    let elsewhere = running.elsewhere;
    Ok(minimum.map(|minimum| Asked { minimum, period, share, is_over: true, elsewhere }))
}

/// What a component is asked for: its period as far as it is over.
fn asked_until(priced: &Priced, running: RunningPeriod, at: Timestamp) -> Period {
    let asked = running.asked();
    let end = priced.subscription.known_end().filter(|end| *end <= at && *end > asked.start);
    Period { end: end.map_or(asked.end, |end| asked.end.min(end)), ..asked }
}

/// One amount over a whole term, or over its days where the subscription ends before.
fn total(
    priced: &Priced,
    schedule: &MinimumSchedule,
    running: RunningPeriod,
    at: Timestamp,
) -> Result<Asked, Refusal> {
    let closed = asked_until(priced, running, at);
    let term = schedule.term.unwrap_or(priced.subscription.terms.term);
    let whole = since(priced, term)?.period_containing(closed.start)?;
    let period = Period { start: whole.start, end: closed.end };
    let ended = priced.subscription.known_end().is_some_and(|end| end <= at);
    let share = match closed.end < whole.end {
        true => {
            Share::of(period, whole, Measure::LocalDays, priced.subscription.terms.anchor.zone())?
        }
        false => Share::FULL,
    };
    let minimum = schedule.minimum(0).clone();
    // A term that ran when the customer was taken over was agreed on elsewhere.
    let taken_over = priced.subscription.terms.taken_over;
    let elsewhere = taken_over.is_some_and(|at| whole.start < at);
    Ok(Asked { minimum, period, share, is_over: ended || closed.end >= whole.end, elsewhere })
}

/// Which entry of a schedule a period has: by its own periods, or by terms since it was added.
fn nth(priced: &Priced, term: Option<Term>, running: RunningPeriod) -> Result<usize, Refusal> {
    let Some(term) = term else { return priced.scheduled(running) };
    periods_since(0, since(priced, term)?.index_at(running.span.period.start)?)
}

fn since(priced: &Priced, term: Term) -> Result<Grid, Refusal> {
    let anchor = Anchor::new(priced.since, priced.subscription.terms.anchor.zone().clone());
    Ok(Grid::new(anchor, term)?)
}

/// What counts towards the next minimum; it lapses with the period of a renewal.
pub(crate) fn pulled_on(priced: &Priced, over: &Ratio, period: Period) -> Ratio {
    let schedule = priced.component.pricing.minimum_schedule.as_ref();
    match schedule.filter(|_| !renewed_within(priced.subscription, period)) {
        Some(schedule) => schedule.pulled(over).clone(),
        None => Ratio::ZERO,
    }
}
