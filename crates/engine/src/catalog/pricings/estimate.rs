//! What a pricing would charge, before anyone buys it.

use billing::period::monthly_factor;
use billing::pricing::{ItemPricing, Kind};
use calendar::{Frequency, Share, Term};
use money::{Currency, Quantity, Ratio};
use records::catalog::estimate::{Estimate, EstimateRequest};
use records::catalog::item::ItemType;
use records::catalog::item_pricing::ProrationType;
use serde_json::json;

use super::dates::Dates;
use super::get;
use super::trial::{PriceList, Trial, minimum};
use super::try_out::try_out;
use crate::{Failure, Refusal, Session};

pub fn estimate(
    session: &mut Session<'_, '_>,
    key: &str,
    request: &EstimateRequest,
) -> Result<Estimate, Failure> {
    let record = get(session, key)?;
    let units = units(request)?;
    let tried = try_out(&price_list(session, &record, request)?, &units);
    tried.map_err(|refusal| match refusal {
        Refusal::Invalid(mut faults) if request.num_licenses.is_some() => {
            faults.iter_mut().for_each(|fault| fault.pointer = "/num_licenses".to_owned());
            Refusal::Invalid(faults).into()
        }
        other => other.into(),
    })
}

/// A stored pricing, for the time that is asked for.
fn price_list(
    session: &Session<'_, '_>,
    record: &records::ProductPricing,
    request: &EstimateRequest,
) -> Result<PriceList, Failure> {
    let dates = Dates::new(session, request)?;
    let currency: Currency =
        record.currency.parse().map_err(|_| broken("a currency is unknown"))?;
    let parts = &record.product_metric_pricings;
    let minimum_spend = record.minimum_spend;
    let terms = parts.iter().map(|part| term(&part.item_pricing));
    let terms = terms.collect::<Result<Vec<Option<Term>>, Failure>>()?;
    let shortest = terms.iter().flatten().copied().max_by_key(|term| monthly_factor(*term));
    let mut trials = Vec::new();
    for (part, term) in parts.iter().zip(terms) {
        let pricing = definition(&part.item_pricing, currency)?;
        let usage = part.item.as_ref().is_some_and(|item| item.kind == ItemType::CustomUsage);
        let served = dates.served(term)?;
        let whole_anyway = part.item_pricing.proration_type == ProrationType::None;
        let share = if whole_anyway { Share::FULL } else { served.share };
        trials.push(Trial {
            label: part.metric.as_ref().map(|m| m.name.clone()).unwrap_or_default(),
            kind: if usage { Kind::Usage } else { Kind::Licence },
            minimum: minimum(&pricing, term, dates.scheduled(&pricing, term)?),
            pricing,
            share,
            period: served.before,
            counted: match minimum_spend {
                Some(_) => dates.counted(term, shortest)?,
                None => Share::FULL,
            },
        });
    }
    let minimum_share = match minimum_spend.and(shortest) {
        Some(shortest) => dates.served(Some(shortest))?.share,
        None => Share::FULL,
    };
    Ok(PriceList { currency, trials, minimum: minimum_spend, minimum_share })
}

fn units(request: &EstimateRequest) -> Result<Ratio, Refusal> {
    let (pointer, number) = match (&request.units, &request.num_licenses) {
        (Some(_), Some(_)) => {
            let detail = "`units` and `num_licenses` are the same thing; send one of them.";
            return Err(Refusal::invalid("/num_licenses", "duplicate", detail));
        }
        (Some(units), None) => ("/units", units),
        (None, Some(licences)) => ("/num_licenses", licences),
        (None, None) => return Ok(Ratio::ONE),
    };
    let quantity = Quantity::parse(number.as_str());
    let quantity = quantity.map_err(|e| Refusal::invalid(pointer, "range", e.to_string()))?;
    Ok(quantity.ratio().clone())
}

/// The stored prices as the core reads them.
fn definition(pricing: &records::ItemPricing, currency: Currency) -> Result<ItemPricing, Failure> {
    let mut body = json!(pricing);
    body["pricing_type"] = json!(pricing.kind);
    let value = billing::definition::Value::try_from(&body).map_err(|e| broken(&e.to_string()))?;
    ItemPricing::define(&value, currency).map_err(|_| broken("a stored pricing is not one").into())
}

fn broken(what: &str) -> store::Error {
    store::Error::Broken(what.to_owned())
}

/// How often a component is billed; absent for what is billed once.
fn term(pricing: &records::ItemPricing) -> Result<Option<Term>, Failure> {
    let Some(frequency) = pricing.frequency else { return Ok(None) };
    let term = Term::new(pricing.term_count.unwrap_or(1), frequency)
        .map_err(|error| broken(&format!("a stored term: {error}")))?;
    Ok(Some(term).filter(|term| term.frequency() != Frequency::OneTime))
}
