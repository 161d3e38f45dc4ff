//! Pricings as the core bills them: compiled once and shared, since a price in use never changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use billing::metering::Aggregator;
use billing::pricing::{self, Component, ItemPricing, Kind, Pricings};
use calendar::{Frequency, Term};
use money::Currency;
use records::catalog::State;
use records::catalog::item::ItemType;
use records::catalog::metric::MetricType;
use records::{CompanyId, Item, Metric, Product, ProductMetricPricing, ProductPricing};
use serde_json::json;
use store::catalog::{CatalogRecord, Stored, by_ids};

use crate::{Failure, Session};

/// So many compiled pricings are kept in memory.
const MOST: usize = 20_000;

/// Pricings that were compiled before, by company and pricing, with what may still change of them.
#[derive(Default)]
pub(crate) struct Compiled {
    known: Mutex<HashMap<Key, (Edition, Arc<pricing::ProductPricing>)>>,
    /// The metrics of components, by company and component, as they were last compiled.
    measures: Mutex<HashMap<Key, Measure>>,
}

type Key = (CompanyId, String);

/// By what a component is measured.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) item_id: String,
    pub(crate) metric_id: String,
    pub(crate) looks_back: bool,
}

/// What may change of a pricing in use; its prices may not.
#[derive(PartialEq, Eq)]
struct Edition {
    name: String,
    gl_code: Option<String>,
    archived: bool,
}

impl Edition {
    fn of(pricing: &ProductPricing, product: Option<&Product>) -> Edition {
        let text = pricing.external_name.as_ref().unwrap_or(&pricing.name);
        let sold = product.map(|product| product.external_name.as_ref().unwrap_or(&product.name));
        Edition {
            name: match sold {
                Some(sold) if sold != text => format!("{sold}: {text}"),
                _ => text.clone(),
            },
            gl_code: product.and_then(|product| product.gl_code.clone()),
            archived: pricing.state == State::Archived
                || product.is_some_and(|product| product.state == State::Archived),
        }
    }
}

impl Compiled {
    /// The metric of a component that was compiled.
    pub(crate) fn measures(&self, company: &CompanyId, component: &str) -> Option<Measure> {
        let measures = self.measures.lock().unwrap_or_else(PoisonError::into_inner);
        measures.get(&(company.clone(), component.to_owned())).cloned()
    }

    fn measure(&self, company: &CompanyId, part: &ProductMetricPricing, looks_back: bool) {
        let mut measures = self.measures.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (company.clone(), part.item_pricing_id.to_string());
        let (item_id, metric_id) = (part.item_id.clone(), part.metric_id.clone());
        measures.insert(key, Measure { item_id, metric_id, looks_back });
    }

    fn get(&self, key: &Key, edition: &Edition) -> Option<Arc<pricing::ProductPricing>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(key).filter(|(known, _)| known == edition).map(|(_, pricing)| Arc::clone(pricing))
    }

    fn put(&self, key: Key, edition: Edition, pricing: &Arc<pricing::ProductPricing>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, (edition, Arc::clone(pricing)));
    }
}

/// These pricings as the core bills them, by two or four statements in all.
pub(crate) fn pricings(
    session: &mut Session<'_, '_>,
    ids: Vec<String>,
) -> Result<Pricings, Failure> {
    if ids.is_empty() {
        return Ok(Pricings::default());
    }
    let company = session.company_id().to_owned();
    let pricings: Vec<Stored<ProductPricing>> = readable(session, ids)?;
    let products: Vec<Stored<Product>> = {
        let mut ids: Vec<String> = pricings.iter().map(|p| p.record.product_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        by_ids(session.tx, &company, ids)?
    };
    let products: HashMap<&str, &Product> =
        products.iter().map(|stored| (stored.record.id.as_str(), &stored.record)).collect();
    let mut found = Pricings::default();
    let mut fresh = Vec::new();
    for stored in pricings {
        let product = products.get(stored.record.product_id.as_str()).copied();
        let edition = Edition::of(&stored.record, product);
        let key = (company.clone(), stored.record.id.clone());
        match session.tools.plans.get(&key, &edition) {
            Some(pricing) => found.insert(pricing),
            None => fresh.push((key, edition, stored)),
        }
    }
    let parts = || fresh.iter().flat_map(|(_, _, stored)| &stored.record.product_metric_pricings);
    let items: Vec<Stored<Item>> =
        by_ids(session.tx, &company, distinct(parts().map(|part| &part.item_id)))?;
    let metrics: Vec<Stored<Metric>> =
        by_ids(session.tx, &company, distinct(parts().map(|part| &part.metric_id)))?;
    for (key, edition, stored) in fresh {
        let measured = |part: &ProductMetricPricing| {
            let item = items.iter().map(|s| &s.record).find(|item| item.id == part.item_id);
            let metric = metrics.iter().map(|s| &s.record).find(|m| m.id == part.metric_id);
            (item.cloned().unwrap_or_default(), metric.cloned().unwrap_or_default())
        };
        // One that cannot be billed is missing for those who have it, and for nobody else.
        let plan = match compile(&stored.record, &edition, measured) {
            Ok(plan) => Arc::new(plan),
            Err(failure) => {
                tracing::error!(pricing = key.1, ?failure, "a pricing cannot be billed");
                continue;
            }
        };
        found.insert(Arc::clone(&plan));
        let parts = stored.record.product_metric_pricings.iter();
        for (part, component) in parts.zip(&plan.components) {
            let looks_back = component.aggregator.is_some_and(Aggregator::looks_back);
            session.tools.plans.measure(&company, part, looks_back);
        }
        // What nobody uses yet may still get other prices.
        if stored.ever_used {
            session.tools.plans.put(key, edition, &plan);
        }
    }
    Ok(found)
}

/// All of these that can be read: one that cannot is missing for those who have it.
fn readable<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    ids: Vec<String>,
) -> Result<Vec<Stored<R>>, Failure> {
    let company = session.company_id().to_owned();
    match by_ids(session.tx, &company, ids.clone()) {
        Err(store::Error::Broken(_)) => {}
        read => return Ok(read?),
    }
    let mut all = Vec::with_capacity(ids.len());
    for id in ids {
        match store::catalog::get(session.tx, &company, &id) {
            Err(store::Error::Broken(why)) => tracing::error!(id, why, "a record is broken"),
            read => all.extend(read?),
        }
    }
    Ok(all)
}

