//! Bills the lines of a void invoice again; answers the new invoice.

use billing::command::Command;
use billing::fact::Fact;

use super::act::decided;
use super::get::get;
use crate::{Failure, Session};

pub fn reissue(session: &mut Session<'_, '_>, uuid: &str) -> Result<String, Failure> {
    let facts = decided(session, uuid, Command::Reissue)?;
    let issued = facts.iter().find_map(Fact::invoice_issued).map(|made| made.id.to_string());
    get(session, issued.as_deref().unwrap_or(uuid))
}
