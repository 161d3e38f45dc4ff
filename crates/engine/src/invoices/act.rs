//! What the verbs of invoices share: find whose it is, decide, answer.

use billing::command::Command;
use billing::id::{Handle, InvoiceHandle};
use records::InvoiceId;

use super::get::get;
use crate::bill::load::LoadScope;
use crate::bill::{self, Asked};
use crate::{Failure, Refusal, Session};

/// Decides a command about one invoice and answers it as it is then.
pub(super) fn act(
    session: &mut Session<'_, '_>,
    uuid: &InvoiceId,
    command: impl FnOnce(InvoiceHandle) -> Command,
) -> Result<String, Failure> {
    decided(session, uuid, command)?;
    get(session, uuid)
}

pub(super) fn decided(
    session: &mut Session<'_, '_>,
    uuid: &InvoiceId,
    command: impl FnOnce(InvoiceHandle) -> Command,
) -> Result<Vec<billing::fact::Fact>, Failure> {
    let company = session.company_id().to_owned();
    let owner = store::invoice::customer_of(session.tx, &company, uuid)?;
    let (customer, _) = owner.ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    let asked = Asked {
        named: LoadScope { invoices: vec![uuid.to_owned()], ..LoadScope::default() },
        ..Asked::new(command(Handle::known(uuid)))
    };
    bill::act(session, &customer, asked)
}
