//! What the log says of invoices.

use billing::fact::InvoiceFact;
use billing::id::Handle;
use billing::invoice::Invoice;
use records::Moment;
use serde_json::{Value, json};

use crate::bill::stored;

pub(super) fn content(fact: &InvoiceFact) -> Value {
    match fact {
        InvoiceFact::Drafted(invoice)
        | InvoiceFact::Finalized(invoice)
        | InvoiceFact::Waived(invoice) => made(invoice),
        InvoiceFact::Updated { due_date } => json!({ "due_date": Moment::from(*due_date) }),
        InvoiceFact::PaymentRecorded { payment, settles } => json!({
            "amount": payment.amount,
            "payment_type": stored::payment_word(payment.kind),
            "paid_date": Moment::from(payment.date),
            "settles": settles,
        }),
        InvoiceFact::Voided { refunded, credit_note } => json!({
            "status": "VOID",
            "refunded_amount": *refunded,
            "credit_note": credit_note,
        }),
        InvoiceFact::PaymentWithdrawn { amount, .. } => json!({ "withdrawn": *amount }),
        InvoiceFact::PaymentRefunded { amount } => json!({ "refunded_amount": *amount }),
    }
}

fn made(invoice: &Invoice) -> Value {
    json!({
        "status": stored::invoice_status(invoice),
        "subscription_id": invoice.subscription.as_ref().map(Handle::to_string),
        "billing_date": Moment::from(invoice.billing_date),
        "invoice_date": invoice.issue().map(|issue| Moment::from(issue.date)),
        "due_date": invoice.issue().map(|issue| Moment::from(issue.due)),
        "sub_total": invoice.totals.sub_total,
        "total": invoice.totals.total,
    })
}
