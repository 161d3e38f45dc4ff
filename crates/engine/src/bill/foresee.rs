//! What a subscription would be worth after a change that waits.

use billing::command::{AskChange, Command};
use billing::decide::decide;
use billing::project::project;
use billing::subscription::{Proration, RecurringRevenue, Timing};
use records::CustomerId;

use super::load::{self, LoadScope, Scope};
use super::stored;
use crate::{Failure, Session};

/// Its worth if the change were made now; none where it cannot be made now.
pub(crate) fn worth_after(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    asked: &AskChange,
) -> Result<Option<RecurringRevenue>, Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let mut billed = store::billed::by_ids(session.tx, &company, vec![customer.clone()])?;
    let Some(billed) = billed.pop() else { return Ok(None) };
    let id = asked.subscription.clone();
    let named = LoadScope { subscriptions: vec![id.to_string().into()], ..LoadScope::default() };
    let change = Command::Change(Box::new(AskChange {
        timing: Timing::Immediate,
        custom_date: None,
        proration: Proration::Next,
        ..asked.clone()
    }));
    let at = stored::instant(now)?;
    let scope = Scope { named: &named, command: &change, until: at };
    let Some(loaded) = load::load(session, billed, scope)? else { return Ok(None) };
    let made = load::decided(session, (&loaded, None), |snapshot| decide(snapshot, &change, at))?;
    let Ok(facts) = made else { return Ok(None) };
    let mut after = loaded.snapshot;
    let projected = facts.iter().try_for_each(|fact| project(&mut after, fact));
    projected.map_err(stored::Unreadable::from)?;
    Ok(after.subscription(&id).map(|subscription| subscription.recurring_revenue))
}
