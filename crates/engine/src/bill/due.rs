//! When a customer is next due, worked out again where something changed that its own decisions did
//! not decide.

use billing::command::Command;
use billing::decide::next_due;
use records::{CustomerId, Moment};
use store::billed::Settled;

use super::hold::hold;
use super::load::{self, LoadScope, Scope};
use super::stored;
use crate::{Failure, Session};

/// Works out again when a customer is next due, after what is in its books has changed.
pub(crate) fn due_anew(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<(), Failure> {
    let billed = hold(session, customer)?;
    let (company, now) = (session.company_id().to_owned(), session.now());
    let (version, turn_at, run) = (billed.version, billed.rollup_turn_at, billed.run);
    let (named, command) = (LoadScope::default(), Command::RunDue);
    let scope = Scope { named: &named, command: &command, until: stored::instant(now)? };
    let Some(loaded) = load::load(session, billed, scope)? else { return Ok(()) };
    let due_at = next_due(&loaded.snapshot).map(Moment::from);
    let due_at = [due_at, turn_at].into_iter().flatten().min();
    let settled = Settled { customer_id: customer.clone(), version, due_at, run };
    store::billed::settle(session.tx, &company, &[settled])?;
    Ok(())
}
