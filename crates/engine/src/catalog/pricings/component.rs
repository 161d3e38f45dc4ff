//! A component as it is sent becomes a metric pricing with its item pricing.

use billing::pricing;
use money::Currency;
use records::Frequency;
use records::catalog::item::ItemType;
use records::catalog::item_pricing::{ChargeType, RecognitionSchedule, RecognitionScheduleType};
use records::catalog::metric::MetricType;
use records::catalog::product_pricing::PricingKind;
use records::{Item, ItemPricing, Metric, Object, Product, ProductMetricPricing};
use serde_json::Value;
use store::catalog::CatalogRecord;

use super::said;
use crate::catalog::{record, standard};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::{Failure, Session};

/// What of a component says what it costs; all of it is protected once it is in use.
pub const PRICE_FIELDS: &[&str] = &[
    "base_price",
    "base_units",
    "billing_frequency",
    "carryover",
    "charge_type",
    "credit_price",
    "custom_price",
    "fixed_price",
    "gradient_price",
    "item_id",
    "metric_id",
    "minimum_spend_schedule",
    "pricing_type",
    "proration_type",
    "recognition_schedule",
    "scheduled_price",
    "step_price",
    "true_up_frequency",
    "volume_price",
];

/// Price fields with amounts inside.
const HOLD_AMOUNTS: &[&str] = &["base_price", "credit_price", "minimum_spend"];

/// Where a component stands in the body, and what holds for all of them.
pub(super) struct Frame<'a> {
    pub(super) pointer: String,
    pub(super) currency: Option<Currency>,
    pub(super) kind: PricingKind,
    pub(super) product_id: &'a str,
    /// The component it replaces, whose ids it keeps.
    pub(super) before: Option<&'a ProductMetricPricing>,
}

pub(super) fn read(
    session: &mut Session<'_, '_>,
    sent: &Object,
    frame: &Frame<'_>,
    faults: &mut Faults,
) -> Result<ProductMetricPricing, Failure> {
    define(sent, frame, faults);
    let measured = measured(session, sent, frame, faults)?;
    frequency(sent, frame, faults);
    references(session, sent, frame, faults)?;
    if !faults.is_empty() {
        // What is faulty already need not be put together.
        return Ok(ProductMetricPricing::default());
    }
    let (item, metric) = measured.unwrap_or_default();
    let now = session.now();
    let before = frame.before;
    let item_pricing_id =
        before.map_or_else(|| session.new_id("ip_"), |before| before.item_pricing_id.clone());
    let fresh = ItemPricing {
        company_id: session.company_id().to_owned(),
        created_at: frame.before.map_or(now, |before| before.item_pricing.created_at),
        display_type: Some(item.display_type),
        id: item_pricing_id.clone(),
        item_id: item.id.clone(),
        updated_at: now,
        ..ItemPricing::default()
    };
    let mut item_pricing: ItemPricing = laid_over(&fresh, &renamed(sent))?;
    settle(&mut item_pricing, &item, frame.kind);
    if item_pricing.minimum_spend.as_ref().is_some_and(|minimum| minimum.minor < 0) {
        let pointer = format!("{}/minimum_spend/value_in_cents", frame.pointer);
        faults.add(&pointer, "negative", "It must not be below zero.");
    }
    if let Some(before) = frame.before.filter(|before| same(before, &item_pricing, &metric)) {
        return Ok(before.clone());
    }
    Ok(ProductMetricPricing {
        company_id: session.company_id().to_owned(),
        created_at: frame.before.map_or(now, |before| before.created_at),
        id: before.map_or_else(|| session.new_id("pmp_"), |before| before.id.clone()),
        item_id: item.id,
        item_pricing,
        item_pricing_id,
        metric_id: metric.id,
        product_id: frame.product_id.to_owned(),
        updated_at: now,
        ..ProductMetricPricing::default()
    })
}

/// Whether a component says what it said before.
fn same(before: &ProductMetricPricing, pricing: &ItemPricing, metric: &Metric) -> bool {
    let old = &before.item_pricing;
    let unstamped = ItemPricing {
        updated_at: old.updated_at,
        num_subs: old.num_subs,
        editable: old.editable,
        ..pricing.clone()
    };
    before.metric_id == metric.id && *old == unstamped
}

/// Licences and fees are billed in advance and usage at the end, unless said otherwise.
fn settle(pricing: &mut ItemPricing, item: &Item, kind: PricingKind) {
    let usual = match item.kind {
        ItemType::License => ChargeType::PrePost,
        ItemType::CustomUsage | ItemType::CustomObj => ChargeType::PostOnly,
    };
    pricing.charge_type = pricing.charge_type.or(Some(usual));
    let credit = pricing.credit_price.as_mut().and_then(|credit| credit.amount.as_mut());
    if let Some(amount) = credit {
        amount.currency = amount.currency.to_uppercase();
    }
    if kind == PricingKind::OneTime {
        (pricing.frequency, pricing.term_count) = (Some(Frequency::OneTime), Some(1));
    }
    let ratable = RecognitionScheduleType::Ratable;
    let schedule = pricing.recognition_schedule.get_or_insert_with(RecognitionSchedule::default);
    schedule.recognition_schedule_type = schedule.recognition_schedule_type.or(Some(ratable));
}

