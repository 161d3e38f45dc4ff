//! One contract as it is now.

use std::collections::BTreeMap;

use records::ContractId;

use super::draft::{Drafted, drafted};
use super::{record, shown::answers};
use crate::bill::stored;
use crate::engine::found;
use crate::{Failure, Session};

/// The record as JSON, with everything that it refers to.
pub fn get(session: &mut Session<'_, '_>, id: &ContractId) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let row = found(store::contract::get(session.tx, &company, id)?, "contract", id)?;
    let mut all = answers(session, std::slice::from_ref(&row))?;
    Ok(all.pop().unwrap_or_default())
}

/// What a document of this contract can say, by its terms and what holds now.
pub(crate) fn values(
    session: &mut Session<'_, '_>,
    id: &ContractId,
) -> Result<BTreeMap<String, String>, Failure> {
    let company = session.company_id().to_owned();
    let row = found(store::contract::get(session.tx, &company, id)?, "contract", id)?;
    let before = record(&row)?;
    let terms = stored::read(&row.terms)?;
    let Drafted { values, .. } = session.honouring(|session| drafted(session, &terms, &before))?;
    Ok(values)
}
