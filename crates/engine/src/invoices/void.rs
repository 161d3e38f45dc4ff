//! Takes an invoice back, once.

use std::collections::BTreeSet;

use billing::command::Command;
use records::{CustomerId, InvoiceId};

use super::act::act;
use crate::one_times::route;
use crate::{Failure, Refusal, Session};

pub fn void(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let owner = store::invoice::customer_of(session.tx, &company, uuid)?;
    let (payer, _) = owner.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    let answer = act(session, uuid, Command::Void)?;
    // What returns waits for the next invoice, which somebody else may pay by now.
    let waiting = store::one_time::pending_of(session.tx, &company, vec![payer])?;
    let customers: BTreeSet<CustomerId> = waiting.into_iter().map(|row| row.customer_id).collect();
    customers.iter().try_for_each(|customer| route(session, customer))?;
    Ok(answer)
}
