//! Takes a contract back: nobody can sign or start it any more.

use billing::contract::Action;
use billing::fact::FactType;
use records::ContractId;

use super::{get, held};
use crate::{Failure, Session};

/// The record as JSON.
pub fn void(session: &mut Session<'_, '_>, id: &ContractId) -> Result<String, Failure> {
    let held = held(session, id)?;
    let status = held.after(Action::Void)?;
    let contract = held.contract.clone();
    held.write(session, (contract, status), FactType::ContractVoided)?;
    get(session, id)
}