fn distinct<'a>(ids: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut ids: Vec<String> = ids.cloned().collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn compile(
    pricing: &ProductPricing,
    edition: &Edition,
    measured: impl Fn(&ProductMetricPricing) -> (Item, Metric),
) -> Result<pricing::ProductPricing, Failure> {
    let currency: Currency =
        pricing.currency.parse().map_err(|_| broken(pricing, "its currency is unknown"))?;
    let components = pricing.product_metric_pricings.iter().map(|part| {
        let (item, metric) = measured(part);
        component(pricing, part, (&item, &metric), currency)
    });
    Ok(pricing::ProductPricing {
        id: pricing.id.as_str().into(),
        name: edition.name.clone(),
        product: pricing.product_id.as_str().into(),
        gl_code: edition.gl_code.clone(),
        currency,
        minimum: pricing.minimum_spend,
        components: components.map(|known| known.map(Arc::new)).collect::<Result<_, _>>()?,
        archived: edition.archived,
    })
}

fn component(
    pricing: &ProductPricing,
    part: &ProductMetricPricing,
    (item, metric): (&Item, &Metric),
    currency: Currency,
) -> Result<Component, Failure> {
    let item_pricing = &part.item_pricing;
    let usage = item.kind != ItemType::License;
    let frequency = item_pricing.frequency;
    let frequency = frequency.ok_or_else(|| broken(pricing, "a component has no frequency"))?;
    let term = match frequency {
        Frequency::OneTime => Term::new(1, Frequency::OneTime),
        frequency => Term::new(item_pricing.term_count.unwrap_or(1), frequency),
    };
    let mut definition = json!(item_pricing);
    definition["pricing_type"] = json!(item_pricing.kind);
    let value = billing::definition::Value::try_from(&definition)
        .map_err(|error| broken(pricing, &error.to_string()))?;
    let compiled = ItemPricing::define(&value, currency).map_err(|faults| {
        broken(pricing, &faults.iter().map(|f| f.to_string()).collect::<String>())
    })?;
    let rule = metric.metering_rule.as_ref().filter(|_| usage);
    let aggregator = serde_json::to_value(rule.and_then(|rule| rule.aggregator));
    let aggregator = aggregator.and_then(serde_json::from_value);
    let custom = metric.kind == MetricType::CustomMetric;
    Ok(Component {
        id: part.item_pricing_id.as_str().into(),
        part: part.id.as_str().into(),
        name: item_pricing
            .external_name
            .clone()
            .or_else(|| item_pricing.name.clone())
            .unwrap_or_else(|| metric.name.clone()),
        item: part.item_id.as_str().into(),
        metric: (usage && custom).then(|| part.metric_id.as_str().into()),
        aggregator: aggregator.map_err(|_| broken(pricing, "a metric has no aggregator"))?,
        counts_objects: item.kind == ItemType::CustomObj,
        kind: if usage { Kind::Usage } else { Kind::Licence },
        term: term.map_err(|error| broken(pricing, &error.to_string()))?,
        pricing: compiled,
    })
}

fn broken(pricing: &ProductPricing, why: &str) -> Failure {
    Failure::Store(store::Error::Broken(format!(
        "the pricing {} cannot be billed: {why}",
        pricing.id
    )))
}
