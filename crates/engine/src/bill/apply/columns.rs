//! The columns of a subscription that follow from what the core knows of it.

use billing::subscription::Subscription;
use calendar::Timestamp;
use records::Moment;
use store::subscription::Columns;

use crate::bill::stored;

/// The columns that follow from what the core knows of a subscription, over the others.
pub(crate) fn follow(subscription: &Subscription, others: Columns) -> Columns {
    Columns {
        id: subscription.id.to_string().into(),
        status: stored::status(subscription).to_owned(),
        currency: subscription.terms.currency.code().to_owned(),
        mrr: subscription.recurring_revenue.mrr.minor,
        arr: subscription.recurring_revenue.arr.minor,
        start_date: subscription.terms.start.into(),
        end_date: shown_end(subscription).map(Moment::from),
        renewal_date: Some(subscription.renewals.date.into()),
        effective_end_date: effective_end(subscription).map(Moment::from),
        next_invoice_date: subscription.next_billing_date().map(Moment::from),
        auto_charges: subscription.terms.auto_charges,
        auto_renews: subscription.terms.auto_renews,
        trial: subscription.lifecycle.trial.is_some(),
        created_at: subscription.terms.created.into(),
        ..others
    }
}

/// The end that a cancel was asked for, else that of its trial while that runs, else its own.
fn shown_end(subscription: &Subscription) -> Option<Timestamp> {
    let trial = subscription.lifecycle.trial.map(|trial| trial.end);
    match subscription.lifecycle.cancel {
        Some(_) => subscription.end.or(trial),
        None => trial.or(subscription.end),
    }
}

/// The end date, else the renewal date of one that does not renew.
fn effective_end(subscription: &Subscription) -> Option<Timestamp> {
    shown_end(subscription)
        .or((!subscription.terms.auto_renews).then_some(subscription.renewals.date))
}
