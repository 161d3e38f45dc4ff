//! What is set for each component of a new set of pricings: what is asked for, else what it has,
//! else the quantity of the one licence in whose place it comes.

use calendar::Timestamp;
use money::Quantity;

use crate::command::Wanted;
use crate::definition::Faults;
use crate::period::SubscribedPricing;
use crate::pricing::{Component, Configuration, ProductPricing};
use crate::subscription::check::check_configs;
use crate::subscription::lifecycle::Picked;
use crate::subscription::state::Subscription;

/// The pricings of a subscription as they are.
pub(crate) fn standing(subscription: &Subscription) -> Vec<Wanted> {
    let state = |subscribed: &SubscribedPricing| Wanted {
        pricing: subscribed.pricing.clone(),
        configurations: subscribed
            .components
            .iter()
            .map(|state| Configuration::clone(&state.configuration))
            .collect(),
        bounds: Vec::new(),
    };
    subscription.state.pricings.iter().map(state).collect()
}

/// The pricings of a subscription as they will be: after what is agreed for until then.
pub(crate) fn standing_at(subscription: &Subscription, at: Timestamp) -> Vec<Wanted> {
    let agreed =
        subscription.lifecycle.changes.iter().filter(|change| change.scheduled && change.at <= at);
    let sets = agreed.filter_map(|each| each.wanted.pricings.as_ref());
    // What is wrong with one of those is told when its day comes.
    sets.fold(standing(subscription), |known, picked| {
        follow(&known, picked, &mut Faults::default())
    })
}

/// The new set. Where exactly one licence goes and exactly one comes, its quantity goes over;
/// otherwise, if there was another quantity than one among those that go, it has to be said.
pub(crate) fn follow(known: &[Wanted], picked: &[Picked], faults: &mut Faults) -> Vec<Wanted> {
    let goes =
        known.iter().filter(|wanted| picked.iter().all(|new| new.pricing.id != wanted.pricing.id));
    let going: Vec<&Quantity> = goes.flat_map(licences).collect();
    let over = Over {
        quantity: match (going.as_slice(), coming(known, picked)) {
            ([one], 1) => Some((*one).clone()),
            _ => None,
        },
        is_one: going.iter().all(|quantity| **quantity == Configuration::default().licences),
    };
    let numbered = picked.iter().enumerate();
    numbered.map(|(place, new)| over.to(known, new, place, faults)).collect()
}

/// Everything of a new set within its bounds, and chargeable.
pub(crate) fn check_set(set: &[Wanted], picked: &[Picked], faults: &mut Faults) {
    for (place, (wanted, picked)) in set.iter().zip(picked).enumerate() {
        let is_said = picked.configurations.iter().any(Option::is_some);
        let field = if is_said { "config_items" } else { "product_pricing_ids" };
        check_configs(wanted, &format!("{field}/{place}"), faults);
    }
}

/// The quantities of what is sold by number.
fn licences(wanted: &Wanted) -> impl Iterator<Item = &Quantity> {
    let components = wanted.pricing.components.iter().zip(&wanted.configurations);
    components
        .filter(|(component, _)| component.is_counted())
        .map(|(_, configuration)| &configuration.licences)
}

/// How many licences come; a pricing that is listed twice is refused elsewhere.
fn coming(known: &[Wanted], picked: &[Picked]) -> usize {
    let mut seen: Vec<&ProductPricing> =
        known.iter().map(|wanted| wanted.pricing.as_ref()).collect();
    let mut count = 0;
    for new in picked {
        if seen.iter().all(|pricing| pricing.id != new.pricing.id) {
            count +=
                new.pricing.components.iter().filter(|component| component.is_counted()).count();
            seen.push(&new.pricing);
        }
    }
    count
}

/// What goes over from the licences that go.
struct Over {
    quantity: Option<Quantity>,
    /// Whether there is one of each that goes.
    is_one: bool,
}

impl Over {
    fn to(&self, known: &[Wanted], new: &Picked, place: usize, faults: &mut Faults) -> Wanted {
        let before = known.iter().find(|wanted| wanted.pricing.id == new.pricing.id);
        let pricing = new.pricing.clone();
        let (mut configs, mut bounds) = (Vec::new(), Vec::new());
        for (part, component) in pricing.components.iter().enumerate() {
            let said = new.configurations.get(part).and_then(Option::as_ref);
            let before = before.and_then(|each| each.configurations.get(part));
            let said_licences = said.and_then(|setting| setting.licences.clone());
            let licences = said_licences
                .or_else(|| before.map(|configuration| configuration.licences.clone()));
            let licences = licences.unwrap_or_else(|| {
                if component.is_counted() && self.quantity.is_none() && !self.is_one {
                    let field = said.map(|_| format!("config_items/{place}/num_licenses"));
                    let pointer = field.unwrap_or_else(|| "config_items".to_owned());
                    faults.add(&pointer, "quantity_required", unclear(&pricing, component));
                }
                let over = self.quantity.clone().filter(|_| component.is_counted());
                over.unwrap_or(Configuration::default().licences)
            });
            bounds.push(said.map(|setting| setting.bounds.clone()).unwrap_or_default());
            configs.push(match (said, before) {
                (Some(said), _) => said.config(licences),
                (None, Some(before)) => before.clone(),
                (None, None) => Configuration { licences, ..Configuration::default() },
            });
        }
        Wanted { pricing, configurations: configs, bounds }
    }
}

fn unclear(pricing: &ProductPricing, component: &Component) -> String {
    let alone = pricing.components.iter().filter(|known| known.is_counted()).count() == 1;
    let of = if alone { String::new() } else { format!("{} of ", component.name) };
    let why = "a quantity goes over only where one licence replaces one";
    format!("must say how many of {of}{} there are: {why}", pricing.name)
}
