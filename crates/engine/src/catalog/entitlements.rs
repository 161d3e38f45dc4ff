//! Definitions of entitlements.

use billing::fact::FactType;
use records::catalog::entitlement_definition::{AggregatorType, EntitlementType};
use records::{EntitlementDefinition, Object};
use store::catalog::Stored;

use super::record::{self, Facts};
use crate::customers::entitlements;
use crate::find::{FindRequest, FoundPage, walk};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::{Failure, Session};

pub const FIND: crate::find::Find = store::catalog::entitlement::TABLE.find;
pub(super) const PREFIX: &str = "ent_";
pub(super) const FACTS: Facts = Facts {
    created: FactType::EntitlementCreated,
    updated: FactType::EntitlementUpdated,
    archived: FactType::EntitlementUpdated,
};

pub fn create(
    session: &mut Session<'_, '_>,
    sent: &Object,
) -> Result<EntitlementDefinition, Failure> {
    let fresh = EntitlementDefinition {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..EntitlementDefinition::default()
    };
    let mut definition: EntitlementDefinition = laid_over(&fresh, sent)?;
    check(&mut definition)?;
    record::insert(session, &FACTS, &definition)?;
    entitlements::defined(session)?;
    Ok(definition)
}

/// An aggregator fits its type, and an enumeration has values to choose from.
fn check(definition: &mut EntitlementDefinition) -> Result<(), Failure> {
    use AggregatorType::{Add, And, Coalesce, Maximum, Minimum, Or};
    let mut faults = Faults::default();
    let fitting: &[AggregatorType] = match definition.kind {
        EntitlementType::Bool => &[Or, And],
        EntitlementType::Number => &[Add, Minimum, Maximum],
        EntitlementType::Text | EntitlementType::Enum => &[Coalesce],
    };
    let aggregator = definition.aggregator_type.or_else(|| fitting.first().copied());
    definition.aggregator_type = aggregator;
    if aggregator.is_some_and(|aggregator| !fitting.contains(&aggregator)) {
        let detail = format!("{} takes {fitting:?}.", definition.kind.as_str());
        faults.add("/aggregator_type", "mismatch", detail.to_uppercase());
    }
    let enumeration = definition.kind == EntitlementType::Enum;
    match (enumeration, definition.possible_values.is_empty()) {
        (true, true) => faults.add("/possible_values", "required", "An ENUM needs values."),
        (false, false) => faults.add("/possible_values", "mismatch", "Only an ENUM has values."),
        _ => {}
    }
    Ok(faults.refuse_any()?)
}

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<EntitlementDefinition, Failure> {
    Ok(record::named(session, PREFIX, key)?.record)
}

pub fn update(
    session: &mut Session<'_, '_>,
    key: &str,
    sent: &Object,
) -> Result<EntitlementDefinition, Failure> {
    record::refuse_cleared(sent, &["name"])?;
    let before: EntitlementDefinition = record::held(session, PREFIX, key)?.record;
    let mut after = laid_over(&before, sent)?;
    check(&mut after)?;
    let counts = |definition: &EntitlementDefinition| {
        let EntitlementDefinition { aggregator_type, adjust_for_quantity, name, .. } = definition;
        (*aggregator_type, *adjust_for_quantity, name.clone())
    };
    let granted = counts(&before) != counts(&after);
    let definition = record::update(session, &FACTS, &before, after)?;
    if granted {
        entitlements::granted_anew(session)?;
    }
    Ok(definition)
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |_, stored: Stored<EntitlementDefinition>| {
        serde_json::json!(stored.record).to_string()
    })
}
