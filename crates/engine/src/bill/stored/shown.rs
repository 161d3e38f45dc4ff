//! The life of a subscription as it is answered.

use billing::subscription::{Behaviour, Pause};
use records::Moment;
use records::subscription::cancel::CancelConfig;
use records::subscription::change::ChangeConfig;
use records::subscription::pause::{PauseBehavior, PauseConfig};
use records::subscription::scheduled_change::ScheduledChange;
use serde::Serialize;

use super::lifecycle::{StoredChange, StoredLifecycle};
use super::{Unreadable, read};

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
}

/// What a kept life shows; nothing where there is none.
pub(crate) fn shown(life: Option<&str>) -> Result<Shown, Unreadable> {
    let Some(life) = life else { return Ok(Shown::default()) };
    let life: StoredLifecycle = read(life)?;
    let (cancel, pause) = (life.cancel.as_ref(), life.pause);
    let asked = life
        .changes
        .iter()
        .find(|stored_change| !stored_change.scheduled)
        .or(life.changed.as_ref());
    Ok(Shown {
        cancel_config: cancel.map(|stored_cancel| stored_cancel.note.config.clone()),
        cancel_date: cancel.map(|stored_cancel| stored_cancel.cancel.asked.into()),
        change_config: asked.map(config),
        change_date: life.changes.iter().map(|stored_change| Moment::from(stored_change.at)).min(),
        pause_config: pause.map(paused),
        pause_date: pause.map(|pause| pause.from.into()),
        scheduled_changes: life
            .changes
            .iter()
            .filter(|stored_change| stored_change.scheduled)
            .map(planned)
            .collect(),
        trial_conversion_date: life.converted.map(Moment::from),
    })
}

fn config(stored_change: &StoredChange) -> ChangeConfig {
    let actual_change_time = stored_change.applied.map(Moment::from);
    ChangeConfig { actual_change_time, ..stored_change.note.config.clone() }
}

fn paused(pause: Pause) -> PauseConfig {
    let behavior = match pause.behaviour {
        Behaviour::Draft => PauseBehavior::KeepAsDraft,
        Behaviour::Void => PauseBehavior::Void,
    };
    PauseConfig { behavior: Some(behavior), resume_date: pause.resume.map(Moment::from) }
}

/// A change that came with the subscription, in the shape in which it came.
fn planned(stored_change: &StoredChange) -> ScheduledChange {
    fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
        (!list.is_empty()).then_some(list)
    }
    let asked = stored_change.note.config.clone();
    ScheduledChange {
        auto_charges: asked.auto_charges,
        auto_renews: asked.auto_renews,
        config_items: some(asked.config_items),
        custom_change_date: Some(stored_change.at.into()),
        discounts: some(asked.discounts),
        metadata: asked.metadata,
        minimum_spend: asked.minimum_spend,
        onetime_items: some(asked.onetime_items),
        payment_method_id: asked.payment_method_id,
        product_pricing_ids: some(asked.product_pricing_ids),
        reset_billing_anchor: Some(asked.reset_billing_anchor),
        trial: asked.trial,
    }
}
