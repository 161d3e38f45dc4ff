//! Deciding: a snapshot, a command and an instant in, facts out.
//!
//! `decide` tries each fact on its own copy of the snapshot as it goes, so that one step sees what
//! the step before did, by the same `project` that everyone else applies facts with. It never
//! writes, waits or asks.

mod back;
mod bill;
mod cancel;
mod change;
mod compose;
mod end;
mod finalize;
mod invoices;
mod left;
mod life;
mod minimum;
mod price;
mod project;
mod scope;
mod subscribe;
mod time;
mod waiting;
mod words;
mod worth;

use calendar::Timestamp;

use invoices::{patch, pay, reissue, void};
use life::{next, pause, trial};
use time::{due, expire, instant};
use words::{command, fact, refusal};

pub use crate::snapshot::NewDiscount;
pub use command::{
    AskCancel, AskChange, AskPause, Command, Grant, MarkPaid, PatchSubscription, ScheduledChange,
    Subscribe, Wanted,
};
pub use due::next_due;
pub use fact::Fact;
pub use project::project;
pub use refusal::Refusal;
pub use scope::{Missing, missing, scoped};
pub use time::preview::{Preview, preview};

pub(crate) use minimum::sum;

use crate::snapshot::Snapshot;

/// Everything that a command causes and that is due at `now`.
pub fn decide(
    snapshot: &Snapshot,
    command: &Command,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let mut work = Work { parks: true, ..Work::on(snapshot, now) };
    instant::run(&mut work)?;
    let first = work.facts.len();
    match command {
        Command::Instant => {}
        Command::Subscribe(wanted) => subscribe::subscribe(&mut work, wanted)?,
        Command::Grant(grant) => expire::grant(&mut work, grant)?,
        Command::Finalize(invoice) => finalize::command(&mut work, invoice)?,
        Command::Void(invoice) => void::void(&mut work, invoice)?,
        Command::MarkPaid(payment) => pay::mark_paid(&mut work, payment)?,
        Command::Reissue(invoice) => reissue::reissue(&mut work, invoice)?,
        Command::PatchInvoice { invoice, due_date } => {
            patch::invoice(&mut work, invoice, *due_date)?
        }
        Command::PatchSubscription(patched) => patch::subscription(&mut work, patched)?,
        Command::Retry(subscription) => patch::retry(&mut work, subscription)?,
        Command::Extend { subscription, end } => trial::extend(&mut work, subscription, *end)?,
        Command::Pause(wanted) => pause::pause(&mut work, wanted)?,
        Command::Resume(subscription) => pause::resume(&mut work, subscription)?,
        Command::BillNext(subscription) => next::bill_next(&mut work, subscription)?,
        Command::Change(wanted) => change::ask(&mut work, wanted)?,
        Command::UndoChange(subscription) => change::undo(&mut work, subscription)?,
        Command::Cancel(wanted) => cancel::ask(&mut work, wanted)?,
        Command::UndoCancel(subscription) => cancel::undo(&mut work, subscription)?,
    }
    instant::run(&mut work)?;
    worth::revalue(&mut work, first, now);
    Ok(work.facts)
}

/// A decision under way.
struct Work {
    snapshot: Snapshot,
    facts: Vec<Fact>,
    now: Timestamp,
    /// Whether a subscription that cannot be billed is set aside, or refuses the whole command.
    parks: bool,
}

/// The instant that is decided, and the one at which that happens.
#[derive(Clone, Copy)]
struct Moment {
    at: Timestamp,
    now: Timestamp,
}

impl Work {
    /// On a copy of the snapshot, all or nothing.
    fn on(snapshot: &Snapshot, now: Timestamp) -> Work {
        Work { snapshot: snapshot.clone(), facts: Vec::new(), now, parks: false }
    }

    fn tell(&mut self, fact: Fact) {
        project(&mut self.snapshot, &fact);
        self.facts.push(fact);
    }

    fn tell_all(&mut self, facts: Vec<Fact>) {
        facts.into_iter().for_each(|fact| self.tell(fact));
    }
}
