//! Which decisions are still current: nobody has changed the payer since it was read, nor others
//! whose records are changed.

use std::collections::{BTreeMap, BTreeSet};

use records::{CompanyId, CustomerId};
use store::billed::Settled;

use super::prepare::Prepared;
use crate::{Failure, Session};

/// Settles all of these that are current, with others whose records they change; of two that change
/// records of one customer the first.
pub(super) fn settle(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    all: &[Prepared],
) -> Result<BTreeSet<CustomerId>, Failure> {
    let mut beside: BTreeMap<&CustomerId, &Settled> = BTreeMap::new();
    let mut first = Vec::with_capacity(all.len());
    for prepared in all {
        let taken = prepared.beside.iter().any(|each| beside.contains_key(&each.customer_id));
        if !taken {
            beside.extend(prepared.beside.iter().map(|each| (&each.customer_id, each)));
        }
        first.push(!taken);
    }
    let mut unchanged = BTreeSet::new();
    if !beside.is_empty() {
        let rows: Vec<Settled> = beside.into_values().cloned().collect();
        unchanged.extend(store::billed::settle(session.tx, company, &rows)?);
    }
    let is_current = |(prepared, first): &(&Prepared, bool)| {
        *first && prepared.beside.iter().all(|each| unchanged.contains(&each.customer_id))
    };
    let current = all.iter().zip(first).filter(is_current);
    let settled: Vec<Settled> = current.map(|(prepared, _)| prepared.settled.clone()).collect();
    Ok(store::billed::settle(session.tx, company, &settled)?.into_iter().collect())
}
