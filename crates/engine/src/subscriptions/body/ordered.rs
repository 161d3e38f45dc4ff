//! What is ordered: pricings, what is set for each component, discounts and a minimum. A create, a
//! change and each change that comes with a create are read by the same rules.

use std::sync::Arc;

use billing::command::Wanted;
use billing::one_time::OneTimeItem;
use billing::pricing::{Configuration, ProductPricing, Setting};
use billing::subscription::{Changes, NewDiscount, Picked};
use money::{Amount, Currency};
use records::ConfigItem;
use records::problem::Fault;

use super::parts::{Had, Parts};
use super::pricings::{Bought, bought};
use super::scopes::{Holder, Scopes};
use super::{configs, discounts, not_yet};
use crate::bill::{self, FreshOneTime};
use crate::one_times::items::{self, ReadItems};
use crate::refusal::Faults;
use crate::subscriptions::config::with_pricings;
use crate::{Failure, Refusal, Session};

/// Nothing is wrong with it, as far as a body can tell.
pub(crate) struct Ordered {
    pub(crate) bought: Bought,
    /// As they are kept: each names its pricing.
    pub(crate) items: Vec<ConfigItem>,
    /// Whether it says anything of pricings or of what is set for them.
    touches_pricings: bool,
    /// For each component of each pricing, where an item is for it.
    configs: Vec<Vec<Option<Setting>>>,
    discounts: Vec<NewDiscount>,
    pub(crate) minimum: Option<Amount>,
    onetime: ReadItems,
}

pub(super) fn read(
    session: &mut Session<'_, '_>,
    body: &Parts<'_>,
    (had, holder): (Option<&Had>, &Holder),
    faults: &mut Faults,
) -> Result<Ordered, Failure> {
    let bought = bought(session, body, had, faults)?;
    let configs = configs::of_components(session, body.configs, (&bought, had.is_none()), faults)?;
    let onetime = items::read(session, body.onetime, faults)?;
    same_currency(&onetime, bought.currency, faults);
    let scopes = Scopes::new(bought.currency, holder).recurring(&bought).once(&onetime.items);
    let discounts = discounts::read(body.discounts, &scopes, faults);
    let minimum = discounts::money(body.minimum, bought.currency, "/minimum_spend", faults);
    not_yet::refuse(body, faults);
    let items = with_pricings(body.configs, &bought.pricings);
    let touches_pricings = body.touches_pricings();
    Ok(Ordered { bought, items, touches_pricings, configs, discounts, minimum, onetime })
}

impl Ordered {
    pub(crate) fn discounts(&self) -> Vec<NewDiscount> {
        self.discounts.clone()
    }

    /// What is bought once beside it.
    pub(crate) fn onetime_items(&self) -> Vec<OneTimeItem> {
        self.onetime.items.clone()
    }

    /// The same as it is answered.
    pub(crate) fn fresh(&self) -> Vec<FreshOneTime> {
        self.onetime.fresh.clone()
    }

    /// The pricing of each pricing, in their order.
    fn plans(&self, session: &mut Session<'_, '_>) -> Result<Vec<Arc<ProductPricing>>, Failure> {
        let ids: Vec<String> =
            self.bought.pricings.iter().map(|pricing| pricing.id.clone()).collect();
        let plans = bill::pricings::pricings(session, ids.clone())?;
        let plans: Option<Vec<_>> = ids.iter().map(|id| plans.get(id).cloned()).collect();
        let detail = "A pricing cannot be billed.";
        let gone = || Refusal::invalid("/product_pricing_ids", "not_billable", detail);
        let plans = plans.ok_or_else(gone)?.into_iter();
        Ok(plans.map(|plan| if session.honours() { honoured(plan) } else { plan }).collect())
    }

