//! What can be wrong with a new subscription. Every fault is named by the path of its field.

use calendar::{Frequency, Term, Timestamp};
use money::Currency;

use crate::command::Subscribe;
use crate::definition::Faults;
use crate::one_time::order;
use crate::period::monthly_factor;
use crate::refusal::Refusal;
use crate::subscription::change::quantities;
use crate::subscription::check::{
    check_configs, check_discount, check_discounts, check_metrics, check_plan, size,
};
use crate::subscription::lifecycle::NewTrial;
use crate::work::Work;

const MOST_PLANS: usize = 100;

/// The currency and the term of a subscription that may be made.
pub(crate) fn check(work: &Work, wanted: &Subscribe) -> Result<(Currency, Term), Refusal> {
    let mut faults = Faults::default();
    let currency = wanted.pricings.first().map(|wanted| wanted.pricing.currency);
    plans(wanted, currency, &mut faults);
    for (place, plan) in wanted.pricings.iter().enumerate() {
        check_configs(plan, &format!("config_items/{place}"), &mut faults);
    }
    check_metrics(work, &wanted.customer, &wanted.pricings, None, &mut faults);
    size::check_pricings(&wanted.pricings, &mut faults);
    size::check_customer(&work.snapshot, &wanted.customer, &wanted.pricings, None, &mut faults);
    dates(work, wanted, &mut faults);
    check_discounts(wanted.discounts.len(), &mut faults);
    for (place, discount) in wanted.discounts.iter().enumerate() {
        let pointer = format!("discounts/{place}");
        check_discount(discount, currency, &pointer, &mut faults);
    }
    if wanted.minimum.is_some_and(|minimum| Some(minimum.currency) != currency) {
        let detail = "must be the currency of the pricings";
        faults.add("minimum_spend/currency", "currency_mismatch", detail);
    }
    let items = (&*wanted.onetime_items, currency);
    order::check_with((&work.snapshot, &wanted.customer), items, &mut faults);
    let term = wanted.term.or_else(|| longest(wanted));
    if term.is_some_and(|term| term.frequency() == Frequency::OneTime) {
        faults.add("term/frequency", "one_time", "is no term of a subscription");
    }
    let faults = faults.and(agreed(work, wanted, currency));
    faults.or(currency.zip(term)).map_err(Refusal::Invalid)
}

fn plans(wanted: &Subscribe, currency: Option<Currency>, faults: &mut Faults) {
    if wanted.pricings.is_empty() {
        faults.add("product_pricing_ids", "required", "needs at least one recurring pricing");
    }
    if wanted.pricings.len() > MOST_PLANS {
        faults.add("product_pricing_ids", "too_many", "has at most 100 pricings");
    }
    for place in 0..wanted.pricings.len() {
        check_plan(&wanted.pricings, place, (currency, true), faults);
    }
}

fn dates(work: &Work, wanted: &Subscribe, faults: &mut Faults) {
    let start = wanted.start.unwrap_or(work.now);
    if wanted.end.is_some_and(|end| end <= start) {
        faults.add("end_date", "before_start", "must lie after the start");
    }
    if wanted.renewal.is_some_and(|renewal| renewal <= start) {
        faults.add("renewal_date", "before_start", "must lie after the start");
    }
    trial(wanted, start, faults);
    changes(wanted, start, faults);
}

/// The pricings and discounts of changes that are agreed beforehand, each after the one before it.
fn agreed(work: &Work, wanted: &Subscribe, currency: Option<Currency>) -> Faults {
    let (mut known, mut all) = (wanted.pricings.clone(), Faults::default());
    let picked = wanted.changes.iter().filter_map(|change| change.wanted.pricings.as_ref());
    let components = picked.flatten().map(|picked| picked.pricing.components.len()).sum();
    size::check_agreed(components, &mut all);
    if !all.is_empty() {
        // Each of them would be looked at.
        return all;
    }
    for (place, change) in wanted.changes.iter().enumerate() {
        let mut faults = Faults::default();
        for (place, discount) in change.wanted.discounts.iter().enumerate() {
            check_discount(discount, currency, &format!("discounts/{place}"), &mut faults);
        }
        let items = (&*change.wanted.onetime_items, currency);
        order::check_with((&work.snapshot, &wanted.customer), items, &mut faults);
        if let Some(picked) = &change.wanted.pricings {
            let set = quantities::follow(&known, picked, &mut faults);
            for (place, each) in set.iter().enumerate() {
                let is_new = !known.iter().any(|other| other.pricing.id == each.pricing.id);
                check_plan(&set, place, (currency, is_new), &mut faults);
            }
            quantities::check_set(&set, picked, &mut faults);
            check_metrics(work, &wanted.customer, &set, None, &mut faults);
            size::check_pricings(&set, &mut faults);
            known = set;
        }
        all = all.and(faults.under(&format!("scheduled_changes/{place}")));
    }
    all
}

/// A trial ends after the start, and everything else of the subscription after the trial.
fn trial(wanted: &Subscribe, start: Timestamp, faults: &mut Faults) {
    let Some(trial) = wanted.trial else { return };
    if trial <= start && wanted.end != wanted.trial {
        faults.add("end_date", "before_start", "must lie after the start");
    }
    if wanted.end.is_some_and(|end| end < trial) {
        faults.add("end_date", "before_trial_end", "must not lie before the end of the trial");
    }
    if wanted.renewal.is_some_and(|renewal| renewal <= trial) {
        faults.add("renewal_date", "before_trial_end", "must lie after the end of the trial");
    }
}

/// Changes that are agreed beforehand lie ahead, one after the other.
fn changes(wanted: &Subscribe, start: Timestamp, faults: &mut Faults) {
    let (mut last, mut trial) = (None, wanted.trial);
    for (place, change) in wanted.changes.iter().enumerate() {
        let pointer = format!("scheduled_changes/{place}/custom_change_date");
        if change.at <= start {
            faults.add(&pointer, "before_start", "must lie after the start");
        } else if last.is_some_and(|last| change.at <= last) {
            faults.add(&pointer, "not_in_order", "must lie after the change before it");
        } else if wanted.end.is_some_and(|end| change.at >= end) && wanted.end != wanted.trial {
            faults.add(&pointer, "after_end", "must lie before the end");
        }
        last = last.max(Some(change.at));
        trial = trial.filter(|end| change.at < *end);
        match change.wanted.trial {
            Some(NewTrial::Stays) if trial.is_none() => {
                let detail = "has no trial to stay in";
                faults.add(
                    &format!("scheduled_changes/{place}/trial"),
                    "trial_without_end",
                    detail,
                );
            }
            Some(NewTrial::Over) => trial = None,
            _ => {}
        }
    }
}

/// The longest frequency of all components, which a term is by default.
fn longest(wanted: &Subscribe) -> Option<Term> {
    let components = wanted.pricings.iter().flat_map(|wanted| &wanted.pricing.components);
    let terms = components.map(|component| component.term);
    terms.filter(|term| term.frequency() != Frequency::OneTime).min_by_key(|t| monthly_factor(*t))
}
