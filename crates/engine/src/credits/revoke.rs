//! Takes back what is left of a credit.

use billing::command::Command;
use billing::id::Handle;
use records::{Credit, CreditId};

use super::get::get;
use crate::bill::{self, Asked};
use crate::engine::found;
use crate::{Failure, Session};

pub fn revoke(session: &mut Session<'_, '_>, id: &CreditId) -> Result<Credit, Failure> {
    let company = session.company_id().to_owned();
    let row = store::credit::by_ids(session.tx, &company, vec![id.clone()])?.pop();
    let row = found(row, "credit", id)?;
    let command = Command::RevokeCredit(Handle::known(id));
    bill::act(session, &row.customer_id, Asked::new(command))?;
    get(session, id)
}
