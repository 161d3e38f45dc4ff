//! What happens to a running subscription, one file a verb.

mod cancel;
mod change;
mod extend;
mod next;
mod pause;

pub use cancel::{cancel, undo_cancel};
pub use change::{change, undo_change};
pub use extend::extend;
pub use next::generate_next_invoice;
pub use pause::{pause, resume};

pub(crate) use cancel::read as read_cancel;
pub(crate) use change::{changed, glance, read as read_change};

use billing::command::Command;
use billing::fact::Fact;
use billing::id::{Handle, SubscriptionHandle};
use store::subscription::SubscriptionRow;

use super::get::get;
use super::held;
use crate::bill::load::LoadScope;
use crate::bill::{self, Asked};
use crate::{Failure, Session};

/// Decides a command that needs nothing but the subscription, and answers it as it is then.
fn simply(
    session: &mut Session<'_, '_>,
    key: &str,
    command: impl FnOnce(SubscriptionHandle) -> Command,
) -> Result<String, Failure> {
    let row = held(session, key)?;
    let command = command(handle(&row));
    decided(session, &row, Asked::new(command))
}

/// Decides and answers.
fn decided(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    asked: Asked,
) -> Result<String, Failure> {
    made(session, row, asked)?;
    get(session, &row.columns.id)
}

/// Decides and answers what happened.
fn made(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    asked: Asked,
) -> Result<Vec<Fact>, Failure> {
    let id = row.columns.id.clone();
    let named = LoadScope { subscriptions: vec![id], ..LoadScope::default() };
    bill::act(session, &row.columns.billed_customer_id, Asked { named, ..asked })
}

fn handle(row: &SubscriptionRow) -> SubscriptionHandle {
    Handle::known(&row.columns.id)
}
