//! When a customer is next due, worked out again where something changed that its own decisions did
//! not decide: what others did, and usage that came late.

use billing::command::Command;
use billing::decide::next_due;
use records::{CompanyId, CustomerId, Moment};
use store::billed::Settled;

use super::hold::hold;
use super::load::{self, LoadScope, Scope};
use super::stored;
use crate::{Engine, Failure, Session};

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

impl Engine {
    /// Whoever pays for a period whose usage became another is due now.
    pub(super) async fn wake_late(&self, company: &CompanyId) -> Result<(), Failure> {
        let of = company.to_owned();
        let late = self.store.read_briefly(move |tx| -> Result<bool, Failure> {
            Ok(store::usage::period::any_late(tx, &of)?)
        });
        if !late.await? {
            return Ok(());
        }
        let woken = self.internally(company, |session| {
            let (company, now) = (session.company_id().to_owned(), session.now());
            Ok(store::usage::period::wake(session.tx, &company, now)?)
        });
        woken.await
    }
}
