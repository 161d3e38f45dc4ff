//! Removes a threshold: nobody is told of it any more.

use billing::fact::FactType;
use records::{CreditThreshold, CreditThresholdId, Object};
use store::credit::threshold;

use super::shown;
use crate::engine::found;
use crate::{Failure, Session, bill};

pub fn remove(
    session: &mut Session<'_, '_>,
    id: &CreditThresholdId,
) -> Result<CreditThreshold, Failure> {
    let company = session.company_id().to_owned();
    let row = found(threshold::get(session.tx, &company, id)?, "threshold", id)?;
    bill::hold_all(session, [&row.customer_id])?;
    // What it was before its customer was held may be over.
    let mut row = found(threshold::get(session.tx, &company, id)?, "threshold", id)?;
    if row.state == "ACTIVE" {
        row.state = "REMOVED".to_owned();
        row.updated_at = session.now().max(row.updated_at);
        threshold::change(session.tx, &company, std::slice::from_ref(&row))?;
        session.fact(FactType::CreditThresholdRemoved, id, Object::new())?;
    }
    shown::shown(&row)
}
