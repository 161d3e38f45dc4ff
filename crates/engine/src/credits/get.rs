//! One credit as it is now.

use records::{Credit, CreditId};

use super::shown::shown;
use crate::engine::found;
use crate::{Failure, Session};

pub fn get(session: &mut Session<'_, '_>, id: &CreditId) -> Result<Credit, Failure> {
    let company = session.company_id().to_owned();
    let rows = store::credit::by_ids(session.tx, &company, vec![id.clone()])?;
    Ok(found(shown(session, rows)?.pop(), "credit", id)?)
}
