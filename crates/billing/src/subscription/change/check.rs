//! What can be wrong with a change. Every fault is named by the path of its field.

use calendar::{Frequency, Timestamp};

use crate::command::AskChange;
use crate::definition::Faults;
use crate::one_time::order;
use crate::refusal::Refusal;
use crate::subscription::change::quantities::{check_set, follow, standing_at};
use crate::subscription::check::{
    check_discount, check_discounts, check_metrics, check_plan, size,
};
use crate::subscription::lifecycle::{NewTrial, Picked, Proration, Timing};
use crate::subscription::state::{Status, Subscription};
use crate::subscription::timing::date;
use crate::subscription::trial;
use crate::work::Work;

/// When a change that may be made takes effect.
pub(crate) fn check(
    work: &Work,
    subscription: &Subscription,
    asked: &AskChange,
) -> Result<Timestamp, Refusal> {
    let mut faults = Faults::default();
    let wanted = &asked.wanted;
    let at = date(subscription, work.now, asked.timing, asked.custom_date)?;
    if let Some(plans) = &wanted.pricings {
        check_plans(work, subscription, (plans, at), &mut faults);
    }
    let live = subscription.discounts.iter().filter(|known| known.holds(at)).count();
    check_discounts(live.saturating_add(wanted.discounts.len()), &mut faults);
    let ever = subscription.discounts.len().saturating_add(wanted.discounts.len());
    size::check_discounts_ever(ever, &mut faults);
    for (place, discount) in wanted.discounts.iter().enumerate() {
        let pointer = format!("discounts/{place}");
        check_discount(discount, Some(subscription.terms.currency), &pointer, &mut faults);
    }
    if wanted
        .minimum
        .flatten()
        .is_some_and(|minimum| minimum.currency != subscription.terms.currency)
    {
        let detail = "must be the currency of the subscription";
        faults.add("minimum_spend/currency", "currency_mismatch", detail);
    }
    let items = (&*wanted.onetime_items, Some(subscription.terms.currency));
    let of = (&work.snapshot, &subscription.customer);
    order::check_with(of, items, &mut faults);
    if wanted.term.is_some_and(|term| term.frequency() == Frequency::OneTime) {
        faults.add("term/frequency", "one_time", "is no term of a subscription");
    }
    check_date(work, subscription, asked, at, &mut faults);
    check_trial(subscription, asked, at, &mut faults);
    faults.or(Some(at)).map_err(Refusal::Invalid)
}

fn check_date(
    work: &Work,
    subscription: &Subscription,
    asked: &AskChange,
    at: Timestamp,
    faults: &mut Faults,
) {
    let custom = asked.timing == Timing::CustomDate;
    let pointer = if custom { "custom_change_date" } else { "timing" };
    if custom && asked.custom_date.is_none() {
        faults.add(pointer, "required", "is required for a date of its own");
    } else if at < work.now {
        faults.add(pointer, "in_the_past", "must not lie in the past");
    } else if subscription.known_end().is_some_and(|end| end <= at) {
        faults.add(pointer, "after_end", "must lie before the end of the subscription");
    }
}

/// A trial has an end, within that of the subscription, and begins where nothing else was paid for.
fn check_trial(subscription: &Subscription, asked: &AskChange, at: Timestamp, faults: &mut Faults) {
    let runs = subscription.lifecycle.trial.is_some_and(|trial| at < trial.end);
    match asked.wanted.trial {
        None | Some(NewTrial::Over) => {}
        Some(NewTrial::Stays) if runs => {}
        Some(NewTrial::Stays) => {
            faults.add("trial", "trial_without_end", "needs a trial_term that says how long it is");
        }
        Some(NewTrial::For(length)) => {
            match trial::given(subscription, length, at) {
                Err(_) => faults.add("trial_term", "range", "ends beyond what can be counted"),
                Ok(trial) if subscription.end.is_some_and(|end| end < trial.end) => {
                    faults.add("trial_term", "after_end", "must not end after the subscription");
                }
                Ok(_) => {}
            }
            if asked.proration == Proration::None && !runs && subscription.status != Status::Pending
            {
                let detail = "cannot be NONE where a trial begins: what was paid for comes back";
                faults.add("proration_type", "with_trial", detail);
            }
        }
    }
}

fn check_plans(
    work: &Work,
    subscription: &Subscription,
    (plans, at): (&[Picked], Timestamp),
    faults: &mut Faults,
) {
    if plans.is_empty() {
        faults.add("product_pricing_ids", "required", "needs at least one recurring pricing");
    }
    let wanted = follow(&standing_at(subscription, at), plans, faults);
    for (place, plan) in wanted.iter().enumerate() {
        let known = subscription
            .state
            .pricings
            .iter()
            .any(|subscribed| subscribed.pricing.id == plan.pricing.id);
        check_plan(&wanted, place, (Some(subscription.terms.currency), !known), faults);
    }
    size::check_pricings(&wanted, faults);
    let customer = &subscription.customer;
    size::check_customer(&work.snapshot, customer, &wanted, Some(&subscription.id), faults);
    check_set(&wanted, plans, faults);
    check_metrics(work, customer, &wanted, Some(&subscription.id), faults);
}
