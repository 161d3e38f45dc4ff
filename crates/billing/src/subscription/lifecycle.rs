//! What is ahead of a subscription, and what became of it, besides its periods: a trial, a pause,
//! changes and a cancel.

use std::sync::Arc;

use calendar::{Term, Timestamp};
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::id::{CancelHandle, ChangeHandle};
use crate::invoice::{DiscountScope, Effect};
use crate::one_time::OneTimeItem;
use crate::pricing::{ProductPricing, Setting, reference};

/// Everything that happens to a running subscription, as far as it is known.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Lifecycle {
    /// While it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<Trial>,
    /// When a trial became a paid subscription.
    #[serde(with = "calendar::micros::optional", skip_serializing_if = "Option::is_none")]
    pub converted: Option<Timestamp>,
    /// From when it is asked for until it is undone; it stays once the subscription is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<Arc<Cancel>>,
    /// Changes to come, by date. At most one of them was asked for by itself, the others came with
    /// the subscription.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Arc<Change>>,
    /// The last change that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Arc<Change>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<Pause>,
    /// Whether it was ever worth anything: what comes back is not new. It is stored with what the
    /// subscription is worth.
    #[serde(skip)]
    pub valued: bool,
}

impl Lifecycle {
    /// Whether there is nothing but periods.
    pub fn is_plain(&self) -> bool {
        let Lifecycle { trial, converted, cancel, changes, changed, pause, .. } = self;
        let asked = cancel.is_some() || changed.is_some() || !changes.is_empty();
        let now = trial.is_some() || converted.is_some() || pause.is_some();
        !asked && !now
    }
}

/// A time in which nothing that recurs is billed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    #[serde(with = "calendar::micros")]
    pub end: Timestamp,
    /// The anchor was given; otherwise periods are counted from the conversion.
    pub anchored: bool,
    /// When it began, where a change gave it to a subscription that was paid for before.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
}

/// What a change makes of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NewTrial {
    /// The one that runs goes on to its end.
    Stays,
    /// One of so long, from the change on; one that runs ends then.
    For(Term),
    /// It is paid for from the change on.
    Over,
}

/// When something asked for takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Timing {
    Immediate,
    PeriodEnd,
    Renewal,
    CustomDate,
}

/// What becomes of the running period when pricings change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proration {
    /// Given back and charged at once.
    Immediate,
    /// Given back and charged with the next invoice.
    Next,
    /// Left as it is; the new price starts at the next boundary.
    None,
}

/// Other pricings, or other terms of the same.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    pub id: ChangeHandle,
    #[serde(with = "calendar::micros")]
    pub asked: Timestamp,
    pub timing: Timing,
    pub proration: Proration,
    /// When it takes effect.
    #[serde(with = "calendar::micros")]
    pub at: Timestamp,
    /// When it did.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub applied: Option<Timestamp>,
    /// It came with the subscription; a change that is asked for later does not replace it.
    pub scheduled: bool,
    pub wanted: Changes,
}

/// What a change makes of a subscription. Absence keeps what it has.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Changes {
    /// The whole new set of pricings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricings: Option<Vec<Picked>>,
    pub reset_anchor: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<Term>,
    /// Whether the new term is counted from the change; else the running one keeps its end.
    pub relative_term: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_renews: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_charges: Option<bool>,
    /// Inner absence takes it away.
    #[serde(with = "said", skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Option<Amount>>,
    /// Added to those there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<NewDiscount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<NewTrial>,
    /// Bought once, when the change is made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub onetime_items: Vec<OneTimeItem>,
}

/// A pricing of the new set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Picked {
    #[serde(with = "reference")]
    pub pricing: Arc<ProductPricing>,
    /// One for each component; an absent one stays as it is, takes over the quantity of a licence
    /// in whose place it comes, or begins with the default.
    pub configurations: Vec<Option<Setting>>,
}

/// A discount that comes with a subscription or a change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewDiscount {
    pub name: String,
    pub scope: DiscountScope,
    pub effect: Effect,
    pub cap: Option<Amount>,
    #[serde(with = "calendar::micros::optional")]
    pub expires: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "DiscountDetails::is_empty")]
    pub details: DiscountDetails,
}

/// What is said of a discount and nothing computes with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DiscountDetails {
    /// The component, the pricing and the product that its scope is a part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_pricing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_pricing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// Where it was before, what it was called there, and since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub import_ref: Option<String>,
    #[serde(with = "calendar::micros::optional", skip_serializing_if = "Option::is_none")]
    pub import_created: Option<Timestamp>,
}

impl DiscountDetails {
    pub(crate) fn is_empty(&self) -> bool {
        *self == DiscountDetails::default()
    }
}

/// An end that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancel {
    pub id: CancelHandle,
    #[serde(with = "calendar::micros")]
    pub asked: Timestamp,
    pub timing: Timing,
    /// When it takes effect.
    #[serde(with = "calendar::micros")]
    pub at: Timestamp,
    pub refund: Refund,
    /// Bills what recurs until the renewal, and what is missing of minimums.
    pub remaining_balance: bool,
    /// Voids drafts and what is unpaid, at the end.
    pub pending_invoices: bool,
    /// The end that the subscription had before, for when it is undone.
    #[serde(with = "calendar::micros::optional")]
    pub before: Option<Timestamp>,
}

/// What a cancel gives back of the periods that it cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refund {
    None,
    Prorated,
    Full,
    Custom(Amount),
}

/// A time in which billing dates make drafts or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    #[serde(with = "calendar::micros")]
    pub from: Timestamp,
    #[serde(with = "calendar::micros::optional")]
    pub resume: Option<Timestamp>,
    pub behaviour: Behaviour,
}

/// What becomes of invoices while a subscription is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Behaviour {
    /// Kept until it goes on or ends, then final.
    Draft,
    /// Void at once: what they were for is waived.
    Void,
}

/// How recurring revenue moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    New,
    Expansion,
    Contraction,
    Churn,
    Reactivation,
}

/// What a change says of something that may be absent: null takes it away.
mod said {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        said: &Option<Option<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        said.as_ref().and_then(Option::as_ref).serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(deserializer).map(Some)
    }
}
