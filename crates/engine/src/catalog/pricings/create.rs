//! Makes a pricing: of the price fields themselves, or of several components.

use money::Currency;
use records::catalog::entitlement_definition::EntitlementValue;
use records::catalog::product_pricing::PricingKind;
use records::{
    Entitlement, ItemPricing, Object, Product, ProductMetricPricing, ProductPricing, SentAmount,
};
use serde_json::Value;
use store::catalog::Stored;

use super::component::{Frame, PRICE_FIELDS, read};
use super::{FACTS, PREFIX, said, shown};
use crate::catalog::{entitled, record};
use crate::overlay::{laid_over, take_unknown};
use crate::refusal::Faults;
use crate::{Failure, Session};

/// So many tiers all components of a pricing have together.
const MOST_TIERS: usize = 1_000;

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<ProductPricing, Failure> {
    let fresh = ProductPricing {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..ProductPricing::default()
    };
    let mut faults = Faults::default();
    let product = said(sent, "product_id");
    let product = product.as_ref().and_then(Value::as_str).unwrap_or_default();
    if let Err((code, detail)) = record::usable::<Product>(session, product)? {
        faults.add("/product_id", code, detail);
    }
    let mut pricing = overlaid(session, &fresh, sent, &mut faults)?;
    pricing.product_id = product.to_owned();
    pricing.kind = kind(sent);
    pricing.product_metric_pricings = components(session, &pricing, sent, &mut faults)?;
    faults.refuse_any()?;
    record::insert(session, &FACTS, &pricing)?;
    shown(session, Stored { record: pricing, ever_used: false })
}

/// What is sent besides the prices, over what is there.
pub(super) fn overlaid(
    session: &mut Session<'_, '_>,
    before: &ProductPricing,
    sent: &Object,
    faults: &mut Faults,
) -> Result<ProductPricing, Failure> {
    let is_its = |name: &str| ProductPricing::WRITABLE.contains(&name) || name == "state";
    let fields = sent.iter().filter(|(name, _)| is_its(name));
    let mut fields = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
    let unknown = take_unknown(&mut fields, "minimum_spend");
    let mut pricing: ProductPricing = laid_over(before, &fields)?;
    if let Some(currency) = said(sent, "currency") {
        let text = currency.as_str().unwrap_or_default();
        match text.parse::<Currency>() {
            Ok(currency) => pricing.currency = currency.code().to_owned(),
            Err(unknown) => faults.add("/currency", "unknown", unknown.to_string()),
        }
    }
    if let Some(values) = sent.get("entitlements") {
        pricing.override_entitlements =
            overrides(session, values, &before.override_entitlements, faults)?;
    }
    minimum(&pricing, unknown, faults);
    if sent.contains_key("upsell_product_pricing_id") {
        upsell(session, &pricing, faults)?;
    }
    let mut seen = std::collections::BTreeSet::new();
    pricing.tags.retain(|tag| seen.insert(tag.clone()));
    record::refuse_large(&pricing.metadata)?;
    Ok(pricing)
}

fn overrides(
    session: &mut Session<'_, '_>,
    values: &Value,
    known: &[Entitlement],
    faults: &mut Faults,
) -> Result<Vec<Entitlement>, Failure> {
    let values: Option<Vec<EntitlementValue>> =
        serde_json::from_value(values.clone()).unwrap_or_default();
    let values = values.unwrap_or_default();
    let known = entitled::Rows { own: known, inherited: &[] };
    entitled::given(session, ("entitlements", &values), known, faults)
}

fn minimum(pricing: &ProductPricing, unknown: Option<SentAmount>, faults: &mut Faults) {
    let minimum = unknown.or_else(|| pricing.minimum_spend.map(SentAmount::from));
    let Some(minimum) = minimum else { return };
    if minimum.currency.to_uppercase() != pricing.currency {
        let detail = format!("The pricing is in {}.", pricing.currency);
        faults.add("/minimum_spend/currency", "currency_mismatch", detail);
    }
    if minimum.minor < 0 {
        faults.add("/minimum_spend/value_in_cents", "negative", "It must not be below zero.");
    }
}

