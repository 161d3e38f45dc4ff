//! When a customer is next due, worked out again where something changed that its own decisions did
//! not decide.

use billing::command::Command;
use billing::decide::next_due;
use records::{CustomerId, Moment};
use store::billed::Settled;

use super::load::{self, LoadScope, Scope};
use super::stored;
use crate::{Failure, Session};

/// Works out again when a customer is next due, after what is in its books has changed.
pub(super) fn due_anew(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let billed = store::billed::lock(session.tx, &company, customer, now)?;
    let version = billed.version;
    let (named, command) = (LoadScope::default(), Command::RunDue);
    let scope = Scope { named: &named, command: &command, until: stored::instant(now)? };
    let Some(loaded) = load::load(session, billed, scope)? else { return Ok(()) };
    let due_at = next_due(&loaded.snapshot).map(Moment::from);
    let settled = Settled { customer_id: customer.clone(), version, due_at };
    store::billed::settle(session.tx, &company, &[settled])?;
    Ok(())
}
