//! What the log says of subscriptions and of their discounts.

use billing::fact::SubscriptionFact;
use billing::id::{Name, SubscriptionHandle};
use billing::invoice::Line;
use billing::subscription::{Behaviour, Cancel, Movement, Pause, Refund, Subscription};
use calendar::Timestamp;
use money::Amount;
use records::Moment;
use serde_json::{Value, json};

use crate::bill::stored;

/// Which record, and what is worth saying of it.
pub(super) fn content<'a>(
    id: &'a SubscriptionHandle,
    at: Timestamp,
    fact: &'a SubscriptionFact,
) -> (&'a Name, Value) {
    (fact.discount().map_or(&**id, |discount| &**discount), values(id, at, fact))
}

fn values(id: &SubscriptionHandle, at: Timestamp, fact: &SubscriptionFact) -> Value {
    match fact {
        SubscriptionFact::Created(made) => created(made),
        SubscriptionFact::Started => json!({ "status": "active", "start_date": moment(at) }),
        SubscriptionFact::Billed { next, .. } => {
            json!({ "billing_date": moment(at), "next_invoice_date": next.map(moment) })
        }
        SubscriptionFact::Renewed { next, .. } => {
            json!({ "renewed": moment(at), "renewal_date": moment(*next) })
        }
        SubscriptionFact::Ended => json!({ "status": "ended", "ended": moment(at) }),
        SubscriptionFact::Parked { reason } => json!({ "reason": reason }),
        SubscriptionFact::Retried => json!({}),
        SubscriptionFact::Updated { auto_charges, due_days, minimum } => json!({
            "auto_charges": auto_charges,
            "invoice_due_date_from_creation": due_days,
            "minimum_spend": minimum,
        }),
        SubscriptionFact::Valued { revenue, movement, by } => json!({
            "mrr": revenue.mrr,
            "arr": revenue.arr,
            "movement": moved(*movement),
            "by": *by,
        }),
        SubscriptionFact::TrialExtended { end, .. } => json!({ "end_date": moment(*end) }),
        SubscriptionFact::TrialConverted { after } => converted(after, at),
        SubscriptionFact::ChangeScheduled { change } => {
            json!({ "change_id": change.id.to_string(), "change_date": moment(change.at) })
        }
        SubscriptionFact::ChangeDropped { change } => json!({ "change_id": change.to_string() }),
        SubscriptionFact::Changed { after, .. } => changed(after, at),
        SubscriptionFact::PendingLines { lines } => {
            json!({ "lines": lines.len(), "amount": sum(lines) })
        }
        SubscriptionFact::CancelAsked { cancel } => cancelling(cancel, at),
        SubscriptionFact::CancelUndone { end } => {
            json!({ "cancel_date": null, "end_date": end.map(moment) })
        }
        SubscriptionFact::Cancelled => json!({ "status": "cancelled", "ended": moment(at) }),
        SubscriptionFact::TakenOver => json!({ "taken_over": moment(at) }),
        SubscriptionFact::UsageAdjusted { component, period, metered } => json!({
            "item_pricing_id": &**component,
            "start_date": moment(period.start),
            "end_date": moment(period.end),
            "units": metered.to_string(),
        }),
        SubscriptionFact::PayerChanged { payer } => json!({ "billed_customer_id": &**payer }),
        SubscriptionFact::Paused { pause } => paused(*pause),
        SubscriptionFact::Resumed => json!({ "pause_date": null, "resumed": moment(at) }),
        SubscriptionFact::DiscountRevoked { .. } => {
            json!({ "subscription_id": id.to_string(), "revoked": moment(at) })
        }
        SubscriptionFact::DiscountExpired { .. } => {
            json!({ "subscription_id": id.to_string(), "expired": moment(at) })
        }
    }
}

fn created(subscription: &Subscription) -> Value {
    json!({
        "status": stored::status(subscription).to_lowercase(),
        "currency": subscription.terms.currency,
        "start_date": moment(subscription.terms.start),
        "end_date": subscription.end.map(moment),
        "renewal_date": moment(subscription.renewals.date),
        "product_pricing_ids": pricings(subscription),
        "mrr": subscription.recurring_revenue.mrr,
        "arr": subscription.recurring_revenue.arr,
    })
}

fn converted(after: &Subscription, at: Timestamp) -> Value {
    json!({
        "trial": false,
        "trial_conversion_date": moment(at),
        "end_date": after.end.map(moment),
        "renewal_date": moment(after.renewals.date),
        "billing_anchor_date": moment(after.terms.anchor.instant()),
    })
}

fn changed(after: &Subscription, at: Timestamp) -> Value {
    json!({
        "change_id": after.lifecycle.changed.as_ref().map(|change| change.id.to_string()),
        "changed": moment(at),
        "product_pricing_ids": pricings(after),
        "renewal_date": moment(after.renewals.date),
        "trial": after.lifecycle.trial.is_some(),
    })
}

fn cancelling(cancel: &Cancel, at: Timestamp) -> Value {
    let (refund, amount) = match cancel.refund {
        Refund::None => ("NONE", None),
        Refund::Prorated => ("PRORATED", None),
        Refund::Full => ("FULL", None),
        Refund::Custom(amount) => ("CUSTOM", Some(amount)),
    };
    json!({
        "cancel_id": cancel.id.to_string(),
        "cancel_date": moment(at),
        "end_date": moment(cancel.at),
        "refund_type": refund,
        "custom_refund_amount": amount,
    })
}

fn paused(pause: Pause) -> Value {
    let behavior = match pause.behaviour {
        Behaviour::Draft => "KEEP_AS_DRAFT",
        Behaviour::Void => "VOID",
    };
    json!({
        "pause_date": moment(pause.from),
        "behavior": behavior,
        "resume_date": pause.resume.map(moment),
    })
}

fn pricings(subscription: &Subscription) -> Vec<&str> {
    subscription.state.pricings.iter().map(|subscribed| &*subscribed.pricing.id).collect()
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

/// What lines come to together.
fn sum(lines: &[Line]) -> Option<Amount> {
    let currency = lines.first()?.amount.currency;
    Amount::sum(currency, lines.iter().map(|line| line.amount)).ok()
}
