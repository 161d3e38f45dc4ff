//! Bills the lines of a void invoice again; answers the new invoice.

use billing::command::Command;
use billing::fact::Fact;
use records::InvoiceId;

use super::act::decided;
use super::get::get;
use crate::{Failure, Session};

pub fn reissue(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    let facts = decided(session, uuid, Command::Reissue)?;
    let issued = facts.iter().find_map(Fact::invoice_issued);
    let issued = issued.map(|made| InvoiceId::from(made.id.to_string()));
    get(session, issued.as_ref().unwrap_or(uuid))
}
