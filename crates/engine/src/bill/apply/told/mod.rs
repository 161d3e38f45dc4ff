//! Facts as the log tells them: which record, and what is worth saying of it.

mod life;

use billing::fact::{Fact, FactType};
use billing::id::Handle;
use billing::invoice::Invoice;
use billing::subscription::{Movement, Subscription};
use calendar::Timestamp;
use money::Amount;
use records::{Moment, Object};
use serde_json::{Value, json};

use crate::bill::kept;
use crate::bill::wire::wire;

/// A fact on its way into the log.
pub(crate) struct Told {
    pub(crate) kind: FactType,
    pub(crate) object: String,
    /// What is kept of it, but for a number that is yet to be given.
    text: String,
}

pub(crate) fn told(fact: &Fact) -> Told {
    let (object, values) = content(fact);
    let (kind, object) = (fact.kind(), object.to_string());
    let kept =
        [("kind", kind.data_type().into()), ("id", object.as_str().into()), ("values", values)];
    let kept: Object = kept.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Told { kind, text: Value::Object(kept).to_string(), object }
}

impl Told {
    pub(crate) fn text(&self) -> String {
        self.text.clone()
    }

    /// With a number behind everything else that is said.
    pub(crate) fn numbered(&self, name: &str, number: Option<&str>) -> String {
        let open = self.text.strip_suffix("}}").unwrap_or(&self.text);
        let comma = if open.ends_with('{') { "" } else { "," };
        format!("{open}{comma}\"{name}\":{}}}}}", json!(number))
    }
}

fn content(fact: &Fact) -> (&Handle, Value) {
    match fact {
        Fact::SubscriptionCreated(own) => (&own.id, subscription(own)),
        Fact::SubscriptionStarted { subscription, at } => {
            (subscription, json!({ "status": "active", "start_date": moment(*at) }))
        }
        Fact::SubscriptionBilled { subscription, at, next, .. } => (
            subscription,
            json!({ "billing_date": moment(*at), "next_invoice_date": next.map(moment) }),
        ),
        Fact::SubscriptionRenewed { subscription, at, next, .. } => {
            (subscription, json!({ "renewed": moment(*at), "renewal_date": moment(*next) }))
        }
        Fact::SubscriptionEnded { subscription, at } => {
            (subscription, json!({ "status": "ended", "ended": moment(*at) }))
        }
        Fact::SubscriptionParked { subscription, reason, .. } => {
            (subscription, json!({ "reason": reason }))
        }
        Fact::SubscriptionRetried { subscription, .. } => (subscription, json!({})),
        Fact::SubscriptionUpdated { subscription, auto_charges, due_days, minimum, .. } => (
            subscription,
            json!({
                "auto_charges": auto_charges,
                "invoice_due_date_from_creation": due_days,
                "minimum_spend": minimum.map(wire),
            }),
        ),
        Fact::SubscriptionValued { subscription, worth, movement, by, .. } => (
            subscription,
            json!({
                "mrr": wire(worth.mrr),
                "arr": wire(worth.arr),
                "movement": moved(*movement),
                "by": wire(*by),
            }),
        ),
        Fact::DiscountRevoked { subscription, discount, at } => (
            discount,
            json!({ "subscription_id": subscription.to_string(), "revoked": moment(*at) }),
        ),
        Fact::DiscountExpired { subscription, discount, at } => (
            discount,
            json!({ "subscription_id": subscription.to_string(), "expired": moment(*at) }),
        ),
        _ => of_invoice(fact).or_else(|| life::content(fact)).unwrap_or_else(|| credit(fact)),
    }
}

fn of_invoice(fact: &Fact) -> Option<(&Handle, Value)> {
    Some(match fact {
        Fact::InvoiceDrafted(own) | Fact::InvoiceFinalized(own) | Fact::InvoiceForgiven(own) => {
            (&own.id, invoice(own))
        }
        Fact::InvoiceUpdated { invoice, due_date, .. } => {
            (invoice, json!({ "due_date": moment(*due_date) }))
        }
        Fact::PaymentRecorded { invoice, payment, settles, .. } => (
            invoice,
            json!({
                "amount": wire(payment.amount),
                "payment_type": kept::payment_word(payment.kind),
                "paid_date": moment(payment.date),
                "settles": settles,
            }),
        ),
        Fact::InvoiceVoided { invoice, refunded, credit_note, .. } => (
            invoice,
            json!({
                "status": "VOID",
                "refunded_amount": wire(*refunded),
                "credit_note": credit_note,
            }),
        ),
        Fact::PaymentWithdrawn { invoice, amount, .. } => {
            (invoice, json!({ "withdrawn": wire(*amount) }))
        }
        Fact::PaymentRefunded { invoice, amount, .. } => {
            (invoice, json!({ "refunded_amount": wire(*amount) }))
        }
        _ => return None,
    })
}

fn credit(fact: &Fact) -> (&Handle, Value) {
    let paid = |invoice: &Handle, amount: &Amount| {
        let invoice = invoice.to_string();
        json!({ "invoice_id": invoice, "amount": wire(*amount) })
    };
    match fact {
        Fact::CreditIssued { credit, invoice } => (
            &credit.id,
            json!({
                "amount": wire(credit.issued),
                "expiration_date": credit.expires.map(moment),
                "invoice_id": invoice.as_ref().map(Handle::to_string),
            }),
        ),
        Fact::CreditApplied { credit, invoice, amount, .. } => (credit, paid(invoice, amount)),
        Fact::CreditRestored { credit, invoice, amount, expires, .. } => {
            let mut values = paid(invoice, amount);
            values["expiration_date"] = json!(expires.map(moment));
            (credit, values)
        }
        Fact::CreditExpired { credit, amount, .. } => (credit, json!({ "amount": wire(*amount) })),
        Fact::CreditRevoked { credit, amount, invoice, .. } => (
            credit,
            json!({
                "amount": wire(*amount),
                "invoice_id": invoice.as_ref().map(Handle::to_string),
            }),
        ),
        _ => (&NOBODY, json!({})),
    }
}

/// For facts that are told elsewhere; never written.
static NOBODY: Handle = Handle::New(billing::id::Noun::Credit, 0);

fn subscription(own: &Subscription) -> Value {
    let plans = own.plans.iter().map(|state| state.plan.id.to_string());
    json!({
        "status": kept::status(own).to_lowercase(),
        "currency": own.currency,
        "start_date": moment(own.start),
        "end_date": own.end.map(moment),
        "renewal_date": moment(own.renewals.date),
        "product_pricing_ids": plans.collect::<Vec<_>>(),
        "mrr": wire(own.worth.mrr),
        "arr": wire(own.worth.arr),
    })
}

fn invoice(own: &Invoice) -> Value {
    json!({
        "status": kept::invoice_status(own),
        "subscription_id": own.subscription.as_ref().map(Handle::to_string),
        "billing_date": moment(own.billing_date),
        "invoice_date": own.issue().map(|issue| moment(issue.date)),
        "due_date": own.issue().map(|issue| moment(issue.due)),
        "sub_total": wire(own.totals.sub_total),
        "total": wire(own.totals.total),
    })
}

fn moment(at: Timestamp) -> Moment {
    at.into()
}

fn moved(movement: Movement) -> &'static str {
    match movement {
        Movement::New => "NEW",
        Movement::Expansion => "EXPANSION",
        Movement::Contraction => "CONTRACTION",
        Movement::Churn => "CHURN",
        Movement::Reactivation => "REACTIVATION",
    }
}
