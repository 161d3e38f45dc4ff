//! Minimum spends at the end of a period, from the inside out: a component's, a plan's, the
//! subscription's. What an inner level adds counts in the outer ones.

mod schedule;

use calendar::{Measure, Period, Share, Term, Timestamp};
use money::{Amount, Ratio, Rounding};

use super::Refusal;
use super::bill::Turn;
use super::price::Priced;
use crate::mrr::monthly_factor;
use crate::snapshot::{Counted, Derivation, Level, Line, Open, Place, Role, Subscription};

/// The periods of plans and subscription that end with a turn: those of their shortest component.
#[derive(Default)]
pub(super) struct Minimums {
    plans: Vec<Option<Open>>,
    all: Option<Open>,
    /// Whether anything above the components has a minimum at all.
    asked: bool,
}

impl Minimums {
    /// Looked at before anything is closed.
    pub fn new(own: &Subscription, at: Timestamp) -> Minimums {
        let of_plans = own.plans.iter().any(|state| state.plan.minimum.is_some());
        if own.minimum.is_none() && !of_plans {
            return Minimums::default();
        }
        let closing = |open: Open| Some(open).filter(|open| open.span.period.end <= at);
        let opens: Vec<(usize, Term, Option<Open>)> = own
            .plans
            .iter()
            .enumerate()
            .flat_map(|(plan, state)| {
                state.plan.components.iter().map(move |component| (plan, component.term))
            })
            .zip(&own.progress.places)
            .map(|((plan, term), place)| (plan, term, place.open))
            .collect();
        let shortest = |wanted: &dyn Fn(usize) -> bool| {
            let wanted = opens.iter().filter(|(plan, _, _)| wanted(*plan));
            let shortest = wanted.min_by_key(|(_, term, _)| -monthly_factor(*term));
            shortest.and_then(|(_, _, open)| *open).and_then(closing)
        };
        let plans = (0..own.plans.len()).map(|plan| shortest(&|of| of == plan)).collect();
        Minimums { plans, all: shortest(&|_| true), asked: true }
    }
}

/// The level of one minimum and what counts towards it.
struct Missing {
    level: Level,
    period: Period,
    share: Share,
    minimum: Ratio,
    pulled: Ratio,
    counted: Vec<Counted>,
}

/// What a component lacks for the period that it just closed, given its first line of this turn.
pub(super) fn component(
    turn: &mut Turn,
    priced: &Priced,
    open: Open,
    first: usize,
) -> Result<(), Refusal> {
    let Some(own) = turn.progress.places.get(priced.spot.place) else { return Ok(()) };
    let Some(asked) = schedule::asked(priced, open, turn.at)? else {
        return count(turn, priced.spot.plan, first);
    };
    let mut counted: Vec<Counted> = (first..turn.lines.len()).map(Counted::Line).collect();
    let advance = own.advance_for(open.span.period);
    counted.extend(advance.map(|amount| Counted::Advance { amount, share: Share::FULL }));
    if !own.spent.is_zero() {
        counted.push(Counted::Earlier(own.spent.clone()));
    }
    let missing = Missing {
        level: Level::Component,
        period: asked.period,
        share: asked.share,
        minimum: asked.minimum,
        pulled: own.pulled.clone(),
        counted,
    };
    let (mut pulled, mut spent) = (Ratio::ZERO, Ratio::ZERO);
    if asked.is_over {
        let (line, over) = line(turn, &missing, Some(priced))?;
        turn.lines.extend(line);
        pulled = schedule::pulled_on(priced, &over, open.span.period);
    } else {
        spent = sum(&turn.lines, &missing.counted);
    }
    if let Some(place) = turn.progress.places.get_mut(priced.spot.place) {
        place.pulled = pulled;
        place.spent = spent;
    }
    count(turn, priced.spot.plan, first)
}

/// What a plan lacks for the period of its shortest component.
pub(super) fn plan(turn: &mut Turn, place: usize) -> Result<(), Refusal> {
    let Some(open) = turn.minimums.plans.get(place).copied().flatten() else { return Ok(()) };
    let Some(state) = turn.own.plans.get(place) else { return Ok(()) };
    let before = turn.progress.counted.get(place).cloned().unwrap_or_default();
    if let Some(counted) = turn.progress.counted.get_mut(place) {
        *counted = Ratio::ZERO;
    }
    let Some(minimum) = state.plan.minimum else { return Ok(()) };
    let skip: usize = turn.own.plans.iter().take(place).map(|own| own.configs.len()).sum();
    let places = turn.progress.places.iter().skip(skip).take(state.configs.len());
    let mut counted = advances(turn, places, open)?;
    counted.push(Counted::Earlier(before));
    let first = turn.lines.len();
    let missing = level(turn, Level::Plan, (open, minimum), counted)?;
    let (line, _) = line(turn, &missing, None)?;
    let plan = Some(state.plan.clone());
    turn.lines.extend(line.map(|line| Line { plan, ..line }));
    let added: Ratio = turn.lines.iter().skip(first).map(|line| line.amount.major()).sum();
    turn.progress.counted_all += &added;
    Ok(())
}

