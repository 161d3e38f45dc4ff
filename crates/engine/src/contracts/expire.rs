//! Contracts that nobody signed in time expire at their instant, whoever looks and whenever.

use std::sync::Arc;

use billing::contract::Action;
use billing::fact::FactType;
use records::CompanyId;

use super::held;
use crate::{Actor, Engine, Failure, Session};

impl Engine {
    /// Everything that expires until now in a company, in the order of its instants.
    pub(crate) async fn expire_contracts(&self, company: &CompanyId) -> Result<(), Failure> {
        loop {
            let (tools, of) = (Arc::clone(&self.tools), company.to_owned());
            let due = self.store.read(move |tx| -> Result<_, Failure> {
                let session = Session::open(tx, &tools, &of, Actor::default())?;
                let now = session.now();
                Ok(store::contract::due(session.tx, &of, now)?)
            });
            let due = due.await?;
            if due.is_empty() || self.is_winding_down() {
                return Ok(());
            }
            for id in due {
                let expired = self.internally(company, move |session| expire(session, &id));
                expired.await?;
            }
        }
    }
}

/// Whoever was faster has it.
fn expire(session: &mut Session<'_, '_>, id: &records::ContractId) -> Result<(), Failure> {
    let held = held(session, id)?;
    let is_due = held.row.due_at.is_some_and(|due| due <= session.now());
    let Ok(status) = held.status.after(Action::Expire) else { return Ok(()) };
    if !is_due {
        return Ok(());
    }
    let contract = held.contract.clone();
    held.write(session, (contract, status), FactType::ContractExpired).map(|_| ())
}
