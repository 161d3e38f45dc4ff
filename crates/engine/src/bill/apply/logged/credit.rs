//! What the log says of credits.

use billing::fact::CreditFact;
use billing::id::{Handle, InvoiceHandle};
use money::Amount;
use records::Moment;
use serde_json::{Value, json};

pub(super) fn content(fact: &CreditFact) -> Value {
    let paid = |invoice: &InvoiceHandle, amount: &Amount| {
        let invoice = invoice.to_string();
        json!({ "invoice_id": invoice, "amount": *amount })
    };
    match fact {
        CreditFact::Issued { credit, invoice } => json!({
            "amount": credit.issued,
            "expiration_date": credit.expires.map(Moment::from),
            "invoice_id": invoice.as_ref().map(Handle::to_string),
        }),
        CreditFact::Applied { invoice, amount } => paid(invoice, amount),
        CreditFact::Restored { invoice, amount, expires } => {
            let mut values = paid(invoice, amount);
            values["expiration_date"] = json!(expires.map(Moment::from));
            values
        }
        CreditFact::Expired { amount } => json!({ "amount": *amount }),
        CreditFact::Revoked { amount, invoice } => json!({
            "amount": *amount,
            "invoice_id": invoice.as_ref().map(Handle::to_string),
        }),
    }
}
