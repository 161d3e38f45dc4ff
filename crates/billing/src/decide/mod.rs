//! Deciding: a snapshot, a command and an instant in, facts out.
//!
//! `decide` tries each fact on its own copy of the snapshot as it goes, so that one step sees what
//! the step before did, by the same `project` that everyone else applies facts with. It never
//! writes, waits or asks.

mod due;
mod preview;
mod run;
mod scope;
mod scoped;
mod upcoming;

pub use due::next_due;
pub use preview::{Preview, preview, preview_orders, preview_rollup};
pub use scope::{Missing, missing};
pub use scoped::scoped;
pub use upcoming::Upcoming;

use calendar::Timestamp;

use crate::command::Command;
use crate::credit::{consume, grant, revoke, sale};
use crate::fact::Fact;
use crate::invoice::{self, pay, reissue, void};
use crate::one_time;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{
    cancel, change, drafts, next_invoice, pause, recurring_revenue, subscribe, trial, update,
};
use crate::work::Work;

/// Everything that a command causes and that is due at `now`.
pub fn decide(
    snapshot: &Snapshot,
    command: &Command,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let mut work = Work { parks: true, ..Work::on(snapshot, now) };
    let until = match command {
        // What is due at that instant is paid by others.
        Command::SettleWaiting(wanted) => run::Until::Before(wanted.at),
        _ => run::Until::Now,
    };
    run::run(&mut work, until)?;
    let first = work.facts.len();
    match command {
        Command::RunDue => {}
        Command::Subscribe(wanted) => subscribe::subscribe(&mut work, wanted)?,
        Command::Grant(wanted) => grant::grant(&mut work, wanted)?,
        Command::RevokeCredit(credit) => revoke::revoke(&mut work, credit)?,
        Command::Consume(wanted) => consume::consume(&mut work, wanted)?,
        Command::Finalize(invoice) => drafts::finalize(&mut work, invoice)?,
        Command::Void(invoice) => void::void(&mut work, invoice)?,
        Command::MarkPaid(payment) => pay::mark_paid(&mut work, payment)?,
        Command::Reissue(invoice) => reissue::reissue(&mut work, invoice)?,
        Command::PatchInvoice { invoice, due_date } => {
            invoice::update::update(&mut work, invoice, *due_date)?
        }
        Command::PatchSubscription(patched) => update::subscription(&mut work, patched)?,
        Command::Retry(subscription) => update::retry(&mut work, subscription)?,
        Command::Extend { subscription, end } => trial::extend(&mut work, subscription, *end)?,
        Command::Pause(wanted) => pause::pause(&mut work, wanted)?,
        Command::Resume(subscription) => pause::resume(&mut work, subscription)?,
        Command::ChargeOnce(wanted) => one_time::ask::ask(&mut work, wanted)?,
        Command::DropOneTime(id) => one_time::ask::drop(&mut work, id)?,
        Command::TakeOver(customer) => update::take_over(&mut work, customer),
        Command::SettleWaiting(wanted) => next_invoice::settle_waiting(&mut work, wanted)?,
        Command::BillNext(subscription) => next_invoice::bill_next(&mut work, subscription)?,
        Command::Change(wanted) => change::ask(&mut work, wanted)?,
        Command::UndoChange(subscription) => change::undo(&mut work, subscription)?,
        Command::Cancel(wanted) => cancel::ask(&mut work, wanted)?,
        Command::UndoCancel(subscription) => cancel::undo(&mut work, subscription)?,
        Command::CountObjects => recurring_revenue::count_objects(&mut work, now),
    }
    sale::grant(&mut work, first)?;
    run::run(&mut work, until)?;
    subscribe::check_made(&work, first)?;
    recurring_revenue::revalue(&mut work, first, now);
    work.into_facts()
}
