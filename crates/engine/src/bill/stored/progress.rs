//! How far a subscription is billed, as it is stored: what the cycle rewrites. Components are named
//! by their ids; the terms beside it have what is set for them.

use std::collections::HashMap;
use std::sync::Arc;

use billing::period::{
    AdvanceInvoice, BillingState, ComponentProgress, ComponentState, RemovedComponent,
    SubscribedPricing,
};
use billing::pricing::{Component, Configuration, ProductPricing};
use calendar::Timestamp;
use money::Ratio;
use serde::{Deserialize, Serialize};

use super::Unreadable;
use super::pricings::{Pricings, named};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredProgress {
    /// Absent before the first billing date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    components: Option<Vec<(String, ComponentProgress)>>,
    /// What counts towards the minimums of pricings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pricings: Vec<(String, Ratio)>,
    #[serde(rename = "counted_all")]
    counted: Ratio,
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    asked_from: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<StoredRemoved>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    advance_invoices: Vec<AdvanceInvoice>,
    #[serde(with = "calendar::micros::paired", default, skip_serializing_if = "Option::is_none")]
    day: Option<(Timestamp, u32)>,
    /// The first form: components and pricings by their places.
    #[serde(default, skip_serializing)]
    places: Vec<ComponentProgress>,
    #[serde(default, rename = "counted", skip_serializing)]
    counted_by_place: Vec<Ratio>,
    #[serde(default, rename = "left", skip_serializing)]
    removed_by_place: Vec<RemovedByPlace>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredRemoved {
    pricing: String,
    #[serde(with = "calendar::micros")]
    since: Timestamp,
    component: String,
    configuration: Configuration,
    progress: ComponentProgress,
    #[serde(with = "calendar::micros")]
    due: Timestamp,
    #[serde(default, skip_serializing_if = "Ratio::is_zero")]
    counted: Ratio,
}

#[derive(Clone, Debug, Deserialize)]
struct RemovedByPlace {
    plan: String,
    #[serde(with = "calendar::micros")]
    since: Timestamp,
    component: usize,
    config: Configuration,
    place: ComponentProgress,
    #[serde(with = "calendar::micros")]
    due: Timestamp,
    #[serde(default)]
    counted: Ratio,
}

impl StoredProgress {
    pub(super) fn of(state: &BillingState) -> StoredProgress {
        let components = state
            .components()
            .map(|(_, known)| (known.component.id.to_string(), known.progress.clone()));
        let counted = state.pricings.iter().filter(|known| !known.counted.is_zero());
        StoredProgress {
            components: state.begun.then(|| components.collect()),
            pricings: counted
                .map(|known| (known.pricing.id.to_string(), known.counted.clone()))
                .collect(),
            counted: state.counted.clone(),
            asked_from: state.asked_from,
            removed: state.removed.iter().map(StoredRemoved::of).collect(),
            advance_invoices: state.advance_invoices.clone(),
            day: state.day,
            places: Vec::new(),
            counted_by_place: Vec::new(),
            removed_by_place: Vec::new(),
        }
    }

    /// The state again, given the pricings with what is set for their components.
    pub(super) fn restore(
        mut self,
        mut subscribed: Vec<SubscribedPricing>,
        pricings: &Pricings,
    ) -> Result<BillingState, Unreadable> {
        self.name_places(&subscribed, pricings)?;
        let begun = self.components.is_some();
        let mut progress: HashMap<String, ComponentProgress> =
            self.components.into_iter().flatten().collect();
        let components = subscribed.iter_mut().flat_map(|known| &mut known.components);
        for state in components.filter(|_| begun) {
            let id = &*state.component.id;
            let known = progress.remove(id);
            let missing = || Unreadable::Missing(format!("how far {id} is billed is not there"));
            state.progress = known.ok_or_else(missing)?;
        }
        if let Some(id) = progress.into_keys().next() {
            return Err(Unreadable::Missing(format!("{id} is billed and not on the subscription")));
        }
        let mut counted: HashMap<String, Ratio> = self.pricings.into_iter().collect();
        for known in &mut subscribed {
            known.counted = counted.remove(&*known.pricing.id).unwrap_or_default();
        }
        let removed = self.removed.into_iter().map(|removed| removed.restore(pricings));
        Ok(BillingState {
            removed: removed.collect::<Result<_, _>>()?,
            pricings: subscribed,
            begun,
            counted: self.counted,
            asked_from: self.asked_from,
            advance_invoices: self.advance_invoices,
            day: self.day,
        })
    }

    /// The first form as the present one.
    fn name_places(
        &mut self,
        subscribed: &[SubscribedPricing],
        pricings: &Pricings,
    ) -> Result<(), Unreadable> {
        let ids = subscribed.iter().flat_map(|known| &known.components);
        let ids = ids.map(|state| state.component.id.to_string());
        let places = std::mem::take(&mut self.places);
        if !places.is_empty() {
            self.components = Some(ids.zip(places).collect());
        }
        let minimums = subscribed.iter().map(|known| known.pricing.id.to_string());
        let counted = std::mem::take(&mut self.counted_by_place);
        self.pricings.extend(minimums.zip(counted));
        for removed in std::mem::take(&mut self.removed_by_place) {
            let components = &named(pricings, &removed.plan)?.components;
            let component = components.get(removed.component);
            let missing = || Unreadable::Missing(format!("a component of {}", removed.plan));
            self.removed.push(StoredRemoved {
                component: component.ok_or_else(missing)?.id.to_string(),
                pricing: removed.plan,
                since: removed.since,
                configuration: removed.config,
                progress: removed.place,
                due: removed.due,
                counted: removed.counted,
            });
        }
        Ok(())
    }
}

impl StoredRemoved {
    fn of(removed: &RemovedComponent) -> StoredRemoved {
        let ComponentState { component, configuration, progress } = &removed.state;
        StoredRemoved {
            pricing: removed.pricing.id.to_string(),
            since: removed.since,
            component: component.id.to_string(),
            configuration: Configuration::clone(configuration),
            progress: progress.clone(),
            due: removed.due,
            counted: removed.counted.clone(),
        }
    }

    fn restore(self, pricings: &Pricings) -> Result<RemovedComponent, Unreadable> {
        let pricing = named(pricings, &self.pricing)?.clone();
        let state = ComponentState {
            component: component(&pricing, &self.component)?,
            configuration: Arc::new(self.configuration),
            progress: self.progress,
        };
        let StoredRemoved { since, due, counted, .. } = self;
        Ok(RemovedComponent { pricing, since, state, due, counted })
    }
}

/// The component of a reference.
pub(super) fn component(pricing: &ProductPricing, id: &str) -> Result<Arc<Component>, Unreadable> {
    let known = pricing.components.iter().find(|component| *component.id == *id);
    let missing = || Unreadable::Missing(format!("{} has no component {id}", pricing.id));
    Ok(known.ok_or_else(missing)?.clone())
}
