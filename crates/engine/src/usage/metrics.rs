//! The metrics of items, as they count events.

use std::collections::HashMap;

use billing::definition::Value;
use billing::metering;
use records::Metric;
use sha2::{Digest, Sha256};
use store::catalog::Stored;

use crate::{Failure, Session};

/// A metric, ready to count.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) item_id: String,
    /// A digest of the rule: what was rolled up by another does not hold.
    pub(crate) rule: String,
    pub(crate) metric: metering::Metric,
}

/// Metrics by their items.
pub(crate) type Metrics = HashMap<String, Vec<Known>>;

/// All metrics of these items, archived ones too: what has them is still billed.
pub(crate) fn of_items(
    session: &mut Session<'_, '_>,
    items: Vec<String>,
) -> Result<Metrics, Failure> {
    let company = session.company_id().to_owned();
    let mut all = Metrics::new();
    let found: Vec<Stored<Metric>> = store::catalog::by_parents(session.tx, &company, items)?;
    for stored in found {
        let Some(known) = known(&stored.record)? else { continue };
        all.entry(known.item_id.clone()).or_default().push(known);
    }
    Ok(all)
}

/// These metrics by their ids.
pub(crate) fn by_ids(
    session: &mut Session<'_, '_>,
    ids: Vec<String>,
) -> Result<HashMap<String, Known>, Failure> {
    let company = session.company_id().to_owned();
    let found: Vec<Stored<Metric>> = store::catalog::by_ids(session.tx, &company, ids)?;
    let all = found.iter().filter_map(|stored| known(&stored.record).transpose());
    all.map(|known| known.map(|known| (known.id.clone(), known))).collect()
}

/// A metric that measures nothing has no rule.
pub(crate) fn known(record: &Metric) -> Result<Option<Known>, Failure> {
    let Some(rule) = &record.metering_rule else { return Ok(None) };
    let rule = serde_json::json!(rule);
    let broken = |why: String| {
        let detail = format!("the metric {} cannot be followed: {why}", record.id);
        Failure::Store(store::Error::Broken(detail))
    };
    let value = Value::try_from(&rule).map_err(|error| broken(error.to_string()))?;
    let metric = metering::Metric::define(&value)
        .map_err(|faults| broken(faults.iter().map(|fault| fault.to_string()).collect()))?;
    Ok(Some(Known {
        id: record.id.clone(),
        item_id: record.item_id.clone(),
        rule: hex::encode(Sha256::digest(rule.to_string().as_bytes())),
        metric,
    }))
}
