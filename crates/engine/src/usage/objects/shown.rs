//! Objects as they are answered.

use std::collections::HashMap;

use records::usage::BilledObject;
use records::{CustomerId, Moment, Object};
use store::usage::object::ObjectRow;

use crate::{Failure, Session};

/// With the identifiers of their customers.
pub(super) fn shown(
    session: &mut Session<'_, '_>,
    rows: Vec<ObjectRow>,
) -> Result<Vec<BilledObject>, Failure> {
    let company = session.company_id().to_owned();
    let mut ids: Vec<CustomerId> = rows.iter().map(|row| row.customer_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let found = store::usage::object::customer_names(session.tx, &company, ids)?;
    let identifiers: HashMap<CustomerId, String> = found.into_iter().collect();
    rows.into_iter().map(|row| answer(row, &identifiers)).collect()
}

/// One that is gone since an instant, or is there.
pub(super) fn one(
    session: &mut Session<'_, '_>,
    row: ObjectRow,
    removed_at: Option<Moment>,
) -> Result<BilledObject, Failure> {
    let id = row.id.clone();
    let shown = shown(session, vec![row])?.pop();
    let shown = crate::engine::found(shown, "object", &id)?;
    Ok(BilledObject { removed_at, ..shown })
}

fn answer(
    row: ObjectRow,
    identifiers: &HashMap<CustomerId, String>,
) -> Result<BilledObject, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let properties: Object = serde_json::from_str(&row.properties).map_err(broken)?;
    Ok(BilledObject {
        created_at: row.created_at,
        customer_identifier: identifiers.get(&row.customer_id).cloned().unwrap_or_default(),
        customer_id: row.customer_id,
        id: row.id,
        item_id: row.item_id,
        object_identifier: row.object_identifier,
        properties,
        removed_at: None,
        updated_at: row.updated_at,
    })
}
