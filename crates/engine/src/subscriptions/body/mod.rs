//! Bodies about subscriptions, read and checked: every fault is listed before anything is decided.
//! What can only be told by pricing it is left to the core.

mod cancel;
mod change;
mod configs;
pub(crate) mod discounts;
mod draft;
mod not_yet;
mod ordered;
mod parties;
mod parts;
mod pricings;
mod scheduled;
pub(crate) mod scopes;
mod terms;

pub(crate) use cancel::Cancelled;
pub(crate) use change::Changed;
pub(crate) use configs::bounds;
pub(crate) use draft::Draft;
pub(crate) use not_yet::{NO_PROVIDER, NO_PROVIDER_DETAIL};
pub(crate) use parties::paying;
pub(crate) use parts::Had;
pub(crate) use terms::{date, instant};

use std::collections::BTreeSet;

use records::one_time::OneTimeItem;
use records::subscription::discount::{DiscountState, SubscriptionDiscount};
use records::{Object, SubscriptionCreate};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::customers::checked_payer;
use crate::customers::entitlements::own;
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};
use parts::Parts;
use scopes::Holder;

/// Reads the body of a create that the schema has accepted.
pub(crate) fn read(session: &mut Session<'_, '_>, sent: &Object) -> Result<Draft, Failure> {
    let mut fields = sent.clone();
    // A body whose misshapen fields were left out may lack what is required.
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    let mut body: SubscriptionCreate = parsed(fields)?;
    let mut faults = Faults::default();
    let customer = paying(session, &body.customer_id, &mut faults)?;
    if !customer.id.is_empty() && body.parent_billed == Some(true) {
        checked_payer(session, &customer.id, true, &mut faults)?;
    }
    parties::sales_user(session, &body, &mut faults)?;
    let mut holder = Holder {
        customer: customer.id.clone(),
        state: Some(match body.start_date.is_some_and(|start| start > session.now()) {
            true => DiscountState::Pending,
            false => DiscountState::Active,
        }),
        ..Holder::default()
    };
    let parts = Parts::of_create(&body);
    let ordered = ordered::read(session, &parts, (None, &holder), &mut faults)?;
    let terms = terms::read(session, &body, &mut faults);
    holder.state = None;
    let scheduled = scheduled::read(session, &mut body, (&ordered, &holder), &mut faults)?;
    let values = body.override_entitlements.take().unwrap_or_default();
    let pricings = ordered.bought.ids();
    let overrides = own::of_subscription(session, &values, (&[], &pricings), &mut faults)?;
    tidy(&mut body);
    faults.refuse_any()?;
    Ok(Draft { body, customer, ordered, overrides, scheduled, terms })
}

/// A body as the record that its schema is made of.
pub(crate) fn parsed<T: DeserializeOwned>(fields: Object) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| Refusal::invalid("", "invalid", error.to_string()).into())
}

/// Tags are a set, and currencies are answered in upper case.
fn tidy(body: &mut SubscriptionCreate) {
    let mut seen = BTreeSet::new();
    body.tags.get_or_insert_default().retain(|tag| seen.insert(tag.clone()));
    upper(&mut body.discounts);
    upper_items(&mut body.onetime_items);
}

fn upper_items(items: &mut Option<Vec<OneTimeItem>>) {
    let prices = items.iter_mut().flatten().filter_map(|item| item.custom_price.as_mut());
    for amount in prices.filter_map(|price| price.amount.as_mut()) {
        amount.currency = amount.currency.to_uppercase();
    }
}

fn upper(discounts: &mut Option<Vec<SubscriptionDiscount>>) {
    let discounts = discounts.iter_mut().flatten();
    for amount in discounts.flat_map(|discount| discount.amount.iter_mut().chain(&mut discount.cap))
    {
        amount.currency = amount.currency.to_uppercase();
    }
}
