//! Minimum spends at the end of a period, from the inside out: a component's, a pricing's, the
//! subscription's. What an inner level adds counts in the outer ones.

pub(crate) mod reach;
pub(crate) mod schedule;

use std::sync::Arc;

use calendar::{Measure, Period, Share, Timestamp};
use money::{Amount, Ratio};

use crate::invoice::{Counted, Derivation, Level, Line, Role};
use crate::period::billing::BillingDate;
use crate::period::charge::Priced;
use crate::period::minimum::reach::{Reach, is_waived, reach, reach_of, running};
use crate::period::monthly::monthly_factor;
use crate::period::progress::{ComponentProgress, RunningPeriod};
use crate::period::state::{ComponentState, RemovedComponent, SubscribedPricing};
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
    /// Whether it was asked for elsewhere.
    elsewhere: bool,
}

/// What a component lacks for the period that it just closed, given its first line of this billing
/// date.
pub(crate) fn component(
    billing: &mut BillingDate,
    priced: &Priced,
    progress: &mut ComponentProgress,
    (running, first): (RunningPeriod, usize),
) -> Result<(), Refusal> {
    if is_waived(billing.subscription, running, billing.at) {
        return Ok(());
    }
    let Some(asked) = schedule::asked(priced, running, billing.at)? else { return Ok(()) };
    let mut counted: Vec<Counted> = (first..billing.lines.len()).map(Counted::Line).collect();
    let advance = progress.advance_within(&running, priced.subscription.terms.anchor.zone())?;
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
        elsewhere: asked.elsewhere,
    };
    let (mut pulled, mut spent) = (Ratio::ZERO, Ratio::ZERO);
    if asked.is_over {
        let (line, over) = line(billing, &missing, Some(priced))?;
        billing.lines.extend(line);
        pulled = schedule::pulled_on(priced, &over, running.served());
    } else {
        spent = sum(&billing.lines, &missing.counted)?;
    }
    progress.pulled = pulled;
    progress.spent = spent;
    Ok(())
}

/// What a pricing lacks for the period of its shortest component.
pub(crate) fn pricing(
    billing: &mut BillingDate,
    subscribed: &mut SubscribedPricing,
) -> Result<(), Refusal> {
    let Some(minimum) = subscribed.pricing.minimum else { return Ok(()) };
    let Some(reach) = reach_of(billing.subscription, subscribed, billing.at) else {
        return Ok(());
    };
    let before = std::mem::take(&mut subscribed.counted);
    let removed = billing.subscription.state.removed.iter();
    let removed = removed.filter(|removed| removed.is_of(subscribed)).map(|known| &known.state);
    let mut counted = advances(billing, subscribed.components.iter().chain(removed), reach)?;
    counted.push(Counted::Earlier(before));
    add(billing, subscribed.pricing.clone(), (reach, minimum), counted)
}

/// What a pricing that was removed lacks, given its last charges.
pub(crate) fn removed_pricing(
    billing: &mut BillingDate,
    last: &RemovedComponent,
    running: RunningPeriod,
) -> Result<(), Refusal> {
    let (pricing, since) = (&last.pricing, last.since);
    let Some(minimum) =
        pricing.minimum.filter(|_| !is_waived(billing.subscription, running, billing.at))
    else {
        return Ok(());
    };
    let Some(reach) = reach(billing.subscription, running, since, billing.at) else {
        return Ok(());
    };
    let of =
        |removed: &&RemovedComponent| removed.pricing.id == pricing.id && removed.since == since;
    let removed = || billing.subscription.state.removed.iter().filter(of);
    let mut counted = advances(billing, removed().map(|removed| &removed.state), reach)?;
    counted.push(Counted::Earlier(removed().map(|removed| &removed.counted).sum()));
    let is_its = |line: &Line| {
        let own = line.pricing.as_ref().is_some_and(|of| of.id == pricing.id);
        own && line.credit_price().is_none()
    };
    let lines = billing.lines.iter().enumerate().filter(|(_, line)| is_its(line));
    counted.extend(lines.map(|(place, _)| Counted::Line(place)));
    add(billing, pricing.clone(), (reach, minimum), counted)
}

/// Adds what is missing of the minimum of a pricing.
fn add(
    billing: &mut BillingDate,
    pricing: Arc<ProductPricing>,
    asked: (Reach, Amount),
    counted: Vec<Counted>,
) -> Result<(), Refusal> {
    let missing = level(billing, Level::Pricing, asked, counted)?;
    let (line, _) = line(billing, &missing, None)?;
    if let Some(line) = line {
        billing.state.counted += &line.amount.major();
        billing.lines.push(Line { pricing: Some(pricing), ..line });
    }
    Ok(())
}

/// What the subscription lacks for the period of its shortest component.
pub(crate) fn subscription(billing: &mut BillingDate) -> Result<(), Refusal> {
    let Some(reach) = billing.minimums.all else { return Ok(()) };
    let before = std::mem::take(&mut billing.state.counted);
    let Some(minimum) = billing.subscription.terms.minimum else { return Ok(()) };
    let current = billing.state.components().map(|(_, state)| state);
    let removed = billing.subscription.state.removed.iter().map(|removed| &removed.state);
    let mut counted = advances(billing, current.chain(removed), reach)?;
    counted.push(Counted::Earlier(before));
    let missing = level(billing, Level::Subscription, (reach, minimum), counted)?;
    let (line, _) = line(billing, &missing, None)?;
    billing.lines.extend(line);
    billing.state.asked_from = Some(reach.period.end);
    Ok(())
}

