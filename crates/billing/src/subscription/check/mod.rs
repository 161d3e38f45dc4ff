//! What can be wrong with the pricings, configurations and discounts of a subscription, new or
//! changed. Every fault is named by the path of its field.

pub(crate) mod size;

use std::sync::Arc;

use calendar::Frequency;
use money::{Amount, Currency, Ratio};

use crate::command::Wanted;
use crate::definition::Faults;
use crate::id::SubscriptionHandle;
use crate::invoice::Effect;
use crate::period::charge;
use crate::pricing::{Component, Kind};
use crate::subscription::lifecycle::NewDiscount;
use crate::subscription::state::{Status, Subscription};
use crate::work::Work;

/// So many discounts a subscription has at a time, and so many digits a percentage has.
const MOST_DISCOUNTS: usize = 50;
const PERCENT_DIGITS: u8 = 17;

/// A pricing of a set: once, in the currency of the others, and still to be had where it is new.
pub(crate) fn check_plan(
    plans: &[Wanted],
    place: usize,
    (currency, is_new): (Option<Currency>, bool),
    faults: &mut Faults,
) {
    let Some(wanted) = plans.get(place) else { return };
    let pointer = format!("product_pricing_ids/{place}");
    let earlier = plans.iter().take(place);
    if earlier.into_iter().any(|other| other.pricing.id == wanted.pricing.id) {
        faults.add(&pointer, "duplicate", "is listed twice");
    }
    if wanted.pricing.archived && is_new {
        faults.add(&pointer, "archived", "is archived and takes no new use");
    }
    if Some(wanted.pricing.currency) != currency {
        faults.add(&pointer, "currency_mismatch", "has another currency than the first");
    }
    let once = |known: &Arc<Component>| known.term.frequency() == Frequency::OneTime;
    if wanted.pricing.components.is_empty() || wanted.pricing.components.iter().any(once) {
        faults.add(&pointer, "not_recurring", "does not recur");
    }
}

/// Quantities within their bounds, and prices that fit: what is ordered can be charged.
pub(crate) fn check_configs(wanted: &Wanted, pointer: &str, faults: &mut Faults) {
    if wanted.configurations.len() != wanted.pricing.components.len() {
        faults.add(pointer, "incomplete", "must configure every component");
        return;
    }
    for (component, configuration) in wanted.pricing.components.iter().zip(&wanted.configurations) {
        let known = component.known(configuration);
        let demand = charge::demand(component, configuration, known, calendar::Share::FULL);
        if let Err(error) = component.pricing.charge(&demand) {
            faults.add(pointer, "not_chargeable", error);
        }
    }
    let bounded = wanted.bounds.iter().zip(&wanted.configurations).zip(&wanted.pricing.components);
    for ((bounds, configuration), _) in bounded.filter(|(_, each)| each.is_counted()) {
        // Whoever asks is the seller, who may choose.
        if let Err(error) = bounds.allow(&configuration.licences, &configuration.licences) {
            faults.add(&format!("{pointer}/num_licenses"), "out_of_bounds", error);
        }
    }
}

/// Usage of one metric is billed once.
pub(crate) fn check_metrics(
    work: &Work,
    customer: &Arc<str>,
    plans: &[Wanted],
    but: Option<&SubscriptionHandle>,
    faults: &mut Faults,
) {
    let live = |subscription: &&Arc<Subscription>| {
        let runs = subscription.is_live() || subscription.status == Status::Pending;
        runs && subscription.customer == *customer && Some(&subscription.id) != but
    };
    let mut seen: Vec<&str> =
        work.snapshot.subscriptions.iter().filter(live).flat_map(|known| known.metrics()).collect();
    for (place, wanted) in plans.iter().enumerate() {
        for component in wanted.pricing.components.iter().filter(|each| each.kind == Kind::Usage) {
            let Some(metric) = component.metric.as_deref() else { continue };
            if seen.contains(&metric) {
                let pointer = format!("product_pricing_ids/{place}");
                faults.add(&pointer, "metric_in_use", "prices a metric that is priced already");
            }
            seen.push(metric);
        }
    }
}

/// Refuses more discounts at once than an exact fraction should have to carry.
pub(crate) fn check_discounts(live: usize, faults: &mut Faults) {
    if live > MOST_DISCOUNTS {
        let detail = format!("a subscription has at most {MOST_DISCOUNTS} discounts at a time");
        faults.add("discounts", "too_many", detail);
    }
}

pub(crate) fn check_discount(
    discount: &NewDiscount,
    currency: Option<Currency>,
    pointer: &str,
    faults: &mut Faults,
) {
    let amount = match &discount.effect {
        Effect::Percent(percent) => {
            if percent.is_negative() || *percent > Ratio::ONE {
                faults.add(&format!("{pointer}/percent"), "out_of_bounds", "lies between 0 and 1");
            }
            if !(percent * Ratio::power_of_ten(PERCENT_DIGITS)).is_integer() {
                let detail = format!("has at most {PERCENT_DIGITS} digits");
                faults.add(&format!("{pointer}/percent"), "too_precise", detail);
            }
            None
        }
        Effect::Amount { amount, .. } | Effect::PerUnit(amount) => Some(*amount),
    };
    let mut check = |key: &str, amount: Option<Amount>| {
        let Some(amount) = amount else { return };
        if Some(amount.currency) != currency {
            let detail = "must be the currency of the pricings";
            faults.add(&format!("{pointer}/{key}"), "currency_mismatch", detail);
        }
        if amount.is_negative() {
            faults.add(&format!("{pointer}/{key}"), "negative", "must not be negative");
        }
    };
    check("amount", amount);
    check("cap", discount.cap);
}
