//! Records money that came outside the service.

use billing::command::{Command, MarkPaid};
use billing::invoice::PaymentKind;
use records::invoice::payment::{self, RecordedType};
use records::{InvoiceId, SentAmount};

use super::act::act;
use crate::bill::stored;
use crate::{Failure, Refusal, Session};

pub fn mark_paid(
    session: &mut Session<'_, '_>,
    uuid: &InvoiceId,
    sent: &payment::MarkPaid,
) -> Result<String, Failure> {
    let amount = sent.amount.as_ref().map(SentAmount::known).transpose().map_err(|_| {
        Refusal::invalid("/amount/currency", "unknown", "There is no such currency.")
    })?;
    let date = stored::maybe_instant(sent.paid_date).map_err(|_| {
        Refusal::invalid("/paid_date", "out_of_range", "This date lies too far away.")
    })?;
    let (kind, note) = (kind(sent.payment_type.unwrap_or_default()), sent.note.clone());
    act(session, uuid, |invoice| {
        Command::MarkPaid(Box::new(MarkPaid { invoice, amount, kind, date, note }))
    })
}

fn kind(recorded_type: RecordedType) -> PaymentKind {
    match recorded_type {
        RecordedType::Wire => PaymentKind::Wire,
        RecordedType::Ach => PaymentKind::Ach,
        RecordedType::Check => PaymentKind::Check,
        RecordedType::Cash => PaymentKind::Cash,
        RecordedType::Card => PaymentKind::Card,
        RecordedType::Other => PaymentKind::Other,
    }
}
