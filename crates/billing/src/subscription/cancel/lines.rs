//! What the last invoice of a subscription that was cancelled bills and gives back.

use calendar::{CalendarError, Timestamp};

use crate::invoice::proration_credit::billed;
use crate::invoice::{Line, is_running, measure, pending_lines};
use crate::period::BillingState;
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
    subscription: &Subscription,
    at: Timestamp,
) -> Result<(BillingState, Vec<Line>), Refusal> {
    let cancel = subscription.lifecycle.cancel.as_ref();
    let (state, mut lines) = match cancel.is_some_and(|known| known.remaining_balance) {
        true => remaining::lines(snapshot, subscription, at)?,
        false => {
            let (mut state, mut lines) = billing_date::lines(snapshot, subscription, at)?;
            if pending_lines::waives(subscription) {
                skip(&mut state, &std::mem::take(&mut lines));
            }
            (state, lines)
        }
    };
    lines.extend(back(snapshot, subscription, at)?);
    Ok((state, lines))
}

/// What comes back of what was billed.
fn back(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<Vec<Line>, Refusal> {
    match subscription.lifecycle.cancel.as_ref().map_or(Refund::None, |cancel| cancel.refund) {
        Refund::None => Ok(Vec::new()),
        Refund::Prorated => prorated(snapshot, subscription, at),
        Refund::Full => full(snapshot, subscription, at),
        Refund::Custom(amount) => custom::lines(snapshot, subscription, (at, at), amount),
    }
}

/// The unused share of the periods that run.
fn prorated(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<Vec<Line>, Refusal> {
    let used = used(subscription, at)?;
    let mut lines = Vec::new();
    for line in billed(snapshot, subscription, |line| line.period.end > at && prorates(line))? {
        let measure = measure(snapshot, subscription, line.line);
        let (period, unused) = line.unused(subscription, used, measure)?;
        lines.extend(line.line(period, unused)?);
    }
    Ok(lines)
}

/// Until when a prorated cancel takes time for used. There, and only there, the first day of a
/// subscription counts whole: who cancels at once has had a day.
pub(crate) fn used(subscription: &Subscription, at: Timestamp) -> Result<Timestamp, CalendarError> {
    Ok(at.max(subscription.terms.anchor.zone().next_midnight(subscription.terms.start)?))
}

/// The periods that run, whole, with what was replaced within them.
fn full(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<Vec<Line>, Refusal> {
    let mut lines = Vec::new();
    for line in billed(snapshot, subscription, |_| true)? {
        if is_running(subscription, line.line, line.until, at) {
            lines.extend(line.line(line.line.period, line.whole())?);
        }
    }
    Ok(lines)
}

pub(crate) fn prorates(line: &Line) -> bool {
    let component = line.component.as_ref();
    component.is_none_or(|known| known.pricing.proration_type == ProrationType::ProrateAll)
}
