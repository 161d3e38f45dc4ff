//! Subscriptions: what they are, and everything that happens to them, from the first day to the
//! last: billing dates, trials, changes, pauses, renewals and ends.

pub(crate) mod billing_date;
pub(crate) mod cancel;
pub(crate) mod change;
mod check;
pub(crate) mod discount;
pub(crate) mod drafts;
pub(crate) mod end;
pub(crate) mod expire;
pub(crate) mod lifecycle;
pub(crate) mod next_invoice;
pub(crate) mod pause;
pub(crate) mod recurring_revenue;
pub(crate) mod removed;
pub(crate) mod state;
pub(crate) mod subscribe;
mod timing;
pub(crate) mod trial;
pub(crate) mod update;
pub(crate) mod waive;

pub use check::size::MOST_COMPONENTS;
pub use discount::{Discount, DiscountState, OpenAmount};
pub use lifecycle::{
    Behaviour, Cancel, Change, Changes, DiscountDetails, Lifecycle, Movement, NewDiscount,
    NewTrial, Pause, Picked, Proration, Refund, Timing, Trial,
};
pub use state::{RecurringRevenue, Renewals, Status, Subscription, Terms};
