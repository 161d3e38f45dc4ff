//! What would be an invoice, had no rollup collected it: its lines wait.

use std::sync::Arc;

use crate::fact::Fact;
use crate::invoice::assemble::part::resets;
use crate::invoice::assemble::{grace_end, is_metered, reason};
use crate::invoice::pay_out::reach::has_reachable;
use crate::invoice::{Cause, Collected, Counted, Derivation, Line, pending_lines};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Refund, Subscription};
use crate::work::Moment;

/// The facts of lines that wait for the rollup of the payer. None where they are an invoice at
/// once: without a rollup, what a pause waives, and what a cancel gives back.
pub(crate) fn collect(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    (cause, lines): (&Cause, &[Line]),
    moment: Moment,
) -> Result<Option<Vec<Fact>>, Refusal> {
    if snapshot.payer.rollup.is_none() || pending_lines::waives(subscription) {
        return Ok(None);
    }
    let refund = subscription.lifecycle.cancel.as_ref().map(|cancel| cancel.refund);
    // What is left of credits may come back, even where no line does.
    let alone = lines.is_empty()
        && refund.is_some_and(|refund| refund != Refund::None)
        && has_reachable(snapshot, subscription)?;
    let pays_out = alone || lines.iter().any(|line| line.corrects().is_some());
    if matches!(cause, Cause::Cancel { .. }) && pays_out {
        return Ok(None);
    }
    if lines.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let late = subscription.terms.grace > 0 && lines.iter().any(is_metered);
    let collected = Collected {
        at: moment.at,
        reason: reason(cause),
        resets: resets(subscription, cause),
        until: late.then(|| grace_end(subscription, moment.at)).transpose()?,
    };
    let known = snapshot.pending_lines.of(&subscription.id).iter().cloned();
    let fresh = closed_first(lines).into_iter();
    let fresh = fresh.map(|line| Line { collected: Some(collected), ..line });
    let all = known.chain(fresh).collect();
    Ok(Some(vec![pending_lines::waits(snapshot, subscription, moment.at, all)]))
}

/// Lines of time that is over stand before those of time to come, which may still be cut: minimums
/// name what counts towards them by its place.
fn closed_first(lines: &[Line]) -> Vec<Line> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|place| lines.get(*place).is_some_and(Line::is_ahead));
    let moved: Vec<Option<usize>> =
        (0..lines.len()).map(|place| order.iter().position(|known| *known == place)).collect();
    let mut sorted: Vec<Line> =
        order.iter().filter_map(|place| lines.get(*place).cloned()).collect();
    for line in &mut sorted {
        move_counted(line, |place| moved.get(place).copied().flatten().unwrap_or(place));
    }
    sorted
}

/// Adds lines that waited to those of an invoice. Lines of one billing stand together, and minimums
/// name what counts towards them by its place among these.
pub(crate) fn add(all: &mut Vec<Line>, lines: Vec<Line>) {
    let mut from = all.len();
    let mut last = None;
    for mut line in lines {
        if last != Some(line.collected) {
            from = all.len();
            last = Some(line.collected);
        }
        let base = from;
        move_counted(&mut line, |place| base.saturating_add(place));
        all.push(line);
    }
}

/// Gives the lines that count towards a minimum other places.
pub(crate) fn move_counted(line: &mut Line, place: impl Fn(usize) -> usize) {
    let Derivation::Minimum { counted, .. } = &mut line.derivation else { return };
    for each in counted {
        if let Counted::Line(known) = each {
            *known = place(*known);
        }
    }
}
