//! Records name others that are there, and say of their customer what it says itself.

use records::CompanyId;
use store::Tx;

use super::Found;

pub(super) fn are_there(tx: &mut Tx<'_>, company: &CompanyId) -> Found {
    let strays = store::audit::strays(tx, company)?;
    Ok(strays.into_iter().map(|stray| format!("{stray}, which is not there")).collect())
}

pub(super) fn agree(tx: &mut Tx<'_>, company: &CompanyId) -> Found {
    Ok(store::audit::stale_copies(tx, company)?)
}
