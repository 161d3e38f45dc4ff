//! Minimum spends at the end of a period, from the inside out: a component's, a plan's, the
//! subscription's. What an inner level adds counts in the outer ones.

pub(crate) mod reach;
pub(crate) mod schedule;

use std::sync::Arc;

use calendar::{Measure, Period, Share, Timestamp};
use money::{Amount, Ratio};

use crate::invoice::{Counted, Derivation, Level, Line, Role};
use crate::period::billing::BillingDate;
use crate::period::charge::Priced;
use crate::period::minimum::reach::{Reach, is_waived, reach, running};
use crate::period::monthly::monthly_factor;
use crate::period::progress::{ComponentProgress, RemovedComponent, RunningPeriod};
use crate::pricing::{ProductPricing, Shortfall, shortfall};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

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
pub(crate) fn component(
    turn: &mut BillingDate,
    priced: &Priced,
    progress: &mut ComponentProgress,
    (open, first): (RunningPeriod, usize),
) -> Result<(), Refusal> {
    if is_waived(turn.subscription, open, turn.at) {
        return Ok(());
    }
    let Some(asked) = schedule::asked(priced, open, turn.at)? else { return Ok(()) };
    let mut counted: Vec<Counted> = (first..turn.lines.len()).map(Counted::Line).collect();
    let advance = progress.advance_within(&open, priced.subscription.anchor.zone())?;
    counted.extend(advance.map(|amount| Counted::Advance { amount, share: Share::FULL }));
    if !progress.spent.is_zero() {
        counted.push(Counted::Earlier(progress.spent.clone()));
    }
    let missing = Missing {
        level: Level::Component,
        period: asked.period,
        share: asked.share,
        minimum: asked.minimum,
        pulled: progress.pulled.clone(),
        counted,
    };
    let (mut pulled, mut spent) = (Ratio::ZERO, Ratio::ZERO);
    if asked.is_over {
        let (line, over) = line(turn, &missing, Some(priced))?;
        turn.lines.extend(line);
        pulled = schedule::pulled_on(priced, &over, open.served());
    } else {
        spent = sum(&turn.lines, &missing.counted);
    }
    progress.pulled = pulled;
    progress.spent = spent;
    Ok(())
}

/// What a plan lacks for the period of its shortest component.
pub(crate) fn plan(turn: &mut BillingDate, place: usize) -> Result<(), Refusal> {
    let Some(reach) = turn.minimums.plans.get(place).copied().flatten() else { return Ok(()) };
    let Some(state) = turn.subscription.pricings.get(place) else { return Ok(()) };
    let before = turn.progress.counted.get(place).cloned().unwrap_or_default();
    if let Some(counted) = turn.progress.counted.get_mut(place) {
        *counted = Ratio::ZERO;
    }
    let Some(minimum) = state.pricing.minimum else { return Ok(()) };
    let skip: usize = turn
        .subscription
        .pricings
        .iter()
        .take(place)
        .map(|subscribed| subscribed.configurations.len())
        .sum();
    let places = turn.progress.components.iter().skip(skip).take(state.configurations.len());
    let left = turn.left.iter().filter(|left| turn.subscription.place_of(left) == Some(place));
    let mut counted = advances(turn, places.chain(left.map(|left| &left.progress)), reach)?;
    counted.push(Counted::Earlier(before));
    add(turn, state.pricing.clone(), (reach, minimum), counted)
}

/// What a plan that was taken off lacks, given its last charges.
pub(crate) fn former(
    turn: &mut BillingDate,
    plan: &Arc<ProductPricing>,
    since: Timestamp,
    open: RunningPeriod,
) -> Result<(), Refusal> {
    let Some(minimum) = plan.minimum.filter(|_| !is_waived(turn.subscription, open, turn.at))
    else {
        return Ok(());
    };
    let Some(reach) = reach(turn.subscription, open, since, turn.at) else { return Ok(()) };
    let of = |left: &&RemovedComponent| *left.pricing == *plan.id && left.since == since;
    let mut counted =
        advances(turn, turn.left.iter().filter(of).map(|left| &left.progress), reach)?;
    let before = turn.left.iter().filter(of).map(|left| &left.counted);
    counted.push(Counted::Earlier(before.sum()));
    let is_its = |line: &Line| line.pricing.as_ref().is_some_and(|of| of.id == plan.id);
    let lines = turn.lines.iter().enumerate().filter(|(_, line)| is_its(line));
    counted.extend(lines.map(|(place, _)| Counted::Line(place)));
    add(turn, plan.clone(), (reach, minimum), counted)
}

/// Adds what is missing of the minimum of a plan.
fn add(
    turn: &mut BillingDate,
    plan: Arc<ProductPricing>,
    asked: (Reach, Amount),
    counted: Vec<Counted>,
) -> Result<(), Refusal> {
    let missing = level(turn, Level::Plan, asked, counted)?;
    let (line, _) = line(turn, &missing, None)?;
    if let Some(line) = line {
        turn.progress.counted_all += &line.amount.major();
        turn.lines.push(Line { pricing: Some(plan), ..line });
    }
    Ok(())
}

