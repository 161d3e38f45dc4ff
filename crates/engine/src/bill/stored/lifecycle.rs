//! The life of a subscription as one document: what the core decides by, and beside every change
//! and cancel what only the interface knows of it. One with nothing but its periods has none.

use std::collections::BTreeMap;
use std::sync::Arc;

use billing::id::Handle;
use billing::pricing::Setting;
use billing::subscription::{
    Cancel, Change, Changes, Lifecycle, NewDiscount, NewTrial, Pause, Picked, Proration, Timing,
    Trial,
};
use calendar::{Term, Timestamp};
use money::{Amount, Currency};
use records::subscription::cancel::CancelConfig;
use records::subscription::change::ChangeConfig;
use serde::{Deserialize, Serialize};

use super::line::{self, StoredLine};
use super::pricings::Pricings;
use super::{Unreadable, written};

/// What only the interface knows of a change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ChangeDetails {
    /// As it was asked for; `bundle_pricing_id` is the bundle afterwards. What was done is filled
    /// in when it is.
    pub(crate) config: ChangeConfig,
    /// The name that invoices have afterwards, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// What only the interface knows of a cancel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct CancelDetails {
    /// As it was asked for.
    pub(crate) config: CancelConfig,
}

/// The notes of changes and cancels, by their ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownDetails {
    pub(crate) changes: BTreeMap<String, ChangeDetails>,
    pub(crate) cancels: BTreeMap<String, CancelDetails>,
}

