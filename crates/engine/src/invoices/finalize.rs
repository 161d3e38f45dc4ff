//! Makes a draft final before its time.

use billing::command::Command;
use records::InvoiceId;

use super::act::act;
use crate::{Failure, Session};

pub fn finalize(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    act(session, uuid, Command::Finalize)
}
