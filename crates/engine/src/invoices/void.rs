//! Takes an invoice back, once.

use billing::command::Command;
use records::InvoiceId;

use super::act::act;
use crate::{Failure, Session};

pub fn void(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    act(session, uuid, Command::Void)
}
