//! What every company has from the start: the item for licences, and its two metrics.

use records::catalog::item::{DisplayType, ItemType};
use records::catalog::metric::MetricType;
use records::{Item, Metric};

use super::record::insert;
use super::{items, metrics};
use crate::{Failure, Session};

/// Puts the standard item and metrics on the shelves of a new company.
pub(crate) fn stock(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let now = session.now();
    let item = Item {
        company_id: session.company_id().to_owned(),
        created_at: now,
        description: Some("Seats, plans and fees: counted by licence.".to_owned()),
        display_type: DisplayType::Units,
        editable: false,
        external_name: None,
        id: session.new_id(items::PREFIX),
        name: "License".to_owned(),
        standard: true,
        kind: ItemType::License,
        updated_at: now,
        ..Item::default()
    };
    insert(session, &items::FACTS, &item)?;
    let all = [("Licenses", MetricType::LicenseMetric), ("One-time", MetricType::OneTimeMetric)];
    for (name, kind) in all {
        let metric = Metric {
            company_id: item.company_id.clone(),
            created_at: now,
            id: session.new_id(metrics::PREFIX),
            is_billable: true,
            item_id: item.id.clone(),
            name: name.to_owned(),
            standard: true,
            kind,
            updated_at: now,
            ..Metric::default()
        };
        insert(session, &metrics::FACTS, &metric)?;
    }
    Ok(())
}

/// The standard item and the metric of this type.
pub(super) fn licence(
    session: &mut Session<'_, '_>,
    kind: MetricType,
) -> Result<Option<(Item, Metric)>, Failure> {
    let company = session.company_id().to_owned();
    let label = store::label::Label::new("name", "License");
    let ids = store::label::carriers(session.tx, &company, "item", &label)?;
    let named: Vec<store::catalog::Stored<Item>> =
        store::catalog::by_ids(session.tx, &company, ids)?;
    let Some(item) = named.into_iter().map(|s| s.record).find(|item| item.standard) else {
        return Ok(None);
    };
    let metrics: Vec<store::catalog::Stored<Metric>> =
        store::catalog::by_parents(session.tx, &company, vec![item.id.clone()])?;
    let metric = metrics.into_iter().map(|s| s.record).find(|m| m.standard && m.kind == kind);
    Ok(metric.map(|metric| (item, metric)))
}
