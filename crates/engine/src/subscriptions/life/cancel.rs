//! Ends a subscription, and takes that back.

use billing::decision::Command;
use records::Object;
use records::subscription::cancel::CancelRequest;
use store::subscription::SubscriptionRow;

use super::{decided, simply};
use crate::bill::Asked;
use crate::refusal::Faults;
use crate::subscriptions::body::{self, Cancelled};
use crate::subscriptions::held;
use crate::{Failure, Session};

/// The subscription as it is afterwards.
pub fn cancel(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    let row = held(session, key)?;
    let mut faults = Faults::default();
    let cancelled = read(session, &row, body::parsed(sent.clone())?, &mut faults);
    faults.refuse_any()?;
    let command = cancelled.command(&row.columns.id);
    let asked = Asked { ..Asked::new(Command::Cancel(Box::new(command))) };
    decided(session, &row, asked)
}

pub fn undo_cancel(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    simply(session, key, Command::UndoCancel)
}

/// A cancel as its body has it.
pub(crate) fn read(
    session: &Session<'_, '_>,
    row: &SubscriptionRow,
    body: CancelRequest,
    faults: &mut Faults,
) -> Cancelled {
    Cancelled::read(session, body, row.columns.currency.parse().ok(), faults)
}
