//! Changes a pricing: its names any time, its prices until a subscription has it.

use records::{Object, ProductMetricPricing, ProductPricing};
use serde_json::{Value, json};
use store::catalog::Stored;

use super::component::PRICE_FIELDS;
use super::create::{components, kind, overlaid, read_all};
use super::{FACTS, PREFIX, said, shown};
use crate::catalog::record;
use crate::customers::entitlements;
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

/// What is protected besides the price fields.
const ALSO_PRICES: &[&str] = &["components", "currency", "minimum_spend", "type"];

pub fn update(
    session: &mut Session<'_, '_>,
    key: &str,
    sent: &Object,
) -> Result<ProductPricing, Failure> {
    record::refuse_cleared(sent, &["name", "state", "currency", "components"])?;
    let stored: Stored<ProductPricing> = record::held(session, PREFIX, key)?;
    let priced = |name: &&String| {
        PRICE_FIELDS.contains(&name.as_str()) || ALSO_PRICES.contains(&name.as_str())
    };
    let repriced = sent.keys().find(priced);
    if let Some(name) = repriced.filter(|_| stored.ever_used) {
        let detail = format!("A subscription has or had this pricing: `{name}` stays as it is.");
        return Err(Refusal::conflict("in_use", detail).into());
    }
    let before = stored.record;
    let mut faults = Faults::default();
    let mut after = overlaid(session, &before, sent, &mut faults)?;
    if repriced.is_some() {
        after.product_metric_pricings = if said(sent, "components").is_some() {
            after.kind = kind(sent);
            components(session, &after, sent, &mut faults)?
        } else {
            let bodies = restated(&before, sent);
            let term = bodies.first().and_then(|body| body.get("billing_frequency").cloned());
            let mut hints = sent.clone();
            hints.insert("billing_frequency".to_owned(), term.unwrap_or_default());
            after.kind = kind(&hints);
            let place = if bodies.len() == 1 { "" } else { "/components" };
            refuse_beside_several(&bodies, sent, &mut faults);
            read_all(session, &after, (bodies, place), &mut faults)?
        };
    }
    faults.refuse_any()?;
    let granted = before.override_entitlements != after.override_entitlements;
    let pricing = record::update(session, &FACTS, &before, after)?;
    if granted {
        entitlements::granted_anew(session)?;
    }
    shown(session, Stored { record: pricing, ever_used: stored.ever_used })
}

/// With several components a price field does not say which one it is for.
fn refuse_beside_several(bodies: &[Object], sent: &Object, faults: &mut Faults) {
    if bodies.len() < 2 {
        return;
    }
    for field in PRICE_FIELDS.iter().filter(|field| sent.contains_key(**field)) {
        let detail = "This pricing has several components: send them as `components`.";
        faults.add(&format!("/{field}"), "misplaced", detail);
    }
}

/// The components as a create would state them. A single one is changed by the fields themselves.
fn restated(before: &ProductPricing, sent: &Object) -> Vec<Object> {
    let mut bodies: Vec<Object> = before.product_metric_pricings.iter().map(stated).collect();
    if let [only] = bodies.as_mut_slice() {
        for name in PRICE_FIELDS.iter().chain(&["display_type"]) {
            if let Some(new) = sent.get(*name) {
                only.insert((*name).to_owned(), new.clone());
            }
        }
        drop_other_prices(only, sent);
    }
    bodies
}

/// A component as it would be sent.
fn stated(part: &ProductMetricPricing) -> Object {
    let pricing = &part.item_pricing;
    let mut body = json!(pricing).as_object().cloned().unwrap_or_default();
    let term = json!({ "count": pricing.term_count, "frequency": pricing.frequency });
    body.insert("pricing_type".to_owned(), json!(pricing.kind));
    body.insert("billing_frequency".to_owned(), term);
    body.insert("item_id".to_owned(), json!(part.item_id));
    body.insert("metric_id".to_owned(), json!(part.metric_id));
    body
}

/// A new model does away with the prices of the old one.
fn drop_other_prices(component: &mut Object, sent: &Object) {
    let kind = component.get("pricing_type").and_then(Value::as_str).map(str::to_owned);
    for model in billing::pricing::MODELS {
        if Some(model.name) != kind.as_deref() && !sent.contains_key(model.field) {
            component.remove(model.field);
        }
    }
}
