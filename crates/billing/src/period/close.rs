//! The end of a period: what of it is billed, and the line that is only known then.

use calendar::Timestamp;

use crate::invoice::Line;
use crate::period::charge::{self, Priced};
use crate::period::progress::{ComponentProgress, RunningPeriod};
use crate::pricing::{ChargeType, Kind, ProrationType};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Refund, Subscription};

/// What is billed of a period that is over, or in which everything ends. What was paid for in
/// advance and does not come back is not cut.
pub(crate) fn last_part(
    subscription: &Subscription,
    priced: &Priced,
    running: RunningPeriod,
    at: Timestamp,
) -> Option<RunningPeriod> {
    let end = subscription.known_end().filter(|end| *end <= at && *end < running.served().end);
    let Some(end) = end else { return Some(running) };
    let comes_back = subscription
        .lifecycle
        .cancel
        .as_ref()
        .is_some_and(|cancel| cancel.refund == Refund::Prorated)
        && priced.component.pricing.proration_type == ProrationType::ProrateAll;
    match priced.component.charge_type() {
        ChargeType::PostOnly => running.ended(end),
        ChargeType::PrePost if comes_back => running.until(end),
        ChargeType::PrePost => Some(running),
    }
}

/// The line of a period that is over, if it has one.
pub(crate) fn close_period(
    snapshot: &Snapshot,
    priced: &Priced,
    progress: &mut ComponentProgress,
    running: RunningPeriod,
) -> Result<Option<Line>, Refusal> {
    let served = running.served();
    let of = (&priced.subscription.id, &**priced.component);
    let by = (priced.share(running)?, running.measure);
    let used = charge::metered(snapshot, of, served, by)?;
    let used = priced.carry(progress, used, running)?;
    let line = match (priced.component.charge_type(), priced.component.kind) {
        (ChargeType::PrePost, Kind::Licence) => None,
        (ChargeType::PrePost, Kind::Usage) => {
            let zone = priced.subscription.terms.anchor.zone();
            priced.excess(running, used, progress.advance_within(&running, zone)?)?
        }
        (ChargeType::PostOnly, _) => Some(priced.arrears(running, used)?),
    };
    if line.as_ref().is_some_and(Priced::is_empty) {
        progress.skip(served);
        return Ok(None);
    }
    if running.elsewhere || snapshot.customer_of(priced.subscription)?.managed_externally {
        if priced.component.charge_type() == ChargeType::PostOnly {
            progress.skip(served);
        }
        return Ok(None);
    }
    Ok(line)
}
