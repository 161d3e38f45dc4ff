//! What recurs until the renewal, billed at once with the end: the billing dates that would have
//! come, with what was used until now. Those that a pause would have waived are waived.

use calendar::Timestamp;

use crate::invoice::{Counted, Derivation, Line, pending_lines};
use crate::period::BillingState;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::billing_date;
use crate::subscription::check::size;
use crate::subscription::state::Subscription;

/// All lines until the renewal, in the order of their billing dates.
pub(crate) fn lines(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<(BillingState, Vec<Line>), Refusal> {
    let until = subscription.renewals.date.max(at);
    let resumes = subscription.lifecycle.pause.and_then(|pause| pause.resume);
    let mut lifecycle = subscription.lifecycle.clone();
    let before = lifecycle.cancel.take().and_then(|cancel| cancel.before);
    let end = Some(before.map_or(until, |end| end.min(until)).max(at));
    size::check_at_once(subscription, (at, until), "charge_remaining_balance")?;
    let mut virtually = Subscription { lifecycle, end, ..subscription.clone() };
    let mut all: Vec<Line> = Vec::new();
    while let Some(date) = virtually.next_billing_date().filter(|date| *date <= until) {
        let date = end.map_or(date, |end| date.min(end));
        let (state, lines) = billing_date::lines(snapshot, &virtually, date)?;
        let stuck = state == virtually.state;
        virtually.state = state;
        match pending_lines::waives(subscription) && resumes.is_none_or(|resumes| date < resumes) {
            true => crate::subscription::waive::skip(&mut virtually.state, &lines),
            false => append(&mut all, lines, at),
        }
        if stuck || end.is_some_and(|end| end <= date) {
            break;
        }
    }
    Ok((virtually.state, all))
}

/// Adds the lines of a billing date. What comes to nothing in time to come is left out; lines that
/// a minimum counts are named by their new places.
fn append(all: &mut Vec<Line>, lines: Vec<Line>, at: Timestamp) {
    let mut places = Vec::new();
    for mut line in lines {
        if line.amount.is_zero() && line.period.start >= at {
            places.push(None);
            continue;
        }
        if let Derivation::Minimum { counted, .. } = &mut line.derivation {
            let moved = counted.drain(..).filter_map(|known| match known {
                Counted::Line(place) => places.get(place).copied().flatten().map(Counted::Line),
                other => Some(other),
            });
            *counted = moved.collect();
        }
        places.push(Some(all.len()));
        all.push(line);
    }
}
