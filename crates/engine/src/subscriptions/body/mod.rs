//! The body of a new subscription, read and checked: every fault is listed before anything is
//! decided. What can only be told by pricing it is left to the core.

mod configs;
mod discounts;
mod draft;
mod not_yet;
mod parties;
mod pricings;
mod terms;

pub(crate) use draft::{Draft, term};

use records::{Object, SubscriptionCreate};
use serde_json::Value;

use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

/// Reads a body that the schema has accepted.
pub(crate) fn read(session: &mut Session<'_, '_>, sent: &Object) -> Result<Draft, Failure> {
    let mut body = parsed(sent)?;
    let mut faults = Faults::default();
    let customer = parties::customer(session, &body, &mut faults)?;
    parties::sales_user(session, &body, &mut faults)?;
    let bought = pricings::bought(session, &body, &mut faults)?;
    let configs = configs::of_components(session, &body, &bought, &mut faults)?;
    let discounts = discounts::read(&body, &bought, &mut faults);
    let terms = terms::read(session, &body, &bought, &mut faults);
    not_yet::refuse(&body, &bought, &mut faults);
    tidy(&mut body);
    faults.refuse_any()?;
    Ok(Draft { body, customer, bought, configs, discounts, terms })
}

/// A body whose misshapen fields were left out may lack what is required.
fn parsed(sent: &Object) -> Result<SubscriptionCreate, Failure> {
    let mut fields = sent.clone();
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| Refusal::invalid("", "invalid", error.to_string()).into())
}

/// Tags are a set, and currencies are answered in upper case.
fn tidy(body: &mut SubscriptionCreate) {
    let mut seen = std::collections::BTreeSet::new();
    body.tags.get_or_insert_default().retain(|tag| seen.insert(tag.clone()));
    let discounts = body.discounts.iter_mut().flatten();
    let amounts = discounts.flat_map(|own| own.amount.iter_mut().chain(&mut own.cap));
    for amount in amounts.chain(&mut body.minimum_spend) {
        amount.currency = amount.currency.to_uppercase();
    }
}
