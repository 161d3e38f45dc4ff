//! Changes a pricing: its names any time, its prices until a subscription has it.

use records::{Object, ProductPricing};
use serde_json::{Value, json};
use store::catalog::Stored;

use super::component::PRICE_FIELDS;
use super::create::{components, overlaid};
use super::{FACTS, PREFIX, said, shown};
use crate::catalog::shelf;
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

/// What is protected besides the price fields.
const ALSO_PRICES: &[&str] = &["components", "currency", "minimum_spend", "type"];

pub fn update(
    session: &mut Session<'_, '_>,
    key: &str,
    sent: &Object,
) -> Result<ProductPricing, Failure> {
    shelf::refuse_cleared(sent, &["name", "state", "currency", "components"])?;
    let stored: Stored<ProductPricing> = shelf::held(session, PREFIX, key)?;
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
        let whole = restated(&before, sent);
        let parts = components(session, &after, &whole, &mut faults)?;
        after.product_metric_pricings = parts;
    }
    faults.refuse_any()?;
    let pricing = shelf::update(session, &FACTS, &before, after)?;
    shown(session, Stored { record: pricing, ever_used: stored.ever_used })
}

/// The prices as a create would state them, with what is sent laid over.
fn restated(before: &ProductPricing, sent: &Object) -> Object {
    if said(sent, "components").is_some() {
        return sent.clone();
    }
    let bodies: Vec<Value> = before
        .product_metric_pricings
        .iter()
        .map(|part| {
            let pricing = &part.item_pricing;
            let mut body = json!(pricing);
            body["pricing_type"] = json!(pricing.kind);
            body["billing_frequency"] =
                json!({ "count": pricing.term_count, "frequency": pricing.frequency });
            body["item_id"] = json!(part.item_id);
            body["metric_id"] = json!(part.metric_id);
            body
        })
        .collect();
    match bodies.as_slice() {
        [Value::Object(only)] => {
            let kept = only.iter().filter(|(name, _)| PRICE_FIELDS.contains(&name.as_str()));
            let mut whole: Object = kept.map(|(k, v)| (k.clone(), v.clone())).collect();
            whole.extend(sent.clone());
            whole
        }
        _ => {
            let mut whole = sent.clone();
            whole.insert("components".to_owned(), Value::Array(bodies));
            whole
        }
    }
}
