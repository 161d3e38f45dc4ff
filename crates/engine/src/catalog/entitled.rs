//! Entitlement values on products and pricings: read from a body, joined for an answer.

use std::collections::HashMap;

use records::catalog::entitlement_definition::{EntitlementType, EntitlementValue};
use records::{Entitlement, EntitlementDefinition, Product};
use serde_json::Value;
use store::catalog::Stored;
use store::label::Label;

use crate::refusal::Faults;
use crate::{Failure, Session};

pub(crate) type Definitions = HashMap<String, EntitlementDefinition>;

/// The rows that a record has, and those that it inherits: a body may name either by `id`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rows<'a> {
    pub(crate) own: &'a [Entitlement],
    pub(crate) inherited: &'a [Entitlement],
}

/// The values that a field of a body gives, each checked against its definition.
pub(crate) fn given(
    session: &mut Session<'_, '_>,
    (field, values): (&str, &[EntitlementValue]),
    known: Rows<'_>,
    faults: &mut Faults,
) -> Result<Vec<Entitlement>, Failure> {
    let mut rows: Vec<Entitlement> = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let pointer = format!("/{field}/{index}");
        let Some(definition) = definition(session, value, known)? else {
            faults.add(&pointer, "unknown", "There is no such entitlement.");
            continue;
        };
        if let Some(detail) = misfit(&definition, &value.value) {
            faults.add(&format!("{pointer}/value"), "mismatch", detail);
        }
        if rows.iter().any(|row| row.entitlement_id.as_ref() == Some(&definition.id)) {
            faults.add(&pointer, "duplicate", "This entitlement is given twice.");
        }
        let before =
            known.own.iter().find(|row| row.entitlement_id.as_ref() == Some(&definition.id));
        let id = before.and_then(|row| row.id.clone()).unwrap_or_else(|| session.new_id("entv_"));
        rows.push(Entitlement {
            entitlement_id: Some(definition.id),
            id: Some(id),
            key: Some(definition.key),
            value: value.value.clone(),
            ..Entitlement::default()
        });
    }
    Ok(rows)
}

/// By `entitlement_id`, by the `id` of a row that is there, or by `key`.
fn definition(
    session: &mut Session<'_, '_>,
    value: &EntitlementValue,
    known: Rows<'_>,
) -> Result<Option<EntitlementDefinition>, Failure> {
    let company = session.company_id().to_owned();
    let of_row = value.id.as_ref().and_then(|id| {
        let mut rows = known.own.iter().chain(known.inherited);
        let row = rows.find(|row| row.id.as_ref() == Some(id));
        row.and_then(|row| row.entitlement_id.clone()).or_else(|| Some(id.clone()))
    });
    let id = match (value.entitlement_id.clone().or(of_row), &value.key) {
        (Some(id), _) => Some(id),
        (None, Some(key)) => {
            let mark = Label::new("key", key);
            store::mark::holder(session.tx, &company, "entitlement", "key", &mark)?
        }
        (None, None) => None,
    };
    let Some(id) = id else { return Ok(None) };
    let stored: Option<Stored<EntitlementDefinition>> =
        store::catalog::get(session.tx, &company, &id)?;
    let named = |definition: &EntitlementDefinition| {
        value.key.as_ref().is_none_or(|key| *key == definition.key)
    };
    Ok(stored.map(|stored| stored.record).filter(named))
}

fn misfit(definition: &EntitlementDefinition, value: &Value) -> Option<String> {
    let fits = match (definition.kind, value) {
        (EntitlementType::Bool, Value::Bool(_)) => true,
        (EntitlementType::Number, Value::Number(_)) => {
            billing::customer::entitlement::Value::read(value).is_some()
        }
        (EntitlementType::Text, Value::String(_)) => true,
        (EntitlementType::Enum, Value::String(text)) => definition.possible_values.contains(text),
        _ => false,
    };
    let kind = definition.kind.as_str();
    (!fits).then(|| format!("This is no value of an entitlement of type {kind}."))
}

/// A product's values with their names.
pub(super) fn of_product(product: &Product, definitions: &Definitions) -> Vec<Entitlement> {
    let rows = product.entitlements.iter();
    rows.map(|row| Entitlement { original_value: row.value.clone(), ..named(row, definitions) })
        .collect()
}

/// A pricing's own values, telling what they replace.
pub(super) fn overriding(
    product: &Product,
    all: &[Entitlement],
    definitions: &Definitions,
) -> Vec<Entitlement> {
    let rows = all.iter().map(|row| {
        let from = product.entitlements.iter().find(|p| p.entitlement_id == row.entitlement_id);
        Entitlement {
            inherited_from_id: from.map(|_| product.id.clone()),
            inherited_from_type: from.map(|_| "PRODUCT".to_owned()),
            original_value: from.map(|from| from.value.clone()).unwrap_or_default(),
            overridden: from.is_some(),
            ..named(row, definitions)
        }
    });
    rows.collect()
}

/// What a pricing gives in all: the product's values, with its own over them.
pub(super) fn computed(
    product: &Product,
    known: &[Entitlement],
    definitions: &Definitions,
) -> Vec<Entitlement> {
    let each = overriding(product, known, definitions);
    let inherited = of_product(product, definitions)
        .into_iter()
        .filter(|row| each.iter().all(|mine| mine.entitlement_id != row.entitlement_id));
    let inherited = inherited.map(|row| Entitlement {
        inherited_from_id: Some(product.id.clone()),
        inherited_from_type: Some("PRODUCT".to_owned()),
        ..row
    });
    let mut all: Vec<Entitlement> = inherited.chain(each.clone()).collect();
    all.sort_by(|a, b| a.key.cmp(&b.key));
    all
}

fn named(row: &Entitlement, definitions: &Definitions) -> Entitlement {
    let definition = row.entitlement_id.as_ref().and_then(|id| definitions.get(id));
    Entitlement {
        name: definition.map(|definition| definition.name.clone()),
        kind: definition.map(|definition| definition.kind.as_str().to_owned()),
        ..row.clone()
    }
}
