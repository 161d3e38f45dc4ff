//! What the log says of credits.

use billing::credit::CreditValue;
use billing::fact::CreditFact;
use billing::id::{Handle, InvoiceHandle};
use records::Moment;
use serde_json::{Value, json};

pub(super) fn content(fact: &CreditFact) -> Value {
    let paid = |invoice: &InvoiceHandle, value: &CreditValue| {
        let invoice = invoice.to_string();
        json!({ "invoice_id": invoice, "amount": shown(value) })
    };
    match fact {
        CreditFact::Issued { credit, invoice } => json!({
            "amount": shown(&credit.issued),
            "expiration_date": credit.expires.map(Moment::from),
            "invoice_id": invoice.as_ref().map(Handle::to_string),
        }),
        CreditFact::Applied { invoice, value, .. } => paid(invoice, value),
        CreditFact::Consumed { value, subscription, note } => json!({
            "amount": shown(value),
            "subscription_id": subscription.as_ref().map(Handle::to_string),
            "note": note,
        }),
        CreditFact::Restored { invoice, value, expires, .. } => {
            let mut values = paid(invoice, value);
            values["expiration_date"] = json!(expires.map(Moment::from));
            values
        }
        CreditFact::Expired { value } => json!({ "amount": shown(value) }),
        CreditFact::Revoked { value, invoice } => json!({
            "amount": shown(value),
            "invoice_id": invoice.as_ref().map(Handle::to_string),
        }),
    }
}

/// Money as everywhere, units as a number in text.
fn shown(value: &CreditValue) -> Value {
    match value {
        CreditValue::Money(amount) => json!(amount),
        CreditValue::Units(units) => {
            json!({ "item_id": *units.item, "units": units.count.to_string() })
        }
    }
}
