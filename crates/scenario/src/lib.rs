//! The specification that runs: timelines in Markdown that finance can read, with every fact that
//! they bring about. Development only; nothing here ships.
//!
//! A scenario is parsed once and played in any [`World`]: the pure core, and the application on
//! each database. All worlds and all clock steps have to print the same.

mod action;
mod app;
mod definition;
mod parse;
mod pure;
mod render;
mod run;
mod setup;
mod using;
mod verb;

pub use action::{
    Action, Cancelling, Changing, Off, Order, Refunding, Subscribing, TrialEnd, When,
};
pub use app::{AppWorld, Crashes, Site, Time};
pub use parse::{Scenario, Step, parse};
pub use pure::{Load, PureWorld};
pub use render::Printer;
pub use run::{Mode, Played, play};
pub use setup::{CustomerSetup, Metering, Piece, PricingSetup, Setup, TaxSetup};
pub use using::Using;
pub use verb::{VERBS, Verb};

use calendar::Timestamp;

/// Something that happened at an instant, printed; the first line stands for the fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    pub at: Timestamp,
    pub lines: Vec<String>,
}

/// Something that scenarios can be played in.
pub trait World {
    /// Makes the company, its prices and its customers.
    fn set_up(&mut self, setup: &Setup, at: Timestamp) -> Result<(), String>;

    /// Brings the clock to these instants, one after the other, through everything due.
    fn advance(&mut self, stops: &[Timestamp]) -> Result<Vec<Happening>, String>;

    /// Stands still until an instant and then does everything due at once, late.
    fn catch_up(&mut self, to: Timestamp) -> Result<Vec<Happening>, String>;

    /// Does something at the present instant. A refusal is something that happened.
    fn act(&mut self, action: &Action) -> Result<Vec<Happening>, String>;

    /// Looks after each step of a scenario whether all is as it must be, where it does not always.
    fn audit(&mut self) -> Result<(), String> {
        Ok(())
    }
}
