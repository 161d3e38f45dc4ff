//! Periods of a component: what is charged for one in advance and at its end, what exceeds an
//! advance, what its minimums ask for, and how far it is billed.

pub(crate) mod billing;
pub(crate) mod charge;
pub(crate) mod close;
pub(crate) mod minimum;
pub(crate) mod monthly;
pub(crate) mod progress;
mod prorate;
mod reverse;
mod state;

pub(crate) use charge::Priced;
pub use monthly::{Monthly, MonthlyParts, Recurring, monthly_factor};
pub use progress::{Advance, ComponentProgress, RunningPeriod};
pub use prorate::prorate;
pub use reverse::{cap, reverse};
pub use state::{
    AdvanceInvoice, BillingState, ComponentState, RemovedComponent, SubscribedPricing,
};
