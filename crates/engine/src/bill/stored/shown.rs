//! The life of a subscription as it is answered.

use billing::subscription::{Behaviour, Cancel, Pause, Trial};
use calendar::Timestamp;
use records::subscription::cancel::CancelConfig;
use records::subscription::change::ChangeConfig;
use records::subscription::pause::{PauseBehavior, PauseConfig};
use records::subscription::scheduled_change::ScheduledChange;
use records::{Moment, SentAmount};
use serde::{Deserialize, Serialize};
use store::subscription::SubscriptionRow;

use super::lifecycle::ShownDetails;
use super::{Unreadable, lift, read};

/// What of a life is shown; the pricings that it refers to are not needed for it.
#[derive(Deserialize)]
struct Life {
    lifecycle: Lifecycle,
    #[serde(default)]
    details: ShownDetails,
}

#[derive(Deserialize)]
struct Lifecycle {
    trial: Option<Trial>,
    #[serde(with = "calendar::micros::optional", default)]
    converted: Option<Timestamp>,
    cancel: Option<Cancel>,
    #[serde(default)]
    changes: Vec<Change>,
    changed: Option<Change>,
    pause: Option<Pause>,
}

#[derive(Deserialize)]
struct Change {
    id: String,
    #[serde(with = "calendar::micros")]
    at: Timestamp,
    #[serde(with = "calendar::micros::optional", default)]
    applied: Option<Timestamp>,
    scheduled: bool,
}

/// The fields of `records::Subscription` that follow from its life.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Shown {
    pub(crate) cancel_config: Option<CancelConfig>,
    pub(crate) cancel_date: Option<Moment>,
    /// The change that was asked for and waits, else the last that was made.
    pub(crate) change_config: Option<ChangeConfig>,
    pub(crate) change_date: Option<Moment>,
    pub(crate) pause_config: Option<PauseConfig>,
    pub(crate) pause_date: Option<Moment>,
    pub(crate) scheduled_changes: Vec<ScheduledChange>,
    pub(crate) trial_conversion_date: Option<Moment>,
    /// When the trial that runs will end.
    #[serde(skip)]
    pub(crate) trial_end: Option<Moment>,
}

/// What a stored life shows; nothing where there is none.
pub(crate) fn shown(row: &SubscriptionRow) -> Result<Shown, Unreadable> {
    let Some(life) = &row.life else { return Ok(Shown::default()) };
    let Life { lifecycle, details } = read(&lift::life(&row.columns, life)?)?;
    let Lifecycle { trial, converted, cancel, changes, changed, pause } = lifecycle;
    let config = |change: &Change| {
        let asked = details.changes.get(&change.id).map(|known| known.config.clone());
        ChangeConfig {
            actual_change_time: change.applied.map(Moment::from),
            ..asked.unwrap_or_default()
        }
    };
    let cancel_config = |cancel: &Cancel| {
        let asked = details.cancels.get(&cancel.id.to_string());
        asked.map(|known| known.config.clone()).unwrap_or_default()
    };
    let asked = changes.iter().find(|change| !change.scheduled).or(changed.as_ref());
    let agreed = changes.iter().filter(|change| change.scheduled);
    Ok(Shown {
        cancel_config: cancel.as_ref().map(cancel_config),
        cancel_date: cancel.as_ref().map(|cancel| cancel.asked.into()),
        change_config: asked.map(config),
        change_date: changes.iter().map(|change| Moment::from(change.at)).min(),
        pause_config: pause.map(paused),
        pause_date: pause.map(|pause| pause.from.into()),
        scheduled_changes: agreed.map(|change| planned(change, config(change))).collect(),
        trial_conversion_date: converted.map(Moment::from),
        trial_end: trial.map(|trial| trial.end.into()),
    })
}

fn paused(pause: Pause) -> PauseConfig {
    let behavior = match pause.behaviour {
        Behaviour::Draft => PauseBehavior::KeepAsDraft,
        Behaviour::Void => PauseBehavior::Void,
    };
    PauseConfig { behavior: Some(behavior), resume_date: pause.resume.map(Moment::from) }
}

/// A change that came with the subscription, in the shape in which it came.
fn planned(change: &Change, asked: ChangeConfig) -> ScheduledChange {
    fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
        (!list.is_empty()).then_some(list)
    }
    ScheduledChange {
        auto_charges: asked.auto_charges,
        auto_renews: asked.auto_renews,
        config_items: some(asked.config_items),
        custom_change_date: Some(change.at.into()),
        discounts: some(asked.discounts),
        metadata: asked.metadata,
        minimum_spend: asked.minimum_spend.map(SentAmount::from),
        onetime_items: some(asked.onetime_items),
        payment_method_id: asked.payment_method_id,
        product_pricing_ids: some(asked.product_pricing_ids),
        reset_billing_anchor: Some(asked.reset_billing_anchor),
        trial: asked.trial,
    }
}
