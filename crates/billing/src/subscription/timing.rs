//! When something that is asked for takes effect.

use calendar::Timestamp;

use crate::refusal::Refusal;
use crate::subscription::lifecycle::Timing;
use crate::subscription::state::Subscription;

/// When something that is asked for takes effect.
pub(crate) fn date(
    subscription: &Subscription,
    now: Timestamp,
    timing: Timing,
    custom: Option<Timestamp>,
) -> Result<Timestamp, Refusal> {
    Ok(match timing {
        Timing::Immediate => now,
        Timing::PeriodEnd => match subscription.lifecycle.trial {
            Some(trial) => trial.end,
            None => subscription.period_end(now.max(subscription.terms.start))?,
        },
        Timing::Renewal => subscription.renewals.date,
        Timing::CustomDate => custom.unwrap_or(now),
    })
}
