//! Whether a customer may use something: one entitlement by its key.

use records::catalog::entitlement_definition::EntitlementType;
use records::{Entitlement, EntitlementDefinition};
use serde_json::Value;
use store::catalog::Stored;
use store::label::Label;

use super::follow::entitlements_of;
use crate::bill::stored;
use crate::customers::named;
use crate::{Failure, Refusal, Session};

/// The entitlement as JSON, as the customer has it. One that is defined and that nothing grants to
/// the customer is `false` where it says yes or no, else `null`.
pub fn check(session: &mut Session<'_, '_>, customer: &str, key: &str) -> Result<String, Failure> {
    let row = named(session, customer)?;
    let granted = entitlements_of(&row)?.into_iter().find(|row| row.key.as_deref() == Some(key));
    let entitlement = match granted {
        Some(entitlement) => entitlement,
        None => nothing_of(&defined(session, key)?),
    };
    Ok(stored::written(&entitlement)?)
}

fn defined(session: &mut Session<'_, '_>, key: &str) -> Result<EntitlementDefinition, Failure> {
    let company = session.company_id().to_owned();
    let mark = Label::new("key", key);
    let id = store::mark::holder(session.tx, &company, "entitlement", "key", &mark)?;
    let stored: Option<Stored<EntitlementDefinition>> = match id {
        Some(id) => store::catalog::get(session.tx, &company, &id)?,
        None => None,
    };
    let found = stored.map(|stored| stored.record).filter(|definition| definition.key == key);
    found.ok_or_else(|| Refusal::not_found("entitlement", key).into())
}

fn nothing_of(definition: &EntitlementDefinition) -> Entitlement {
    let value = match definition.kind {
        EntitlementType::Bool => Value::Bool(false),
        EntitlementType::Number | EntitlementType::Text | EntitlementType::Enum => Value::Null,
    };
    Entitlement {
        entitlement_id: Some(definition.id.clone()),
        key: Some(definition.key.clone()),
        name: Some(definition.name.clone()),
        kind: Some(definition.kind.as_str().to_owned()),
        value,
        ..Entitlement::default()
    }
}
