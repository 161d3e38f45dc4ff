//! What the last invoice of a subscription that was cancelled bills and gives back.

use calendar::{CalendarError, Timestamp};

use crate::invoice::proration_credit::billed;
use crate::invoice::{Line, is_running, measure, pending_lines};
use crate::period::Progress;
use crate::pricing::ProrationType;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::billing_date;
use crate::subscription::cancel::{custom, remaining};
use crate::subscription::lifecycle::Refund;
use crate::subscription::state::Subscription;
use crate::subscription::waive::skip;

/// What the last invoice bills and gives back, without the lines that waited for it.
pub(crate) fn lines(
    snapshot: &Snapshot,
    own: &Subscription,
    at: Timestamp,
) -> Result<(Progress, Vec<Line>), Refusal> {
    let cancel = own.lifecycle.cancel.as_ref();
    let (progress, mut lines) = match cancel.is_some_and(|own| own.remaining_balance) {
        true => remaining::lines(snapshot, own, at)?,
        false => {
            let (mut progress, mut lines) = billing_date::lines(snapshot, own, at)?;
            if pending_lines::waives(own) {
                skip(own, &mut progress, &std::mem::take(&mut lines));
            }
            (progress, lines)
        }
    };
    lines.extend(back(snapshot, own, at)?);
    Ok((progress, lines))
}

/// What comes back of what was billed.
fn back(snapshot: &Snapshot, own: &Subscription, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    match own.lifecycle.cancel.as_ref().map_or(Refund::None, |own| own.refund) {
        Refund::None => Ok(Vec::new()),
        Refund::Prorated => prorated(snapshot, own, at),
        Refund::Full => full(snapshot, own, at),
        Refund::Custom(amount) => custom::lines(snapshot, own, (at, at), amount),
    }
}

/// The unused share of the periods that run.
fn prorated(snapshot: &Snapshot, own: &Subscription, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let used = used(own, at)?;
    let mut lines = Vec::new();
    for line in billed(snapshot, own, |line| line.period.end > at && prorates(line))? {
        let measure = measure(snapshot, own, line.line);
        let (period, unused) = line.unused(own, used, measure);
        lines.extend(line.line(period, unused)?);
    }
    Ok(lines)
}

/// Until when a prorated cancel takes time for used. There, and only there, the first day of a
/// subscription counts whole: who cancels at once has had a day.
pub(crate) fn used(own: &Subscription, at: Timestamp) -> Result<Timestamp, CalendarError> {
    Ok(at.max(own.anchor.zone().next_midnight(own.start)?))
}

/// The periods that run, whole, with what was replaced within them.
fn full(snapshot: &Snapshot, own: &Subscription, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let mut lines = Vec::new();
    for line in billed(snapshot, own, |_| true)? {
        if is_running(own, line.line, line.until, at) {
            lines.extend(line.line(line.line.period, calendar::Share::FULL)?);
        }
    }
    Ok(lines)
}

pub(crate) fn prorates(line: &Line) -> bool {
    let component = line.pricing.as_ref().zip(line.component);
    let component = component.and_then(|(plan, place)| plan.components.get(place));
    component.is_none_or(|own| own.pricing.proration_type == ProrationType::ProrateAll)
}
