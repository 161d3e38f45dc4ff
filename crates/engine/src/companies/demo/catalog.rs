//! What the demo company sells.

use std::collections::HashMap;

use records::Object;
use serde_json::{Value, json};

use crate::catalog::{bundles, entitlements, items, metrics, pricings, products};
use crate::{Failure, Session};

const CATALOG: &str = include_str!("catalog.json");

pub(super) fn fill(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let all: Value = serde_json::from_str(CATALOG)
        .map_err(|error| store::Error::Broken(format!("the demo catalog: {error}")))?;
    let mut ids = HashMap::new();
    for body in list(&all, "entitlements") {
        entitlements::create(session, &body)?;
    }
    for body in list(&all, "items") {
        let item = items::create(session, &body)?;
        ids.insert(item.external_name.unwrap_or_default(), item.id);
    }
    for body in list(&all, "metrics") {
        let metric = metrics::create(session, &resolved(&body, &ids))?;
        ids.insert(metric.external_name.unwrap_or_default(), metric.id);
    }
    for mut body in list(&all, "products") {
        let value = body.remove("pricings").unwrap_or_default();
        let product = products::create(session, &body)?;
        for mut pricing in objects(&value) {
            pricing.insert("product_id".to_owned(), json!(product.id));
            let pricing = pricings::create(session, &resolved(&pricing, &ids))?;
            ids.insert(pricing.external_name.unwrap_or_default(), pricing.id);
        }
    }
    for body in list(&all, "bundles") {
        bundles::create(session, &resolved(&body, &ids))?;
    }
    Ok(())
}

fn list(all: &Value, name: &str) -> Vec<Object> {
    objects(&all[name])
}

fn objects(list: &Value) -> Vec<Object> {
    list.as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect()
}

/// External names become ids: `item`, `metric`, `pricings`, also inside `components`.
fn resolved(body: &Object, ids: &HashMap<String, String>) -> Object {
    let id = |name: &Value| json!(ids.get(name.as_str().unwrap_or_default()));
    let ids_of = |list: &Value| list.as_array().into_iter().flatten().map(id).collect::<Value>();
    let field = |(name, value): (&String, &Value)| match name.as_str() {
        "item" => ("item_id".to_owned(), id(value)),
        "metric" => ("metric_id".to_owned(), id(value)),
        "pricings" => ("product_pricing_ids".to_owned(), ids_of(value)),
        "components" => {
            let parts = objects(value).into_iter().map(|part| Value::Object(resolved(&part, ids)));
            (name.clone(), parts.collect())
        }
        _ => (name.clone(), value.clone()),
    };
    body.iter().map(field).collect()
}
