//! The definitions that a computation needs, as the catalog and as the core has them, and records
//! in the words of both.

use std::collections::HashMap;
use std::sync::Arc;

use billing::customer::entitlement::{
    Aggregator, Definition, Definitions, Entitled, Entitlements, Own, Value,
};
use records::catalog::entitlement_definition::AggregatorType;
use records::{Entitlement, EntitlementDefinition};

use crate::catalog::expand;
use crate::subscriptions::RenderedPricing;
use crate::{Failure, Session};

#[derive(Default)]
pub(crate) struct Known {
    records: HashMap<String, EntitlementDefinition>,
    pub(super) core: Definitions,
}

impl Known {
    /// Those of what pricings grant, and of values that records have themselves. Only the latter
    /// may have to be read.
    pub(crate) fn of<'a>(
        session: &mut Session<'_, '_>,
        pricings: impl Iterator<Item = &'a Arc<RenderedPricing>>,
        own: impl Iterator<Item = &'a Entitlement>,
    ) -> Result<Known, Failure> {
        let mut records: HashMap<String, EntitlementDefinition> = HashMap::new();
        for pricing in pricings.filter(|pricing| pricing.grants_anything()) {
            let granted = pricing.definitions().iter();
            records.extend(granted.map(|(id, definition)| (id.clone(), definition.clone())));
        }
        let unknown = own
            .filter(|row| row.entitlement_id.as_ref().is_some_and(|id| !records.contains_key(id)));
        let unknown: Vec<&Entitlement> = unknown.collect();
        if !unknown.is_empty() {
            records.extend(expand::definitions(session, unknown.into_iter())?);
        }
        let core = records.iter().map(|(id, definition)| (id.clone(), core(definition))).collect();
        Ok(Known { records, core })
    }

    /// Entitlements as they are answered, in the order of their keys.
    pub(crate) fn rows(&self, all: &Entitlements) -> Vec<Entitlement> {
        let rows = all.iter().filter_map(|(id, entitled)| self.row(id, entitled));
        let mut rows: Vec<Entitlement> = rows.collect();
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        rows
    }

    /// The values that a record has itself, as they are answered, in the order in which they came.
    pub(crate) fn own_rows(&self, own: &[Own], all: &Entitlements) -> Vec<Entitlement> {
        let rows = own.iter().filter_map(|own| {
            all.get(&own.entitlement).and_then(|entitled| self.row(&own.entitlement, entitled))
        });
        rows.collect()
    }

    fn row(&self, id: &str, entitled: &Entitled) -> Option<Entitlement> {
        let definition = self.records.get(id)?;
        let original = entitled.original.as_ref().map(Value::json);
        Some(Entitlement {
            entitlement_id: Some(id.to_owned()),
            id: entitled.from.row.clone(),
            inherited_from_id: Some(entitled.from.id.clone()),
            inherited_from_type: Some(entitled.from.level.as_str().to_owned()),
            key: Some(definition.key.clone()),
            name: Some(definition.name.clone()),
            kind: Some(definition.kind.as_str().to_owned()),
            original_value: original.unwrap_or_default(),
            value: entitled.value.json(),
            overridden: entitled.overridden,
        })
    }
}

/// Values of records in the core's words.
pub(crate) fn own(rows: &[Entitlement]) -> Vec<Own> {
    let own = rows.iter().filter_map(|row| {
        Some(Own {
            entitlement: row.entitlement_id.clone()?,
            row: row.id.clone(),
            value: Value::read(&row.value)?,
        })
    });
    own.collect()
}

fn core(definition: &EntitlementDefinition) -> Definition {
    let aggregator = match definition.aggregator_type {
        Some(AggregatorType::Or) => Aggregator::Or,
        Some(AggregatorType::And) => Aggregator::And,
        Some(AggregatorType::Add) => Aggregator::Add,
        Some(AggregatorType::Minimum) => Aggregator::Minimum,
        Some(AggregatorType::Maximum) => Aggregator::Maximum,
        // A definition always has one; the first value is never wrong.
        Some(AggregatorType::Coalesce) | None => Aggregator::Coalesce,
    };
    Definition { aggregator, per_licence: definition.adjust_for_quantity }
}
