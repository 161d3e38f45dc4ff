//! The lines of an invoice by other usage: what is metered is charged again, and what minimums
//! lack moves with it.

use calendar::Period;
use money::Ratio;

use crate::invoice::line::{Counted, Derivation, Level, Line};
use crate::invoice::reissue;
use crate::invoice::used::Used;
use crate::period::minimum;
use crate::pricing::shortfall;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// Lines that waited, with what is metered for their periods now. Each keeps its place.
pub(crate) fn metered_now(snapshot: &Snapshot, lines: &[Line]) -> Result<Vec<Line>, Refusal> {
    let again = |line: &Line| {
        let known = line.subscription.as_ref().filter(|id| snapshot.subscription(id).is_some());
        match line.collected {
            Some(_) => reissue::again(snapshot, known, line),
            None => Ok(line.clone()),
        }
    };
    let mut now: Vec<Line> = lines.iter().map(again).collect::<Result<_, _>>()?;
    minimums(lines, &mut now)?;
    Ok(now)
}

/// Lines without minimums that lack nothing any more.
pub(crate) fn without_met(lines: Vec<Line>) -> Vec<Line> {
    let stays = |line: &Line| {
        !matches!(line.derivation, Derivation::Minimum { .. }) || !line.amount.is_zero()
    };
    let mut places = Vec::with_capacity(lines.len());
    let mut next = 0_usize;
    for line in &lines {
        places.push(next);
        next = next.saturating_add(usize::from(stays(line)));
    }
    let mut kept: Vec<Line> = lines.into_iter().filter(stays).collect();
    for line in &mut kept {
        let Derivation::Minimum { counted, .. } = &mut line.derivation else { continue };
        for each in counted {
            if let Counted::Line(known) = each {
                *known = places.get(*known).copied().unwrap_or(*known);
            }
        }
    }
    kept
}

/// What minimums lack, given lines as they were and as they are now.
pub(crate) fn minimums(were: &[Line], now: &mut [Line]) -> Result<(), Refusal> {
    for place in 0..now.len() {
        let Some(line) = now.get(place).cloned() else { continue };
        let Derivation::Minimum { level, minimum, pulled, mut counted } = line.derivation.clone()
        else {
            continue;
        };
        let moved = moved(were, now, (&line, level));
        if !moved.is_zero() {
            counted.push(Counted::Earlier(moved));
        }
        let spent = &pulled + minimum::sum(now, &counted)?;
        let missing = shortfall(line.amount.currency, &minimum, line.share, &spent)?;
        let derivation = Derivation::Minimum { level, minimum, pulled, counted };
        let line = Line { derivation, exact: missing.exact, amount: missing.amount, ..line };
        if let Some(known) = now.get_mut(place) {
            *known = line;
        }
    }
    Ok(())
}

/// By how much the charges moved that a minimum around components counted before it was asked for.
fn moved(were: &[Line], now: &[Line], (asked, level): (&Line, Level)) -> Ratio {
    let pricing = |line: &Line| line.pricing.as_ref().map(|pricing| pricing.id.clone());
    let counts = |line: &Line| match (&line.derivation, level) {
        (_, Level::Component) => false,
        (Derivation::Minimum { level: inner, .. }, Level::Pricing) => {
            *inner == Level::Component && pricing(line) == pricing(asked)
        }
        (Derivation::Minimum { level: inner, .. }, Level::Subscription) => {
            *inner != Level::Subscription
        }
        (Derivation::Charge { .. }, Level::Pricing) => pricing(line) == pricing(asked),
        (Derivation::Charge { .. }, Level::Subscription) => true,
        (Derivation::ProrationCredit(_), Level::Pricing | Level::Subscription) => false,
    };
    let within = |period: Period| asked.period.start < period.end && period.end <= asked.period.end;
    let pairs = were.iter().zip(now);
    let its = pairs.filter(|(_, line)| {
        counts(line) && within(line.period) && line.subscription == asked.subscription
    });
    its.map(|(was, line)| line.amount.major() - was.amount.major()).sum()
}

/// A line by another metered value. An advance of a period that is over becomes what exceeds it.
pub(crate) fn by(line: &Line, metered: &Ratio) -> Result<Line, Refusal> {
    if !line.is_ahead() {
        return reissue::metered_by(line, metered.clone());
    }
    let mut beyond = line.clone();
    if let Derivation::Charge { less, used, .. } = &mut beyond.derivation {
        *less = Some(line.amount);
        *used = Some(Used::new(metered.clone(), Ratio::ZERO));
    }
    reissue::metered_by(&beyond, metered.clone())
}
