//! The life of a subscription as one document: what the core decides by, in its own types, with its
//! lines that wait, and beside it what only the interface knows of changes and cancels. One with
//! nothing but its periods has none.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use billing::invoice::Line;
use billing::pricing::Pricings;
use billing::subscription::Lifecycle;
use records::subscription::cancel::CancelConfig;
use records::subscription::change::ChangeConfig;
use serde::{Deserialize, Serialize};

use super::{Unreadable, VERSION, read, written};

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

/// What only the interface knows of changes and cancels, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ShownDetails {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) changes: BTreeMap<String, ChangeDetails>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) cancels: BTreeMap<String, CancelDetails>,
}

/// The life of a subscription as it is read.
#[derive(Default)]
pub(crate) struct Life {
    pub(crate) lifecycle: Lifecycle,
    pub(crate) pending_lines: Arc<[Line]>,
    pub(crate) details: ShownDetails,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredLifecycle<'a> {
    v: u32,
    lifecycle: Ahead<'a>,
    #[serde(default, skip_serializing_if = "is_empty")]
    details: Cow<'a, ShownDetails>,
}

/// What is ahead of a subscription, and its lines that wait.
#[derive(Serialize, Deserialize)]
struct Ahead<'a> {
    #[serde(flatten)]
    lifecycle: Cow<'a, Lifecycle>,
    #[serde(default, skip_serializing_if = "is_none")]
    pending_lines: Cow<'a, [Line]>,
}

fn is_none(lines: &[Line]) -> bool {
    lines.is_empty()
}

fn is_empty(details: &ShownDetails) -> bool {
    details.is_empty()
}

impl ShownDetails {
    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.cancels.is_empty()
    }

    /// Those of changes and cancels that a life knows of.
    fn of(&self, lifecycle: &Lifecycle) -> ShownDetails {
        let changes = lifecycle.changes.iter().chain(&lifecycle.changed);
        let changes =
            changes.filter_map(|change| self.changes.get_key_value(&change.id.to_string()));
        let cancels = lifecycle
            .cancel
            .iter()
            .filter_map(|cancel| self.cancels.get_key_value(&cancel.id.to_string()));
        ShownDetails {
            changes: changes.map(|(id, details)| (id.clone(), details.clone())).collect(),
            cancels: cancels.map(|(id, details)| (id.clone(), details.clone())).collect(),
        }
    }
}

impl<'a> StoredLifecycle<'a> {
    /// None where there is nothing to keep.
    pub(super) fn of(
        lifecycle: &'a Lifecycle,
        pending_lines: &'a [Line],
        details: &ShownDetails,
    ) -> Option<StoredLifecycle<'a>> {
        let nothing = lifecycle.is_plain() && pending_lines.is_empty();
        (!nothing).then(|| StoredLifecycle {
            v: VERSION,
            details: Cow::Owned(details.of(lifecycle)),
            lifecycle: Ahead {
                lifecycle: Cow::Borrowed(lifecycle),
                pending_lines: Cow::Borrowed(pending_lines),
            },
        })
    }

    pub(super) fn restore(self) -> Life {
        let Ahead { lifecycle, pending_lines } = self.lifecycle;
        Life {
            lifecycle: lifecycle.into_owned(),
            pending_lines: pending_lines.into_owned().into(),
            details: self.details.into_owned(),
        }
    }
}

/// The document of a life; none where there is nothing to keep.
pub(crate) fn life(
    lifecycle: &Lifecycle,
    pending_lines: &[Line],
    details: &ShownDetails,
) -> Result<Option<String>, Unreadable> {
    StoredLifecycle::of(lifecycle, pending_lines, details)
        .map(|stored| written(&stored))
        .transpose()
}

/// A life again, from a row that was lifted.
pub(crate) fn lifecycle(life: Option<&str>, pricings: &Pricings) -> Result<Life, Unreadable> {
    let Some(text) = life else { return Ok(Life::default()) };
    let stored: StoredLifecycle<'static> = pricings.read(|| read(text))?;
    Ok(stored.restore())
}
