//! Billable metrics.

use billing::fact::FactType;
use records::{Item, Metric, Object};
use store::catalog::Stored;

use super::record::{self, Facts};
use crate::find::{FindRequest, FoundPage, walk};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session, usage};

pub const FIND: crate::find::Find = store::catalog::metric::TABLE.find;
pub(super) const PREFIX: &str = "metric_";
pub(super) const FACTS: Facts = Facts {
    created: FactType::MetricCreated,
    updated: FactType::MetricUpdated,
    archived: FactType::MetricArchived,
};

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Metric, Failure> {
    let fresh = Metric {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        is_billable: true,
        updated_at: session.now(),
        ..Metric::default()
    };
    let metric = laid_over(&fresh, sent)?;
    let mut faults = Faults::default();
    match record::usable::<Item>(session, &metric.item_id)? {
        Ok(item) if item.standard => {
            faults.add("/item_id", "standard", "The standard item has its metrics already.");
        }
        Ok(_) => {}
        Err((code, detail)) => faults.add("/item_id", code, detail),
    }
    meter(&metric, &mut faults);
    faults.refuse_any()?;
    record::insert(session, &FACTS, &metric)?;
    usage::refill(session, &metric)?;
    Ok(metric)
}

/// A metering rule must be one that the core can follow.
fn meter(metric: &Metric, faults: &mut Faults) {
    let Some(rule) = &metric.metering_rule else {
        faults.add("/metering_rule", "required", "A metric needs a metering rule.");
        return;
    };
    let value = serde_json::json!(rule);
    match billing::definition::Value::try_from(&value) {
        Err(error) => faults.add("/metering_rule", "number_range", error.to_string()),
        Ok(value) => {
            for fault in billing::metering::Metric::define(&value).err().into_iter().flatten() {
                let pointer = format!("/metering_rule/{}", fault.pointer);
                faults.add(&pointer, fault.code, fault.detail);
            }
        }
    }
}

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<Metric, Failure> {
    Ok(record::named(session, PREFIX, key)?.record)
}

/// How it meters is kept once a pricing uses it: a bill must not change its meaning.
pub fn update(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<Metric, Failure> {
    record::refuse_cleared(sent, &["is_billable", "name", "state", "metering_rule"])?;
    let before: Metric = record::held(session, PREFIX, key)?.record;
    if before.standard {
        return Err(Refusal::conflict("standard", "Standard metrics are not changed.").into());
    }
    let after: Metric = laid_over(&before, sent)?;
    let mut faults = Faults::default();
    meter(&after, &mut faults);
    faults.refuse_any()?;
    if after.metering_rule != before.metering_rule && priced(session, &before)? {
        let detail = "A pricing uses this metric: its metering rule stays as it is.";
        return Err(Refusal::conflict("in_use", detail).into());
    }
    if after.metering_rule != before.metering_rule {
        usage::refill(session, &after)?;
    }
    record::update(session, &FACTS, &before, after)
}

fn priced(session: &mut Session<'_, '_>, metric: &Metric) -> Result<bool, Failure> {
    let label = store::label::Label::new("metric", &metric.id);
    let company = session.company_id().to_owned();
    Ok(!store::label::carriers(session.tx, &company, "pricing", &label)?.is_empty())
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |_, stored: Stored<Metric>| {
        serde_json::json!(stored.record).to_string()
    })
}