fn upsell(
    session: &mut Session<'_, '_>,
    pricing: &ProductPricing,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let Some(id) = &pricing.upsell_product_pricing_id else { return Ok(()) };
    let pointer = "/upsell_product_pricing_id";
    match record::usable::<ProductPricing>(session, id)? {
        Err((code, detail)) => faults.add(pointer, code, detail),
        Ok(other) if other.id == pricing.id => {
            faults.add(pointer, "cycle", "A pricing is not offered in its own place.");
        }
        Ok(other) if other.currency != pricing.currency => {
            faults.add(pointer, "currency_mismatch", "It is in another currency.");
        }
        Ok(_) => {}
    }
    Ok(())
}

/// `type` as it is sent, else by the frequency.
pub(super) fn kind(sent: &Object) -> PricingKind {
    let first = said(sent, "components").and_then(|list| list.get(0).cloned());
    let term = said(sent, "billing_frequency");
    let term = term.or_else(|| first.and_then(|first| first.get("billing_frequency").cloned()));
    let once = term.is_some_and(|term| term["frequency"] == "ONETIME");
    match said(sent, "type") {
        Some(kind) if kind == "ONETIME" => PricingKind::OneTime,
        None if once => PricingKind::OneTime,
        _ => PricingKind::Recurring,
    }
}

/// The components: those listed, or the one that the body itself describes.
pub(super) fn components(
    session: &mut Session<'_, '_>,
    pricing: &ProductPricing,
    sent: &Object,
    faults: &mut Faults,
) -> Result<Vec<ProductMetricPricing>, Failure> {
    let listed = said(sent, "components");
    let listed: Option<Vec<Object>> =
        listed.map(|list| serde_json::from_value(list).unwrap_or_default());
    if let Some([]) = listed.as_deref() {
        faults.add("/components", "required", "A pricing has at least one component.");
    }
    if listed.is_some() {
        for field in PRICE_FIELDS.iter().filter(|field| said(sent, field).is_some()) {
            let detail = "With `components` this stands inside each of them.";
            faults.add(&format!("/{field}"), "misplaced", detail);
        }
    }
    let parts = match listed {
        Some(bodies) => read_all(session, pricing, (bodies, "/components"), faults)?,
        None => read_all(session, pricing, (vec![alone(sent)], ""), faults)?,
    };
    if parts.iter().map(tiers).sum::<usize>() > MOST_TIERS {
        let detail = format!("The components of a pricing have at most {MOST_TIERS} tiers.");
        faults.add("/components", "too_many_tiers", detail);
    }
    Ok(parts)
}

fn tiers(part: &ProductMetricPricing) -> usize {
    let ItemPricing { gradient_price, volume_price, .. } = &part.item_pricing;
    let volume = volume_price.as_ref().map_or(0, Vec::len);
    gradient_price.as_ref().map_or(0, Vec::len).max(volume)
}

/// Reads components that stand in a list at `place`, or the only one in the body itself.
pub(super) fn read_all(
    session: &mut Session<'_, '_>,
    pricing: &ProductPricing,
    (bodies, place): (Vec<Object>, &str),
    faults: &mut Faults,
) -> Result<Vec<ProductMetricPricing>, Failure> {
    let mut parts = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        let frame = Frame {
            pointer: if place.is_empty() { String::new() } else { format!("{place}/{index}") },
            currency: pricing.currency.parse().ok(),
            kind: pricing.kind,
            product_id: &pricing.product_id,
            before: pricing.product_metric_pricings.get(index),
        };
        parts.push(read(session, body, &frame, faults)?);
    }
    Ok(parts)
}

/// The one component that a body without a list describes. Beside the prices, what a pricing and a
/// component both have (a name, a minimum, …) is the pricing's own.
fn alone(sent: &Object) -> Object {
    let is_its = |name: &str| PRICE_FIELDS.contains(&name) || name == "display_type";
    let fields = sent.iter().filter(|(name, _)| is_its(name));
    fields.map(|(name, value)| (name.clone(), value.clone())).collect()
}
