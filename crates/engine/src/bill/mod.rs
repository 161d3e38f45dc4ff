//! Billing: load what a customer's bill depends on, let the core decide, write what it decided.
//!
//! A verb of the API does all of it in one transaction behind the lock on the billed customer
//! ([`act()`]); the cycle loads and decides many customers beside the writer and writes under a
//! check of their versions (`run`).

mod act;
pub(crate) mod apply;
mod decide_all;
mod due;
mod foresee;
mod hold;
pub(crate) mod load;
mod move_payer;
pub(crate) mod numbering;
mod numbering_order;
mod park;
mod parts;
mod preview;
pub(crate) mod pricings;
mod refuse;
mod run;
pub(crate) mod stored;
mod tally;
mod watch;

pub(crate) use act::{Asked, act, catch_up, printed_name};
pub(crate) use apply::{Fresh, FreshOneTime, FreshRow, RequestDetails};
pub(crate) use due::due_anew;
pub(crate) use foresee::worth_after;
pub(crate) use hold::{hold, hold_all};
pub(crate) use move_payer::{Leaving, Moves, let_pay, settle_waiting};
pub(crate) use preview::{preview, preview_orders, preview_rollup};
pub(crate) use refuse::refused;
pub(crate) use run::LEASE_MICROS;
pub use tally::Tally;
pub use watch::{Watch, WatchedFact};
