//! Drops a one-time charge that is not invoiced yet.

use billing::command::Command;
use billing::id::Handle;
use records::{OneTimeCharge, OneTimeId};

use super::find::shown;
use crate::bill::{self, Asked};
use crate::engine::found;
use crate::{Failure, Session};

pub fn drop(session: &mut Session<'_, '_>, id: &OneTimeId) -> Result<OneTimeCharge, Failure> {
    let company = session.company_id().to_owned();
    let row = store::one_time::by_ids(session.tx, &company, vec![id.clone()])?.pop();
    let row = found(row, "one-time charge", id)?;
    let command = Command::DropOneTime(Handle::known(id));
    bill::act(session, &row.billed_customer_id, Asked::new(command))?;
    let rows = store::one_time::by_ids(session.tx, &company, vec![id.clone()])?;
    Ok(found(shown(session, rows)?.pop(), "one-time charge", id)?)
}