/// The definition must be one that the core can charge by.
fn define(sent: &Object, frame: &Frame<'_>, faults: &mut Faults) {
    // Without a known currency its amounts cannot be judged; everything else can.
    let Some(currency) = frame.currency.or_else(|| Currency::all().next()) else { return };
    let amounts = frame.currency.is_some();
    let mut body = sent.clone();
    body.retain(|name, _| amounts || !HOLD_AMOUNTS.contains(&name.as_str()));
    match billing::definition::Value::try_from(&Value::Object(body)) {
        Err(error) => faults.add(&frame.pointer, "number_range", error.to_string()),
        Ok(value) => {
            for fault in pricing::ItemPricing::define(&value, currency).err().into_iter().flatten()
            {
                let pointer = format!("{}/{}", frame.pointer, fault.pointer);
                let detail = format!("`{}` {}.", fault.pointer, fault.detail.trim_end_matches('.'));
                faults.add(&pointer, fault.code, detail);
            }
        }
    }
}

/// The item and metric: the standard ones unless others are named, which must belong together.
fn measured(
    session: &mut Session<'_, '_>,
    sent: &Object,
    frame: &Frame<'_>,
    faults: &mut Faults,
) -> Result<Option<(Item, Metric)>, Failure> {
    let pointer = |name: &str| format!("{}/{name}", frame.pointer);
    let kind = match frame.kind {
        PricingKind::Recurring => MetricType::LicenseMetric,
        PricingKind::OneTime => MetricType::OneTimeMetric,
    };
    let usual = standard::licence(session, kind)?;
    let item = match said(sent, "item_id") {
        None => usual.as_ref().map(|(item, _)| item.clone()),
        Some(id) => match named::<Item>(session, &id, frame.before.map(|b| &b.item_id))? {
            Ok(item) => Some(item),
            Err((code, detail)) => {
                faults.add(&pointer("item_id"), code, detail);
                None
            }
        },
    };
    let Some(item) = item else { return Ok(None) };
    let metric = match said(sent, "metric_id") {
        None if item.standard => usual.map(|(_, metric)| metric),
        None => {
            let detail = "A usage or object item needs a metric of its own.";
            faults.add(&pointer("metric_id"), "required", detail);
            None
        }
        Some(id) => match named::<Metric>(session, &id, frame.before.map(|b| &b.metric_id))? {
            Ok(metric) if metric.item_id == item.id => Some(metric),
            Ok(_) => {
                let detail = "This metric belongs to another item.";
                faults.add(&pointer("metric_id"), "mismatch", detail);
                None
            }
            Err((code, detail)) => {
                faults.add(&pointer("metric_id"), code, detail);
                None
            }
        },
    };
    Ok(metric.map(|metric| (item, metric)))
}

/// What an id names; what the component had already may be archived meanwhile.
fn named<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    id: &Value,
    before: Option<&String>,
) -> Result<Result<R, (&'static str, String)>, Failure> {
    let id = id.as_str().unwrap_or_default();
    if before.is_some_and(|before| before == id) {
        let company = session.company_id().to_owned();
        if let Some(stored) = store::catalog::get(session.tx, &company, id)? {
            return Ok(Ok(stored.record));
        }
    }
    record::usable(session, id)
}

fn frequency(sent: &Object, frame: &Frame<'_>, faults: &mut Faults) {
    let pointer = format!("{}/billing_frequency", frame.pointer);
    let term = said(sent, "billing_frequency");
    let once = term.as_ref().is_some_and(|term| term["frequency"] == "ONETIME");
    match (frame.kind, term) {
        (PricingKind::Recurring, None) => {
            faults.add(&pointer, "required", "A recurring pricing needs a frequency.");
        }
        (PricingKind::Recurring, Some(_)) if once => {
            let detail = "A recurring pricing does not recur ONETIME.";
            faults.add(&format!("{pointer}/frequency"), "mismatch", detail);
        }
        (PricingKind::OneTime, Some(_)) if !once => {
            let detail = "A one-time pricing has no frequency but ONETIME.";
            faults.add(&format!("{pointer}/frequency"), "mismatch", detail);
        }
        _ => {}
    }
}

/// What a credit is for must be there.
fn references(
    session: &mut Session<'_, '_>,
    sent: &Object,
    frame: &Frame<'_>,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let Some(credit) = said(sent, "credit_price") else { return Ok(()) };
    let before = frame.before.map(|before| serde_json::json!(before.item_pricing.credit_price));
    if before.as_ref() == Some(&credit) {
        return Ok(());
    }
    let pointer = format!("{}/credit_price", frame.pointer);
    if let Some(id) = credit["item_id"].as_str()
        && let Err((code, detail)) = record::usable::<Item>(session, id)?
    {
        faults.add(&format!("{pointer}/item_id"), code, detail);
    }
    let scoped = credit["scoped_product_ids"].as_array().cloned().unwrap_or_default();
    for (index, id) in scoped.iter().enumerate() {
        let id = id.as_str().unwrap_or_default();
        if let Err((code, detail)) = record::usable::<Product>(session, id)? {
            faults.add(&format!("{pointer}/scoped_product_ids/{index}"), code, detail);
        }
    }
    Ok(())
}

/// The fields under the names that the record has for them.
fn renamed(sent: &Object) -> Object {
    let mut fields: Object = sent
        .iter()
        .filter(|(name, _)| ItemPricing::WRITABLE.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if let Some(kind) = said(sent, "pricing_type") {
        fields.insert("type".to_owned(), kind);
    }
    if let Some(term) = said(sent, "billing_frequency") {
        fields.insert("frequency".to_owned(), term["frequency"].clone());
        fields.insert("term_count".to_owned(), term["count"].clone());
    }
    fields
}
