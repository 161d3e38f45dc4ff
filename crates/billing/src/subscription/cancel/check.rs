//! What can be wrong with a cancel. Every fault is named by the path of its field.

use calendar::Timestamp;
use money::Amount;

use crate::command::AskCancel;
use crate::definition::Faults;
use crate::refusal::Refusal;
use crate::subscription::cancel::custom;
use crate::subscription::lifecycle::{Refund, Timing};
use crate::subscription::state::{Status, Subscription};
use crate::subscription::timing;
use crate::work::Work;

/// When a cancel that may be made takes effect.
pub(crate) fn check(
    work: &Work,
    subscription: &Subscription,
    asked: &AskCancel,
) -> Result<Timestamp, Refusal> {
    let mut faults = Faults::default();
    let custom = asked.timing == Timing::CustomDate;
    let mut at = match (subscription.status, asked.timing) {
        // Nothing runs whose end could be waited for.
        (Status::Pending, Timing::PeriodEnd) => work.now,
        (_, timing) => timing::date(subscription, work.now, timing, asked.custom_end)?,
    };
    let end = subscription.known_end();
    if custom && asked.custom_end.is_none() {
        faults.add("custom_end_date", "required", "is required for a date of its own");
    } else if custom && at < work.now {
        faults.add("custom_end_date", "in_the_past", "must not lie in the past");
    } else if custom && end.is_some_and(|end| end < at) {
        faults.add("custom_end_date", "after_end", "must not lie after the end");
    }
    at = end.map_or(at, |end| at.min(end)).max(work.now);
    if asked.remaining_balance && asked.refund != Refund::None {
        let detail = "goes only with a refund_type of NONE";
        faults.add("charge_remaining_balance", "with_refund", detail);
    }
    if let Refund::Custom(amount) = asked.refund {
        check_amount(work, subscription, (amount, at), &mut faults)?;
    }
    faults.or(Some(at)).map_err(Refusal::Invalid)
}

fn check_amount(
    work: &Work,
    subscription: &Subscription,
    (amount, at): (Amount, Timestamp),
    faults: &mut Faults,
) -> Result<(), Refusal> {
    let pointer = "custom_refund_amount";
    if amount.currency != subscription.terms.currency {
        let detail = "must be the currency of the subscription";
        faults.add(&format!("{pointer}/currency"), "currency_mismatch", detail);
        return Ok(());
    }
    if amount.is_negative() {
        let pointer = format!("{pointer}/value_in_cents");
        faults.add(&pointer, "negative", "must not be negative");
    }
    let most = custom::most(&work.snapshot, subscription, (at, work.now))?;
    if amount.minor > most.minor {
        let detail = format!("is above {most}, which is all that can be given back");
        faults.add(&format!("{pointer}/value_in_cents"), "above_billed", detail);
    }
    Ok(())
}
