//! The port to usage: what was metered in a period. Whoever loads a snapshot fills it.

use std::fmt::Debug;

use calendar::Period;
use money::Ratio;

use crate::id::Handle;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Metered<'a> {
    pub subscription: &'a Handle,
    /// The id of the component.
    pub component: &'a str,
    pub period: Period,
}

/// Knows usage.
pub trait Meter: Debug + Send + Sync {
    /// The metered value of a closed period; zero where nothing was used.
    fn used(&self, wanted: &Metered) -> Ratio;
}

/// Nothing was ever used.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoUsage;

impl Meter for NoUsage {
    fn used(&self, _: &Metered) -> Ratio {
        Ratio::ZERO
    }
}