/// What a component billed at the end, from one line on, as far as it counts towards the minimums
/// around it. It is added to what counts for the whole subscription.
pub(crate) fn count(billing: &mut BillingDate, first: usize) -> Ratio {
    if !billing.minimums.asked {
        return Ratio::ZERO;
    }
    let added = billed_since(billing, first);
    billing.state.counted += &added;
    added
}

/// What the lines of a billing date come to, from one of them on.
pub(crate) fn billed_since(billing: &BillingDate, first: usize) -> Ratio {
    let lines = billing.lines.iter().skip(first);
    let lines = lines.filter(|line| line.credit_price().is_none() || line.role == Role::Minimum);
    lines.map(|line| line.amount.major()).sum()
}

/// What advances give to a period, by their days in it.
fn advances<'a>(
    billing: &BillingDate,
    components: impl Iterator<Item = &'a ComponentState>,
    reach: Reach,
) -> Result<Vec<Counted>, Refusal> {
    let zone = billing.subscription.terms.anchor.zone();
    let mut counted = Vec::new();
    // What buys a credit is spent by using that.
    let components = components.filter(|state| state.component.pricing.credit.is_none());
    for advance in components.flat_map(|state| &state.progress.advances) {
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
    billing: &BillingDate,
    level: Level,
    (reach, minimum): (Reach, Amount),
    counted: Vec<Counted>,
) -> Result<Missing, Refusal> {
    let Reach { period, grid, measure, elsewhere } = reach;
    let share = Share::of(period, grid, measure, billing.subscription.terms.anchor.zone())?;
    let minimum = minimum.major();
    Ok(Missing { level, period, share, minimum, pulled: Ratio::ZERO, counted, elsewhere })
}

/// The line for what is missing, if anything is, and what was spent above the minimum.
fn line(
    billing: &BillingDate,
    missing: &Missing,
    priced: Option<&Priced>,
) -> Result<(Option<Line>, Ratio), Refusal> {
    let Missing { level, period, share, minimum, pulled, counted, elsewhere } = missing;
    if *elsewhere {
        return Ok((None, Ratio::ZERO));
    }
    let spent = pulled + sum(&billing.lines, counted)?;
    let Shortfall { exact, amount, excess } =
        shortfall(billing.subscription.terms.currency, minimum, *share, &spent)?;
    let zero = Amount::zero(amount.currency);
    let line = Line {
        id: None,
        since: None,
        collected: None,
        role: Role::Minimum,
        customer: billing.subscription.customer.clone(),
        subscription: Some(billing.subscription.id.clone()),
        one_time: None,
        pricing: priced.map(|priced| priced.pricing.clone()),
        component: priced.map(|priced| priced.component.clone()),
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
        sort_order: priced.and_then(|priced| priced.configuration.sort_order.clone()),
    };
    Ok((Some(line).filter(|line| line.amount.is_positive()), excess))
}

/// Everything that counts towards a minimum, in major units.
pub(crate) fn sum(lines: &[Line], counted: &[Counted]) -> Result<Ratio, Refusal> {
    let mut sum = Ratio::ZERO;
    for each in counted {
        sum += &match each {
            Counted::Line(place) => lines.get(*place).ok_or(Refusal::Mismatched)?.amount.major(),
            Counted::Earlier(value) => value.clone(),
            Counted::Advance { amount, share } => amount.major() * share.ratio(),
        };
    }
    Ok(sum)
}

/// What the subscription lacks until a change that begins its minimum anew, since another frequency
/// is the shortest from then on. Absent where it goes on as it was.
pub(crate) fn cut_short(
    snapshot: &Snapshot,
    subscription: &Subscription,
    after: &Subscription,
    at: Timestamp,
) -> Result<Option<Vec<Line>>, Refusal> {
    let Some(minimum) = subscription.terms.minimum else { return Ok(None) };
    let running = running(subscription);
    let open = running.iter().filter(|known| known.running.is_some());
    let shortest = open.min_by_key(|each| -monthly_factor(each.term)).map(|running| running.term);
    let terms = after.state.components().map(|(_, state)| state.component.term);
    let next = terms.min_by_key(|term| -monthly_factor(*term));
    if shortest == next {
        return Ok(None);
    }
    let of = running.iter().filter(|running| Some(running.term) == shortest);
    let open = of.filter_map(|running| running.running).max_by_key(|running| running.served().end);
    let from = subscription.state.asked_from.unwrap_or(subscription.served_from());
    let reach = open.and_then(|running| reach(subscription, running.until(at)?, from, at));
    // A period that ends now is asked for by the billing date of this instant.
    let Some(reach) = reach.filter(|_| open.is_some_and(|running| running.span.period.end > at))
    else {
        return Ok(None);
    };
    let billing = BillingDate::new(snapshot, subscription, at);
    let mut counted = advances(&billing, subscription.state.all(), reach)?;
    counted.push(Counted::Earlier(subscription.state.counted.clone()));
    let missing = level(&billing, Level::Subscription, (reach, minimum), counted)?;
    let (line, _) = line(&billing, &missing, None)?;
    Ok(Some(line.into_iter().collect()))
}
