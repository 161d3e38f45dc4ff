//! The port to usage: what was metered in a period. Whoever loads a snapshot fills it.

use std::fmt::Debug;

use calendar::Period;
use money::Ratio;

use crate::id::SubscriptionHandle;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Metered<'a> {
    pub subscription: &'a SubscriptionHandle,
    /// The id of the component.
    pub component: &'a str,
    pub period: Period,
}

/// Knows usage.
pub trait Meter: Debug + Send + Sync {
    /// The metered value of a closed period; zero where nothing was used.
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
