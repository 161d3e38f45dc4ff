//! A price list that is tried out before it is put anywhere.

use billing::pricing::{Kind, Pricing};
use calendar::Share;
use money::{Amount, Currency};
use records::Object;
use records::problem::Fault;
use serde_json::Value;

use super::said;

/// One component to try out.
pub struct Trial {
    pub label: String,
    pub kind: Kind,
    pub pricing: Pricing,
    pub share: Share,
    /// How many full periods came before.
    pub period: usize,
    /// How many terms of its schedule of minimums came before.
    pub minimum_period: usize,
}

/// A whole pricing to try out.
pub struct PriceList {
    pub currency: Currency,
    pub trials: Vec<Trial>,
    pub minimum: Option<Amount>,
}

impl PriceList {
    /// Reads the body that creates a pricing. A component with an item of its own counts usage.
    pub fn read(body: &Object) -> Result<PriceList, Vec<Fault>> {
        let currency = said(body, "currency").unwrap_or_default();
        let currency: Currency = currency
            .as_str()
            .unwrap_or_default()
            .parse()
            .map_err(|e| vec![Fault::new("/currency", "unknown", format!("{e}"))])?;
        let components = match said(body, "components") {
            Some(Value::Array(list)) => list,
            _ => {
                let mut alone = body.clone();
                alone.remove("minimum_spend");
                vec![Value::Object(alone)]
            }
        };
        let (mut trials, mut faults) = (Vec::new(), Vec::new());
        for (index, component) in components.iter().enumerate() {
            let place = if said(body, "components").is_some() {
                format!("/components/{index}")
            } else {
                String::new()
            };
            match define(component, currency) {
                Ok(pricing) => trials.push(trial(component, index, pricing)),
                Err(found) => {
                    faults.extend(found.into_iter().map(|fault| Fault {
                        pointer: format!("{place}/{}", fault.pointer),
                        ..fault
                    }))
                }
            }
        }
        let minimum = said(body, "minimum_spend").and_then(|m| serde_json::from_value(m).ok());
        if faults.is_empty() { Ok(PriceList { currency, trials, minimum }) } else { Err(faults) }
    }
}

fn trial(component: &Value, index: usize, pricing: Pricing) -> Trial {
    let usage = component["item_id"].is_string() || component["metric_id"].is_string();
    let name = component["name"].as_str().map(str::to_owned);
    Trial {
        label: name.unwrap_or_else(|| format!("component {}", index + 1)),
        kind: if usage { Kind::Usage } else { Kind::Licence },
        pricing,
        share: Share::FULL,
        period: 0,
        minimum_period: 0,
    }
}

fn define(component: &Value, currency: Currency) -> Result<Pricing, Vec<Fault>> {
    let value = billing::value::Value::try_from(component)
        .map_err(|error| vec![Fault::new("", "number_range", error.to_string())])?;
    let faults = |faults: billing::fault::Faults| -> Vec<Fault> {
        faults.into_iter().map(|f| Fault::new(f.pointer, f.code, f.detail)).collect()
    };
    Pricing::define(&value, currency).map_err(faults)
}
