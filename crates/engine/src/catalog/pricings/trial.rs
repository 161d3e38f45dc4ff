//! A price list that is tried out before it is put anywhere.

use billing::pricing::{ItemPricing, Kind, ScheduleKind};
use calendar::{Share, Term};
use money::{Amount, Currency, Ratio};
use records::Object;
use records::problem::Fault;
use serde_json::Value;

use super::said;

/// One component to try out.
pub struct Trial {
    pub label: String,
    pub kind: Kind,
    pub pricing: ItemPricing,
    pub share: Share,
    /// How many full periods came before.
    pub period: usize,
    /// What its period has to come to, in major units.
    pub minimum: Option<Ratio>,
    /// What of its advance counts towards the minimum of the whole pricing.
    pub counted: Share,
}

/// A whole pricing to try out.
pub struct PriceList {
    pub currency: Currency,
    pub trials: Vec<Trial>,
    pub minimum: Option<Amount>,
    /// The part of a period that the minimum is asked for.
    pub minimum_share: Share,
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
        let minimum = minimum_spend(body, currency).unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
        match faults.is_empty() {
            true => Ok(PriceList { currency, trials, minimum, minimum_share: Share::FULL }),
            false => Err(faults),
        }
    }
}

/// What the whole pricing has to come to.
fn minimum_spend(body: &Object, currency: Currency) -> Result<Option<Amount>, Fault> {
    let fault = |code, detail| Fault::new("/minimum_spend", code, detail);
    let Some(sent) = said(body, "minimum_spend") else { return Ok(None) };
    let amount: Amount =
        serde_json::from_value(sent).map_err(|e| fault("not_an_amount", e.to_string()))?;
    match amount.currency == currency {
        true => Ok(Some(amount)),
        false => Err(fault("currency_mismatch", format!("The pricing is in {}.", currency.code()))),
    }
}

fn trial(component: &Value, index: usize, pricing: ItemPricing) -> Trial {
    let usage = component["item_id"].is_string() || component["metric_id"].is_string();
    let name = component["name"].as_str().map(str::to_owned);
    Trial {
        label: name.unwrap_or_else(|| format!("component {}", index + 1)),
        kind: if usage { Kind::Usage } else { Kind::Licence },
        minimum: minimum(&pricing, None, 0),
        pricing,
        share: Share::FULL,
        period: 0,
        counted: Share::FULL,
    }
}

/// The minimum of a period of a component, given its term and how many of its schedule came before.
/// One over a longer time than the period is not asked for with it.
pub(super) fn minimum(pricing: &ItemPricing, term: Option<Term>, before: usize) -> Option<Ratio> {
    let Some(schedule) = &pricing.minimum_schedule else {
        return pricing.minimum_spend.map(Amount::major);
    };
    match schedule.kind {
        ScheduleKind::PerPeriod => Some(schedule.minimum(before).clone()),
        ScheduleKind::Total => {
            let asked = schedule.term.is_none_or(|whole| Some(whole) == term);
            asked.then(|| schedule.minimum(0).clone())
        }
    }
}

fn define(component: &Value, currency: Currency) -> Result<ItemPricing, Vec<Fault>> {
    let value = billing::definition::Value::try_from(component)
        .map_err(|error| vec![Fault::new("", "number_range", error.to_string())])?;
    let faults = |faults: billing::definition::Faults| -> Vec<Fault> {
        faults.into_iter().map(|f| Fault::new(f.pointer, f.code, f.detail)).collect()
    };
    ItemPricing::define(&value, currency).map_err(faults)
}