    /// As a new subscription begins with them; a component without an item has one licence.
    pub(crate) fn wanted(&self, session: &mut Session<'_, '_>) -> Result<Vec<Wanted>, Failure> {
        let plans = self.plans(session)?.into_iter().zip(&self.configs);
        let config = |setting: &Option<Setting>| {
            let standard = Configuration::default();
            let Some(known) = setting else { return standard };
            known.config(known.licences.clone().unwrap_or(standard.licences))
        };
        let wanted = plans.map(|(plan, configs)| Wanted {
            pricing: plan,
            configurations: configs.iter().map(config).collect(),
            // Quantities were checked where their config items stand.
            bounds: Vec::new(),
        });
        Ok(wanted.collect())
    }

    /// As a change makes of them what it says.
    pub(crate) fn changes(&self, session: &mut Session<'_, '_>) -> Result<Changes, Failure> {
        let plans = match self.touches_pricings {
            true => {
                let plans = self.plans(session)?.into_iter().zip(&self.configs);
                let picked =
                    plans.map(|(plan, all)| Picked { pricing: plan, configurations: all.clone() });
                Some(picked.collect())
            }
            false => None,
        };
        Ok(Changes {
            pricings: plans,
            // A minimum of nothing is none.
            minimum: self.minimum.map(|amount| Some(amount).filter(|amount| amount.is_positive())),
            discounts: self.discounts(),
            onetime_items: self.onetime_items(),
            ..Changes::default()
        })
    }

    /// The pricings as a later change finds them.
    pub(crate) fn had(&self) -> Had {
        let bundle = self.bought.bundle.as_ref().map(|bundle| bundle.id.clone());
        let Bought { pricings, whole, currency, .. } = &self.bought;
        Had {
            pricings: pricings.clone(),
            whole: *whole,
            bundle,
            currency: *currency,
            overrides: Vec::new(),
        }
    }

    /// What the core found wrong, by the fields of the body: it counts pricings where the body
    /// has config items.
    pub(crate) fn pointed(&self, fault: Fault) -> Fault {
        let pointer = self.pointer(fault.pointer.trim_start_matches('/'));
        Fault { pointer, ..fault }
    }

    fn pointer(&self, path: &str) -> String {
        let mut parts = path.splitn(3, '/');
        let (field, place, rest) = (parts.next(), parts.next(), parts.next());
        let number = place.and_then(|place| place.parse::<usize>().ok());
        match (field, number) {
            (Some("product_pricing_ids"), Some(number)) => self.bought.pointer(number),
            (Some("config_items"), Some(number)) => {
                let pricing = self.bought.pricings.get(number).map(|pricing| &pricing.id);
                // What is wrong with a quantity that is said was found before the core looked.
                let silent =
                    |item: &ConfigItem| rest != Some("num_licenses") || item.num_licenses.is_none();
                let mut items = self.items.iter();
                let place = items
                    .position(|item| item.product_pricing_id.as_ref() == pricing && silent(item));
                match (place, rest) {
                    (None, _) => self.bought.pointer(number),
                    (Some(place), None) => format!("/config_items/{place}"),
                    (Some(place), Some(rest)) => format!("/config_items/{place}/{rest}"),
                }
            }
            _ => format!("/{path}"),
        }
    }
}

/// A pricing that was agreed on while it could be had.
fn honoured(plan: Arc<ProductPricing>) -> Arc<ProductPricing> {
    if !plan.archived {
        return plan;
    }
    Arc::new(ProductPricing {
        id: plan.id.clone(),
        name: plan.name.clone(),
        product: plan.product.clone(),
        gl_code: plan.gl_code.clone(),
        currency: plan.currency,
        minimum: plan.minimum,
        components: plan.components.clone(),
        archived: false,
    })
}

/// What is bought once has the currency of what recurs.
fn same_currency(read: &ReadItems, currency: Option<Currency>, faults: &mut Faults) {
    let Some(currency) = currency else { return };
    for (place, item) in read.places.iter().zip(&read.items) {
        let other = item.price.currency();
        if other != currency {
            let (of, this) = (currency.code(), other.code());
            let detail = format!("The subscription is in {of}, this in {this}.");
            faults.add(&format!("/onetime_items/{place}"), "currency_mismatch", detail);
        }
    }
}
