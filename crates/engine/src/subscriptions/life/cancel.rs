//! Ends a subscription, and takes that back.

use billing::command::Command;
use billing::fact::FactType;
use records::Object;
use records::subscription::cancel::CancelRequest;
use store::subscription::SubscriptionRow;

use super::{decided, simply};
use crate::bill::stored::CancelDetails;
use crate::bill::{Asked, RequestDetails};
use crate::refusal::Faults;
use crate::subscriptions::body::{self, Cancelled};
use crate::subscriptions::held;
use crate::{Failure, Session, emails};

/// The subscription as it is afterwards.
pub fn cancel(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    let row = held(session, key)?;
    let mut faults = Faults::default();
    let cancelled = read(session, &row, body::parsed(sent.clone())?, &mut faults);
    faults.refuse_any()?;
    let command = cancelled.command(&row.columns.id);
    let note = CancelDetails { config: cancelled.config() };
    let asked = Asked {
        details: RequestDetails { cancel: Some(note), ..RequestDetails::default() },
        ..Asked::new(Command::Cancel(Box::new(command)))
    };
    if cancelled.sends_receipt() {
        emails::able_to_send(session)?;
    }
    let answer = decided(session, &row, asked)?;
    tell(session, &row, &cancelled)?;
    if cancelled.sends_receipt() {
        let payer = &row.columns.billed_customer_id;
        emails::send_cancel_receipt(session, &row.columns.id, payer)?;
    }
    Ok(answer)
}

pub fn undo_cancel(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    simply(session, key, Command::UndoCancel)
}

/// Why it was asked for stands in the log, also what the record has no field for.
fn tell(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    cancelled: &Cancelled,
) -> Result<(), Failure> {
    let reasons = cancelled.reasons();
    match reasons.is_empty() {
        true => Ok(()),
        false => session.fact(FactType::SubscriptionUpdated, &row.columns.id, reasons),
    }
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
