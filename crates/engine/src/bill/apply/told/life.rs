//! What the log says of changes, trials, pauses and cancels.

use billing::fact::Fact;
use billing::id::Handle;
use billing::invoice::Line;
use billing::subscription::{Behaviour, Refund};
use money::Amount;
use serde_json::{Value, json};

use super::moment;
use crate::bill::wire::wire;

/// Which record, and what is worth saying of it; nothing for facts of another kind.
pub(super) fn content(fact: &Fact) -> Option<(&Handle, Value)> {
    Some(match fact {
        Fact::TrialExtended { subscription, end, .. } => {
            (subscription, json!({ "end_date": moment(*end) }))
        }
        Fact::TrialConverted { at, after } => (
            &after.id,
            json!({
                "trial": false,
                "trial_conversion_date": moment(*at),
                "end_date": after.end.map(moment),
                "renewal_date": moment(after.renewals.date),
                "billing_anchor_date": moment(after.anchor.instant()),
            }),
        ),
        Fact::ChangeScheduled { subscription, change, .. } => (
            subscription,
            json!({ "change_id": change.id.to_string(), "change_date": moment(change.at) }),
        ),
        Fact::ChangeDropped { subscription, change, .. } => {
            (subscription, json!({ "change_id": change.to_string() }))
        }
        Fact::SubscriptionChanged { at, after } => {
            let pricings: Vec<&str> = after.plans.iter().map(|own| &*own.plan.id).collect();
            let change = after.life.changed.as_ref().map(|own| own.id.to_string());
            let values = json!({
                "change_id": change,
                "changed": moment(*at),
                "product_pricing_ids": pricings,
                "renewal_date": moment(after.renewals.date),
                "trial": after.life.trial.is_some(),
            });
            (&after.id, values)
        }
        Fact::LinesWaiting { subscription, lines, .. } => {
            (subscription, json!({ "lines": lines.len(), "amount": sum(lines).map(wire) }))
        }
        Fact::SubscriptionPaused { subscription, pause, .. } => {
            let behavior = match pause.behaviour {
                Behaviour::Draft => "KEEP_AS_DRAFT",
                Behaviour::Void => "VOID",
            };
            let values = json!({
                "pause_date": moment(pause.from),
                "behavior": behavior,
                "resume_date": pause.resume.map(moment),
            });
            (subscription, values)
        }
        Fact::SubscriptionResumed { subscription, at } => {
            (subscription, json!({ "pause_date": null, "resumed": moment(*at) }))
        }
        _ => return cancel(fact),
    })
}

fn cancel(fact: &Fact) -> Option<(&Handle, Value)> {
    Some(match fact {
        Fact::CancelAsked { subscription, at, cancel } => {
            let (refund, amount) = match cancel.refund {
                Refund::None => ("NONE", None),
                Refund::Prorated => ("PRORATED", None),
                Refund::Full => ("FULL", None),
                Refund::Custom(amount) => ("CUSTOM", Some(amount)),
            };
            let values = json!({
                "cancel_id": cancel.id.to_string(),
                "cancel_date": moment(*at),
                "end_date": moment(cancel.at),
                "refund_type": refund,
                "custom_refund_amount": amount.map(wire),
            });
            (subscription, values)
        }
        Fact::CancelUndone { subscription, end, .. } => {
            (subscription, json!({ "cancel_date": null, "end_date": end.map(moment) }))
        }
        Fact::SubscriptionCancelled { subscription, at } => {
            (subscription, json!({ "status": "cancelled", "ended": moment(*at) }))
        }
        _ => return None,
    })
}

/// What lines come to together.
fn sum(lines: &[Line]) -> Option<Amount> {
    let currency = lines.first()?.amount.currency;
    Amount::sum(currency, lines.iter().map(|line| line.amount)).ok()
}
