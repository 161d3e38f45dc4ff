//! The body of a create, read and checked: every fault is listed before anything is decided.

use billing::command::AskOneTimes;
use records::one_time::OneTimeType;
use records::subscription::discount::{DiscountState, SubscriptionDiscount};
use records::{Customer, Object, OneTimeCreate};
use serde_json::Value;

use super::items;
use crate::bill::FreshOneTime;
use crate::bill::stored::OneTimeText;
use crate::refusal::Faults;
use crate::subscriptions::body::scopes::{Holder, Scopes};
use crate::subscriptions::body::{discounts, instant, parsed, paying};
use crate::{Failure, Refusal, Session};

/// What was asked for, as the core takes it, and what only the interface knows of it.
pub(crate) struct Read {
    pub(crate) customer: Customer,
    pub(crate) command: AskOneTimes,
    pub(crate) fresh: Vec<FreshOneTime>,
    pub(crate) text: OneTimeText,
    pub(crate) discounts: Vec<SubscriptionDiscount>,
}

pub(crate) fn read(session: &mut Session<'_, '_>, sent: &Object) -> Result<Read, Failure> {
    let mut fields = sent.clone();
    // A body whose misshapen fields were left out may lack what is required.
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    let body: OneTimeCreate = parsed(fields)?;
    let mut faults = Faults::default();
    let customer = paying(session, &body.customer_id, &mut faults)?;
    if body.onetime_items.is_empty() {
        faults.add("/onetime_items", "required", "At least one item is needed.");
    }
    let next = body.kind == Some(OneTimeType::Next);
    if next && body.invoice_date.is_some() {
        let detail = "What goes on the next invoice has no date of its own.";
        faults.add("/invoice_date", "mismatch", detail);
    }
    let read = items::read(session, &body.onetime_items, &mut faults)?;
    let currency = read.currency;
    let holder = Holder {
        customer: customer.id.clone(),
        state: Some(DiscountState::Active),
        ..Holder::default()
    };
    let sent = body.discounts.as_deref().unwrap_or_default();
    let scopes = Scopes::new(currency, &holder).once(&read.items);
    let discounts = discounts::read(sent, &scopes, &mut faults);
    let at = instant(body.invoice_date, "/invoice_date", &mut faults);
    faults.refuse_any()?;
    let missing = || Refusal::invalid("/onetime_items", "required", "Items are needed.");
    let command = AskOneTimes {
        customer: customer.id.as_str().into(),
        items: read.items,
        currency: currency.ok_or_else(missing)?,
        next,
        at,
        auto_charges: body.auto_charges.unwrap_or(false),
        due_days: body.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok()),
        discounts,
    };
    let names: Vec<&str> = read.fresh.iter().map(|fresh| fresh.name.as_str()).collect();
    let text = OneTimeText {
        name: names.join(", "),
        instructions: body.invoice_payment_instructions,
        notes: body.notes,
        metadata: body.metadata.unwrap_or_default(),
    };
    let discounts = body.discounts.unwrap_or_default();
    Ok(Read { customer, command, fresh: read.fresh, text, discounts })
}
