//! Starts a contract that everybody has signed and that waits for this.

use billing::contract::Action;
use records::ContractId;

use super::execute::execute;
use super::{get, held};
use crate::{Failure, Session};

/// The record as JSON.
pub fn start(session: &mut Session<'_, '_>, id: &ContractId) -> Result<String, Failure> {
    let held = held(session, id)?;
    held.after(Action::Start)?;
    execute(session, held)?;
    get(session, id)
}