impl ShownDetails {
    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.cancels.is_empty()
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredLifecycle {
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<Trial>,
    #[serde(with = "calendar::micros::optional", skip_serializing_if = "Option::is_none")]
    pub(super) converted: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cancel: Option<StoredCancel>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) changes: Vec<StoredChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) changed: Option<StoredChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pause: Option<Pause>,
    /// Pricings of removed components, in the first form; now these name them.
    #[serde(skip_serializing)]
    former: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<StoredLine>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredCancel {
    #[serde(rename = "own")]
    pub(super) cancel: Cancel,
    pub(super) note: CancelDetails,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredChange {
    id: Handle,
    #[serde(with = "calendar::micros")]
    asked: Timestamp,
    timing: Timing,
    proration: Proration,
    #[serde(with = "calendar::micros")]
    pub(super) at: Timestamp,
    #[serde(with = "calendar::micros::optional")]
    pub(super) applied: Option<Timestamp>,
    pub(super) scheduled: bool,
    wanted: StoredChanges,
    pub(super) note: ChangeDetails,
}

#[derive(Serialize, Deserialize)]
struct StoredChanges {
    plans: Option<Vec<StoredPicked>>,
    reset_anchor: bool,
    term: Option<Term>,
    relative_term: bool,
    auto_renews: Option<bool>,
    auto_charges: Option<bool>,
    minimum: Option<Agreed>,
    discounts: Vec<NewDiscount>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trial: Option<NewTrial>,
}

/// A minimum that a change sets or takes away.
#[derive(Serialize, Deserialize)]
struct Agreed {
    minimum: Option<Amount>,
}

#[derive(Serialize, Deserialize)]
struct StoredPicked {
    plan: String,
    configs: Vec<Option<Setting>>,
}

/// The document of a life; none where there is nothing to keep.
pub(crate) fn life(
    lifecycle: &Lifecycle,
    notes: &ShownDetails,
) -> Result<Option<String>, Unreadable> {
    StoredLifecycle::of(lifecycle, notes).map(|kept| written(&kept)).transpose()
}

impl StoredLifecycle {
    pub(crate) fn of(lifecycle: &Lifecycle, notes: &ShownDetails) -> Option<StoredLifecycle> {
        // Whether it was ever worth anything is kept with what it is worth.
        let Lifecycle {
            trial,
            converted,
            cancel,
            changes,
            changed,
            pause,
            pending_lines: waiting,
            ..
        } = lifecycle;
        let nothing = trial.is_none() && converted.is_none() && cancel.is_none();
        let nothing = nothing && changes.is_empty() && changed.is_none() && pause.is_none();
        if nothing && waiting.is_empty() {
            return None;
        }
        Some(StoredLifecycle {
            trial: *trial,
            converted: *converted,
            cancel: cancel.as_ref().map(|cancel| StoredCancel {
                cancel: Cancel::clone(cancel),
                note: notes.cancels.get(&cancel.id.to_string()).cloned().unwrap_or_default(),
            }),
            changes: changes.iter().map(|known| change(known, notes)).collect(),
            changed: changed.as_ref().map(|known| change(known, notes)),
            pause: *pause,
            former: Vec::new(),
            waiting: waiting.iter().map(line::keep).collect(),
        })
    }

    /// The pricings that it needs to be read again.
    pub(crate) fn pricings(&self) -> impl Iterator<Item = &str> {
        let changes = self.changes.iter().chain(&self.changed);
        let plans = changes.flat_map(|stored_change| stored_change.wanted.plans.iter().flatten());
        let plans = plans.map(|stored_picked| stored_picked.plan.as_str());
        let plans = plans.chain(self.former.iter().map(String::as_str));
        plans.chain(self.waiting.iter().filter_map(StoredLine::plan))
    }

    pub(crate) fn restore(
        self,
        currency: Currency,
        plans: &Pricings,
    ) -> Result<(Lifecycle, ShownDetails), Unreadable> {
        let mut notes = ShownDetails::default();
        let mut changes = Vec::with_capacity(self.changes.len());
        for stored_change in self.changes {
            changes.push(Arc::new(stored_change.restore(&mut notes, plans)?));
        }
        let changed = self
            .changed
            .map(|stored_change| stored_change.restore(&mut notes, plans))
            .transpose()?;
        let cancel = self.cancel.map(|StoredCancel { cancel, note }| {
            notes.cancels.insert(cancel.id.to_string(), note);
            Arc::new(cancel)
        });
        let lines = self
            .waiting
            .into_iter()
            .map(|stored_line| line::restored(stored_line, currency, plans));
        let lifecycle = Lifecycle {
            trial: self.trial,
            converted: self.converted,
            cancel,
            changes,
            changed: changed.map(Arc::new),
            pause: self.pause,
            valued: false,
            pending_lines: lines.collect::<Result<_, _>>()?,
        };
        Ok((lifecycle, notes))
    }
}

fn change(known: &Change, notes: &ShownDetails) -> StoredChange {
    let Change { id, asked, timing, proration, at, applied, scheduled, wanted } = known;
    StoredChange {
        id: id.clone(),
        asked: *asked,
        timing: *timing,
        proration: *proration,
        at: *at,
        applied: *applied,
        scheduled: *scheduled,
        wanted: changes(wanted),
        note: notes.changes.get(&id.to_string()).cloned().unwrap_or_default(),
    }
}

fn changes(known: &Changes) -> StoredChanges {
    let Changes { pricings: plans, reset_anchor, term, relative_term, auto_renews, .. } = known;
    let Changes { auto_charges, minimum, discounts, trial, .. } = known;
    let picked = |picked: &Picked| StoredPicked {
        plan: picked.pricing.id.to_string(),
        configs: picked.configurations.clone(),
    };
    StoredChanges {
        plans: plans.as_ref().map(|all| all.iter().map(picked).collect()),
        reset_anchor: *reset_anchor,
        term: *term,
        relative_term: *relative_term,
        auto_renews: *auto_renews,
        auto_charges: *auto_charges,
        minimum: minimum.map(|minimum| Agreed { minimum }),
        discounts: discounts.clone(),
        trial: *trial,
    }
}

impl StoredChange {
    fn restore(self, notes: &mut ShownDetails, plans: &Pricings) -> Result<Change, Unreadable> {
        notes.changes.insert(self.id.to_string(), self.note);
        Ok(Change {
            id: self.id,
            asked: self.asked,
            timing: self.timing,
            proration: self.proration,
            at: self.at,
            applied: self.applied,
            scheduled: self.scheduled,
            wanted: self.wanted.restore(plans)?,
        })
    }
}

impl StoredChanges {
    fn restore(self, plans: &Pricings) -> Result<Changes, Unreadable> {
        let picked = |stored_picked: StoredPicked| {
            let pricing = plans
                .get(&stored_picked.plan)
                .ok_or_else(|| Unreadable::plan(&stored_picked.plan))?;
            Ok(Picked { pricing: Arc::clone(pricing), configurations: stored_picked.configs })
        };
        let all = |all: Vec<StoredPicked>| all.into_iter().map(picked).collect();
        let plans: Option<Result<Vec<Picked>, Unreadable>> = self.plans.map(all);
        Ok(Changes {
            pricings: plans.transpose()?,
            reset_anchor: self.reset_anchor,
            term: self.term,
            relative_term: self.relative_term,
            auto_renews: self.auto_renews,
            auto_charges: self.auto_charges,
            minimum: self.minimum.map(|agreed| agreed.minimum),
            discounts: self.discounts,
            trial: self.trial,
        })
    }
}
