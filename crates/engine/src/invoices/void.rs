//! Takes an invoice back, once.

use billing::command::Command;
use records::InvoiceId;

use super::act::act;
use crate::one_times::route;
use crate::{Failure, Refusal, Session};

pub fn void(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let owner = store::invoice::customer_of(session.tx, &company, uuid)?;
    let (_, customer) = owner.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    let answer = act(session, uuid, Command::Void)?;
    // What returns waits for the next invoice, which somebody else may pay by now.
    route(session, &customer)?;
    Ok(answer)
}
