//! The port to usage: what was metered in a stretch of time, of events or of objects that were
//! there, and which closed periods know more by now. Whoever loads a snapshot fills it.

use std::fmt::Debug;
use std::sync::Arc;

use calendar::{Period, Zone};
use money::Ratio;

use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::metering::objects::Weight;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Metered<'a> {
    pub subscription: &'a SubscriptionHandle,
    /// The id of the component.
    pub component: &'a str,
    /// Any stretch: a whole period, a part of one before or after a change, a window of one.
    pub period: Period,
    /// Where objects are counted and not events: how they are weighed, by the days of which zone.
    pub objects: Option<(Weight, &'a Zone)>,
}

/// A metered period that was billed and whose usage may be another by now: something came late, or
/// was amended or voided. Where one of an invoice is late, all metered periods of that invoice are
/// given: minimums count them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatePeriod {
    pub subscription: SubscriptionHandle,
    /// The id of the component.
    pub component: Arc<str>,
    /// The time of the line that billed it.
    pub period: Period,
    /// The invoice with the last line that billed it: what it came to at its end, or, where that
    /// was nothing beyond it, its advance.
    pub invoice: InvoiceHandle,
    /// The metered value that it was last billed or adjusted by.
    pub metered: Ratio,
    /// Whether anything was noticed that moves it; others are only given with one that is.
    pub is_late: bool,
}

/// Knows usage.
pub trait Meter: Debug + Send + Sync {
    /// The metered value of a stretch, of objects their mean; zero where nothing was used.
    fn used(&self, wanted: &Metered) -> Result<Ratio, UsageNotLoaded>;
}

/// Usage that a decision depends on and that nobody loaded: it is not taken for none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the usage of {component} by {subscription} until {until} was not loaded")]
pub struct UsageNotLoaded {
    pub subscription: SubscriptionHandle,
    pub component: String,
    pub until: calendar::Timestamp,
}

impl UsageNotLoaded {
    pub fn of(wanted: &Metered) -> UsageNotLoaded {
        UsageNotLoaded {
            subscription: wanted.subscription.clone(),
            component: wanted.component.to_owned(),
            until: wanted.period.end,
        }
    }
}

/// Nothing is loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingLoaded;

impl Meter for NothingLoaded {
    fn used(&self, wanted: &Metered) -> Result<Ratio, UsageNotLoaded> {
        Err(UsageNotLoaded::of(wanted))
    }
}

/// Nothing was ever used.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoUsage;

impl Meter for NoUsage {
    fn used(&self, _: &Metered) -> Result<Ratio, UsageNotLoaded> {
        Ok(Ratio::ZERO)
    }
}
