//! Customers that were computed by an older version of the catalog: what is read of them is
//! computed anew and not written.

use store::customer::CustomerRow;

use super::customer::{Owner, computed};
use super::follow::{kept, overrides_of};
use crate::{Failure, Session};

/// Brings what these rows say up to date; nearly always nothing is to be done.
pub(crate) fn freshen<'r>(
    session: &mut Session<'_, '_>,
    rows: impl Iterator<Item = &'r mut CustomerRow>,
) -> Result<(), Failure> {
    let version = session.row.entitlements_version;
    let mut stale: Vec<&mut CustomerRow> =
        rows.filter(|row| row.entitlements_version < version).collect();
    if stale.is_empty() {
        return Ok(());
    }
    let owners: Result<Vec<Owner>, Failure> = stale
        .iter()
        .map(|row| Ok(Owner { id: row.id.clone(), overrides: overrides_of(row)? }))
        .collect();
    for (row, granted) in stale.iter_mut().zip(computed(session, &owners?)?) {
        row.entitlements_doc = kept(&granted.computed)?;
        row.overrides_doc = kept(&granted.overrides)?;
        row.entitlements_version = version;
    }
    Ok(())
}
