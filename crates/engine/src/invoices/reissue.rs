//! Bills the lines of a void invoice again; answers the new invoice.

use billing::decision::{Command, Fact};

use super::act::decided;
use super::get::get;
use crate::{Failure, Session};

pub fn reissue(session: &mut Session<'_, '_>, uuid: &str) -> Result<String, Failure> {
    let facts = decided(session, uuid, Command::Reissue)?;
    let issued = facts.iter().find_map(Fact::finalized).map(|invoice| invoice.id.to_string());
    get(session, issued.as_deref().unwrap_or(uuid))
}