/// What the subscription lacks for the period of its shortest component.
pub(super) fn subscription(turn: &mut Turn) -> Result<(), Refusal> {
    let Some(open) = turn.minimums.all else { return Ok(()) };
    let before = std::mem::take(&mut turn.progress.counted_all);
    let Some(minimum) = turn.own.minimum else { return Ok(()) };
    let mut counted = advances(turn, turn.progress.places.iter(), open)?;
    counted.push(Counted::Earlier(before));
    let missing = level(turn, Level::Subscription, (open, minimum), counted)?;
    let (line, _) = line(turn, &missing, None)?;
    turn.lines.extend(line);
    Ok(())
}

/// Adds what a component billed at the end to the sums of the levels around it.
fn count(turn: &mut Turn, plan: usize, first: usize) -> Result<(), Refusal> {
    if !turn.minimums.asked {
        return Ok(());
    }
    let added: Ratio = turn.lines.iter().skip(first).map(|line| line.amount.major()).sum();
    if let Some(counted) = turn.progress.counted.get_mut(plan) {
        *counted += &added;
    }
    turn.progress.counted_all += &added;
    Ok(())
}

/// What advances give to a period, by their days in it.
fn advances<'a>(
    turn: &Turn,
    places: impl Iterator<Item = &'a Place>,
    open: Open,
) -> Result<Vec<Counted>, Refusal> {
    let zone = turn.own.anchor.zone();
    let mut counted = Vec::new();
    for advance in places.flat_map(|place| &place.advances) {
        let Some(shared) = advance.period.overlap(open.span.period) else { continue };
        let share = match shared == advance.period {
            true => Share::FULL,
            false => Share::of(shared, advance.period, Measure::LocalDays, zone)?,
        };
        counted.push(Counted::Advance { amount: advance.amount, share });
    }
    Ok(counted)
}

fn level(
    turn: &Turn,
    level: Level,
    (open, minimum): (Open, Amount),
    counted: Vec<Counted>,
) -> Result<Missing, Refusal> {
    let share = open.span.share(open.measure, turn.own.anchor.zone())?;
    let minimum = minimum.major();
    let period = open.span.period;
    Ok(Missing { level, period, share, minimum, pulled: Ratio::ZERO, counted })
}

/// The line for what is missing, if anything is, and what was spent above the minimum.
fn line(
    turn: &Turn,
    missing: &Missing,
    priced: Option<&Priced>,
) -> Result<(Option<Line>, Ratio), Refusal> {
    let Missing { level, period, share, minimum, pulled, counted } = missing;
    let spent = pulled + sum(&turn.lines, counted);
    let over = spent - minimum * share.ratio();
    let exact = (-&over).or_zero();
    let amount = exact.to_minor(turn.own.currency, Rounding::HalfAwayFromZero)?;
    let zero = Amount::zero(amount.currency);
    let line = Line {
        role: Role::Minimum,
        plan: priced.map(|priced| priced.state.plan.clone()),
        component: priced.map(|priced| priced.spot.component),
        period: *period,
        units: Ratio::ONE,
        share: *share,
        derivation: Derivation::Minimum {
            level: *level,
            minimum: minimum.clone(),
            pulled: pulled.clone(),
            counted: counted.clone(),
        },
        exact,
        amount,
        discount: zero,
        tax: zero,
        sort_order: priced.and_then(|priced| priced.config.sort_order.clone()),
    };
    Ok((Some(line).filter(|line| line.amount.is_positive()), over.or_zero()))
}

/// Everything that counts towards a minimum, in major units.
pub(crate) fn sum(lines: &[Line], counted: &[Counted]) -> Ratio {
    let value = |counted: &Counted| match counted {
        Counted::Line(place) => lines.get(*place).map_or(Ratio::ZERO, |own| own.amount.major()),
        Counted::Earlier(value) => value.clone(),
        Counted::Advance { amount, share } => amount.major() * share.ratio(),
    };
    counted.iter().map(value).sum()
}