/// What the subscription lacks for the period of its shortest component.
pub(crate) fn subscription(turn: &mut BillingDate) -> Result<(), Refusal> {
    let Some(reach) = turn.minimums.all else { return Ok(()) };
    let before = std::mem::take(&mut turn.progress.counted_all);
    let Some(minimum) = turn.subscription.minimum else { return Ok(()) };
    let places = turn.progress.components.iter().chain(turn.left.iter().map(|left| &left.progress));
    let mut counted = advances(turn, places, reach)?;
    counted.push(Counted::Earlier(before));
    let missing = level(turn, Level::Subscription, (reach, minimum), counted)?;
    let (line, _) = line(turn, &missing, None)?;
    turn.lines.extend(line);
    turn.progress.asked_from = Some(reach.period.end);
    Ok(())
}

/// Adds what a component billed at the end to the sums of the levels around it.
pub(crate) fn count(turn: &mut BillingDate, plan: Option<usize>, first: usize) {
    if !turn.minimums.asked {
        return;
    }
    let added = billed_since(turn, first);
    if let Some(counted) = plan.and_then(|plan| turn.progress.counted.get_mut(plan)) {
        *counted += &added;
    }
    turn.progress.counted_all += &added;
}

/// What the lines of a turn come to, from one of them on.
pub(crate) fn billed_since(turn: &BillingDate, first: usize) -> Ratio {
    turn.lines.iter().skip(first).map(|line| line.amount.major()).sum()
}

/// What advances give to a period, by their days in it.
fn advances<'a>(
    turn: &BillingDate,
    places: impl Iterator<Item = &'a ComponentProgress>,
    reach: Reach,
) -> Result<Vec<Counted>, Refusal> {
    let zone = turn.subscription.anchor.zone();
    let mut counted = Vec::new();
    for advance in places.flat_map(|place| &place.advances) {
        let Some(shared) = advance.period.overlap(reach.period) else { continue };
        let share = match shared == advance.period {
            true => Share::FULL,
            false => Share::of(shared, advance.period, Measure::LocalDays, zone)?,
        };
        counted.push(Counted::Advance { amount: advance.amount, share });
    }
    Ok(counted)
}

fn level(
    turn: &BillingDate,
    level: Level,
    (reach, minimum): (Reach, Amount),
    counted: Vec<Counted>,
) -> Result<Missing, Refusal> {
    let Reach { period, grid, measure } = reach;
    let share = Share::of(period, grid, measure, turn.subscription.anchor.zone())?;
    let minimum = minimum.major();
    Ok(Missing { level, period, share, minimum, pulled: Ratio::ZERO, counted })
}

/// The line for what is missing, if anything is, and what was spent above the minimum.
fn line(
    turn: &BillingDate,
    missing: &Missing,
    priced: Option<&Priced>,
) -> Result<(Option<Line>, Ratio), Refusal> {
    let Missing { level, period, share, minimum, pulled, counted } = missing;
    let spent = pulled + sum(&turn.lines, counted);
    let Shortfall { exact, amount, excess } =
        shortfall(turn.subscription.currency, minimum, *share, &spent)?;
    let zero = Amount::zero(amount.currency);
    let line = Line {
        role: Role::Minimum,
        pricing: priced.map(|priced| priced.state.pricing.clone()),
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
    Ok((Some(line).filter(|line| line.amount.is_positive()), excess))
}

/// Everything that counts towards a minimum, in major units.
pub(crate) fn sum(lines: &[Line], counted: &[Counted]) -> Ratio {
    let value = |counted: &Counted| match counted {
        Counted::Line(place) => lines.get(*place).map_or(Ratio::ZERO, |line| line.amount.major()),
        Counted::Earlier(value) => value.clone(),
        Counted::Advance { amount, share } => amount.major() * share.ratio(),
    };
    counted.iter().map(value).sum()
}

/// What the subscription lacks until a change that begins its minimum anew, since another frequency
/// is the shortest from then on. Absent where it goes on as it was.
pub(crate) fn cut_short(
    snapshot: &Snapshot,
    subscription: &Subscription,
    after: &Subscription,
    at: Timestamp,
) -> Result<Option<Vec<Line>>, Refusal> {
    let Some(minimum) = subscription.minimum else { return Ok(None) };
    let running = running(subscription);
    let open = running.iter().filter(|known| known.open.is_some());
    let shortest = open.min_by_key(|each| -monthly_factor(each.term)).map(|running| running.term);
    let terms = after.components().map(|(_, component, _)| component.term);
    let next = terms.min_by_key(|term| -monthly_factor(*term));
    if shortest == next {
        return Ok(None);
    }
    let of = running.iter().filter(|running| Some(running.term) == shortest);
    let open = of.filter_map(|running| running.open).max_by_key(|open| open.served().end);
    let from = subscription.progress.asked_from.unwrap_or(subscription.served_from());
    let reach = open.and_then(|open| reach(subscription, open.until(at)?, from, at));
    // A period that ends now is asked for by the billing date of this instant.
    let Some(reach) = reach.filter(|_| open.is_some_and(|open| open.span.period.end > at)) else {
        return Ok(None);
    };
    let turn = BillingDate::new(snapshot, subscription, at);
    let places = subscription
        .progress
        .components
        .iter()
        .chain(subscription.progress.removed.iter().map(|removed| &removed.progress));
    let mut counted = advances(&turn, places, reach)?;
    counted.push(Counted::Earlier(subscription.progress.counted_all.clone()));
    let missing = level(&turn, Level::Subscription, (reach, minimum), counted)?;
    let (line, _) = line(&turn, &missing, None)?;
    Ok(Some(line.into_iter().collect()))
}
