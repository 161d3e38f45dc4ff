//! Writes what customers may use, in the transaction that changes it, and tells of it.

use std::collections::BTreeMap;

use billing::fact::FactType;
use records::{CustomerId, Entitlement, Object};
use serde_json::{Value, json};
use store::customer::{CustomerRow, EntitlementsRow};

use super::customer::{Owner, computed};
use super::subscription::Granted;
use crate::bill::stored;
use crate::{Failure, Session};

/// A customer who may use something else than before.
pub(crate) struct Told {
    customer: CustomerId,
    values: Object,
}

/// Brings what these customers may use up to date. Their rows are held first: two transactions
/// that change subscriptions of one customer take turns here, and the second sees both.
pub(crate) fn follow(
    session: &mut Session<'_, '_>,
    ids: Vec<CustomerId>,
) -> Result<Vec<Told>, Failure> {
    write(session, ids, None)
}

/// The same for one customer who gets other values of its own.
pub(crate) fn follow_own(
    session: &mut Session<'_, '_>,
    id: &CustomerId,
    overrides: Vec<Entitlement>,
) -> Result<Vec<Told>, Failure> {
    write(session, vec![id.clone()], Some(overrides))
}

/// Writes the facts.
pub(crate) fn tell(session: &mut Session<'_, '_>, all: Vec<Told>) -> Result<(), Failure> {
    for Told { customer, values } in all {
        session.fact(FactType::CustomerEntitlementsChanged, &customer, values)?;
    }
    Ok(())
}

fn write(
    session: &mut Session<'_, '_>,
    ids: Vec<CustomerId>,
    own: Option<Vec<Entitlement>>,
) -> Result<Vec<Told>, Failure> {
    // Nothing was ever defined.
    if session.row.entitlements_version == 0 || ids.is_empty() {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let rows = store::customer::lock_all(session.tx, &company, ids)?;
    let owners: Result<Vec<Owner>, Failure> = rows
        .iter()
        .map(|row| {
            let overrides = own.clone().map_or_else(|| overrides_of(row), Ok)?;
            Ok(Owner { id: row.id.clone(), overrides })
        })
        .collect();
    let (mut written, mut told) = (Vec::new(), Vec::new());
    for (row, granted) in rows.iter().zip(computed(session, &owners?)?) {
        let (after, other) = followed(session, row, &granted)?;
        written.extend(after);
        if other {
            let values = json!({ "computed_entitlements": granted.computed });
            let values = values.as_object().cloned().unwrap_or_default();
            told.push(Told { customer: row.id.clone(), values });
        }
    }
    store::customer::set_entitlements(session.tx, &company, written)?;
    Ok(told)
}

/// What is written of a customer, where that is anything, and whether it may use something else.
fn followed(
    session: &Session<'_, '_>,
    row: &CustomerRow,
    granted: &Granted,
) -> Result<(Option<EntitlementsRow>, bool), Failure> {
    let version = session.row.entitlements_version;
    let (computed, overrides) = (kept(&granted.computed)?, kept(&granted.overrides)?);
    let same = (&computed, &overrides) == (&row.entitlements_doc, &row.overrides_doc);
    if same && row.entitlements_version == version {
        return Ok((None, false));
    }
    let other = values(&entitlements_of(row)?) != values(&granted.computed);
    let after = EntitlementsRow {
        customer_id: row.id.clone(),
        entitlements_doc: computed,
        overrides_doc: overrides,
        entitlements_version: version,
        // A name or a place that a value comes from is nothing that the customer may use.
        updated_at: other.then(|| session.now().max(row.updated_at())),
    };
    Ok((Some(after), other))
}

/// What may be used, by key.
fn values(rows: &[Entitlement]) -> BTreeMap<&str, &Value> {
    let keyed = rows.iter().filter_map(|row| Some((row.key.as_deref()?, &row.value)));
    keyed.collect()
}

/// Rows as a customer keeps them.
pub(super) fn kept(rows: &[Entitlement]) -> Result<Option<String>, Failure> {
    match rows.is_empty() {
        true => Ok(None),
        false => Ok(Some(stored::written(&rows)?)),
    }
}

pub(super) fn overrides_of(row: &CustomerRow) -> Result<Vec<Entitlement>, Failure> {
    read(row.overrides_doc.as_deref())
}

pub(super) fn entitlements_of(row: &CustomerRow) -> Result<Vec<Entitlement>, Failure> {
    read(row.entitlements_doc.as_deref())
}

fn read(doc: Option<&str>) -> Result<Vec<Entitlement>, Failure> {
    Ok(doc.map(stored::read).transpose()?.unwrap_or_default())
}
