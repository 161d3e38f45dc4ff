//! What customers may use, computed by the core after everything that happens to them.

use std::collections::{BTreeMap, HashMap};

use billing::command::Command;
use billing::customer::entitlement::{
    Definitions, Entitlements, Grants, Own, Value, of_customer, of_subscription,
};
use billing::period::SubscribedPricing;
use billing::pricing::Kind;
use billing::subscription::Subscription;

use super::PureWorld;
use super::family::is_refused;
use crate::Happening;
use crate::action::{Action, Right, When};
use crate::setup::Setup;

/// What is granted in a scenario, and to whom.
#[derive(Debug, Default)]
pub(super) struct Rights {
    definitions: Definitions,
    /// By pricing.
    grants: HashMap<String, Vec<Own>>,
    /// By customer and by subscription.
    own: HashMap<String, Vec<Own>>,
    /// By the change that will bring them.
    coming: HashMap<String, Vec<Own>>,
    /// What each customer was last told.
    told: BTreeMap<String, String>,
}

impl Rights {
    pub(super) fn of(setup: &Setup) -> Rights {
        let definitions = setup.entitlements.iter();
        let grants = setup.pricings.iter();
        Rights {
            definitions: definitions.map(|known| (known.key.clone(), known.definition)).collect(),
            grants: grants.map(|pricing| (pricing.name.clone(), own(&pricing.grants))).collect(),
            ..Rights::default()
        }
    }
}

fn own(rights: &[Right]) -> Vec<Own> {
    let own = rights.iter().filter_map(|right| {
        let value = Value::read(&right.value)?;
        Some(Own { entitlement: right.key.clone(), row: None, value })
    });
    own.collect()
}

/// As it is told of a customer: values by key.
pub(crate) fn line<'a>(
    customer: &str,
    values: impl Iterator<Item = (&'a str, serde_json::Value)>,
) -> String {
    let values: Vec<String> = values.map(|(key, value)| format!("{key} {value}")).collect();
    match values.is_empty() {
        true => format!("{customer} may use nothing"),
        false => format!("{customer} may use {}", values.join(", ")),
    }
}

impl PureWorld {
    /// Gives a customer or a subscription values of its own.
    pub(super) fn entitle(
        &mut self,
        whom: &str,
        action: &Action,
    ) -> Result<Vec<Happening>, String> {
        self.note_rights(action)?;
        let place = self.named(whom).or_else(|_| Ok::<_, String>(self.owner(whom)?.0))?;
        self.told_rights(place)
    }

    /// Does what an action asks for, with what it says of rights.
    pub(super) fn run_with_rights(
        &mut self,
        place: usize,
        command: &Command,
        action: &Action,
    ) -> Result<Vec<Happening>, String> {
        let mut happened = self.run(place, command)?;
        if !is_refused(&happened) {
            self.note_rights(action)?;
        }
        happened.extend(self.told_rights(place)?);
        Ok(happened)
    }

    /// Notes what an action says of rights, once it is done.
    fn note_rights(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Entitle { whom, rights } => {
                self.rights.own.insert(whom.clone(), own(rights));
            }
            Action::Subscribe(wanted) if !wanted.entitled.is_empty() => {
                self.rights.own.insert(wanted.name.clone(), own(&wanted.entitled));
            }
            Action::Change(wanted) if !wanted.entitled.is_empty() => {
                let (place, id) = self.owner(&wanted.subscription)?;
                let subscription = self.customer(place)?.subscription(&id).ok_or("gone")?;
                let life = &subscription.lifecycle;
                let waits = life.changes.iter().find(|change| !change.scheduled);
                let (waits, made) = (waits.map(|change| &**change), life.changed.as_deref());
                let change = match wanted.when {
                    None | Some(When::Now) => made.or(waits),
                    Some(_) => waits.or(made),
                };
                let id = change.ok_or("no change was asked for")?.id.to_string();
                self.rights.coming.insert(id, own(&wanted.entitled));
            }
            _ => {}
        }
        Ok(())
    }

    /// What is told of customers with something in these books who may use something else than
    /// before.
    pub(super) fn told_rights(&mut self, place: usize) -> Result<Vec<Happening>, String> {
        let snapshot = self.customers.get(place).ok_or("no such customer")?;
        let mut names = vec![snapshot.payer.id.clone()];
        for subscription in &snapshot.subscriptions {
            let made = subscription.lifecycle.changed.as_ref().map(|made| made.id.to_string());
            if let Some(own) = made.and_then(|made| self.rights.coming.remove(&made)) {
                self.rights.own.insert(subscription.id.to_string(), own);
            }
            if !names.contains(&subscription.customer) {
                names.push(subscription.customer.clone());
            }
        }
        let mut told = Vec::new();
        for name in names {
            let line = self.may_use(&name);
            let before = self.rights.told.insert(name.to_string(), line.clone());
            let nothing = || self::line(&name, std::iter::empty());
            if before.unwrap_or_else(nothing) != line {
                told.push(Happening { at: self.now, lines: vec![line] });
            }
        }
        Ok(told)
    }

    /// What a customer may use, in a line.
    pub(crate) fn may_use(&self, name: &str) -> String {
        let all = self.customer_rights(name);
        let values = all.iter().map(|(key, entitled)| (key.as_str(), entitled.value.json()));
        line(name, values)
    }

    /// By what it has, whoever pays for it.
    fn customer_rights(&self, name: &str) -> Entitlements {
        let all = self.customers.iter().flat_map(|snapshot| &snapshot.subscriptions);
        let live = all.filter(|known| *known.customer == *name && known.is_live());
        // As they were made, whoever pays for them.
        let mut live: Vec<_> = live.collect();
        live.sort_by(|a, b| a.id.cmp(&b.id));
        let live = live.into_iter();
        let live: Vec<(String, Entitlements)> =
            live.map(|known| (known.id.to_string(), self.subscription_rights(known))).collect();
        let own = self.rights.own.get(name).map_or(&[][..], Vec::as_slice);
        of_customer(name, &live, own, &self.rights.definitions)
    }

    fn subscription_rights(&self, subscription: &Subscription) -> Entitlements {
        let id = subscription.id.to_string();
        let grants = subscription.state.pricings.iter().map(|subscribed| {
            let pricing = subscribed.pricing.id.to_string();
            let values = self.rights.grants.get(&pricing).cloned().unwrap_or_default();
            Grants { licences: licences(subscribed), pricing, values }
        });
        let grants: Vec<Grants> = grants.collect();
        let own = self.rights.own.get(&id).map_or(&[][..], Vec::as_slice);
        of_subscription(&id, &grants, own, &self.rights.definitions)
    }
}

/// The most licences of a component.
fn licences(subscribed: &SubscribedPricing) -> Option<money::Ratio> {
    let components = subscribed.components.iter();
    let licences = components.filter(|state| state.component.kind == Kind::Licence);
    licences.map(|state| state.configuration.licences.ratio().clone()).max()
}
