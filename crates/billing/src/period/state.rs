//! What a subscription is billed for and how far: its pricings with their components, each with
//! what is set for it and its progress, and components that were removed and have a last period.

use std::sync::Arc;

use calendar::Timestamp;
use money::Ratio;
use serde::{Deserialize, Serialize};

use crate::id::InvoiceHandle;
use crate::period::progress::ComponentProgress;
use crate::pricing::{Component, Configuration, ProductPricing, reference};
use crate::refusal::Refusal;

/// The pricings of a subscription, and how far each is billed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BillingState {
    pub pricings: Vec<SubscribedPricing>,
    /// Components that were removed and have something left to bill.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<RemovedComponent>,
    /// Whether the first billing date has been.
    pub begun: bool,
    /// What was billed in arrears since the running period of the subscription's minimum began.
    #[serde(skip_serializing_if = "Ratio::is_zero")]
    pub counted: Ratio,
    /// From when on the subscription's minimum is asked for, where a change began it anew.
    #[serde(with = "calendar::micros::optional", skip_serializing_if = "Option::is_none")]
    pub asked_from: Option<Timestamp>,
    /// The invoices with lines billed in advance for periods that run or will.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advance_invoices: Vec<AdvanceInvoice>,
    /// The last billing date that made an invoice, and how many its local day has.
    #[serde(with = "calendar::micros::paired", skip_serializing_if = "Option::is_none")]
    pub day: Option<(Timestamp, u32)>,
}

/// A pricing on a subscription.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SubscribedPricing {
    #[serde(with = "reference")]
    pub pricing: Arc<ProductPricing>,
    /// When it was added.
    #[serde(with = "calendar::micros")]
    pub since: Timestamp,
    pub components: Vec<ComponentState>,
    /// What was billed in arrears since the running period of its minimum began.
    #[serde(default, skip_serializing_if = "Ratio::is_zero")]
    pub counted: Ratio,
}

/// A component on a subscription.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ComponentState {
    #[serde(with = "reference")]
    pub component: Arc<Component>,
    #[serde(default, skip_serializing_if = "Configuration::is_default")]
    pub configuration: Arc<Configuration>,
    pub progress: ComponentProgress,
}

/// A component that a change removed, until its last period is billed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemovedComponent {
    #[serde(with = "reference")]
    pub pricing: Arc<ProductPricing>,
    /// When the pricing was added.
    #[serde(with = "calendar::micros")]
    pub since: Timestamp,
    pub state: ComponentState,
    /// The billing date that closes it: the end that its period would have had.
    #[serde(with = "calendar::micros")]
    pub due: Timestamp,
    /// What counted towards the minimum of its pricing so far, where the whole pricing was removed.
    #[serde(default, skip_serializing_if = "Ratio::is_zero")]
    pub counted: Ratio,
}

/// An invoice with lines billed in advance, and the end of the last of their periods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdvanceInvoice {
    pub invoice: InvoiceHandle,
    #[serde(with = "calendar::micros")]
    pub through: Timestamp,
}

impl BillingState {
    /// When the next period ends or begins.
    pub fn next(&self) -> Option<Timestamp> {
        let removed = self.removed.iter().map(|removed| removed.due);
        self.components().filter_map(|(_, state)| state.progress.next()).chain(removed).min()
    }

    /// Every component with its pricing.
    pub fn components(&self) -> impl Iterator<Item = (&SubscribedPricing, &ComponentState)> {
        self.pricings.iter().flat_map(|subscribed| {
            subscribed.components.iter().map(move |state| (subscribed, state))
        })
    }

    pub fn components_mut(&mut self) -> impl Iterator<Item = &mut ComponentState> {
        self.pricings.iter_mut().flat_map(|subscribed| &mut subscribed.components)
    }

    /// The state of every component, and of those that were removed.
    pub fn all(&self) -> impl Iterator<Item = &ComponentState> {
        let removed = self.removed.iter().map(|removed| &removed.state);
        self.components().map(|(_, state)| state).chain(removed)
    }

    /// The same, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut ComponentState> {
        let removed = self.removed.iter_mut().map(|removed| &mut removed.state);
        self.pricings.iter_mut().flat_map(|known| &mut known.components).chain(removed)
    }

    /// The same component of the same pricing, if the subscription has it.
    pub fn find(&self, pricing: &ProductPricing, component: &Component) -> Option<&ComponentState> {
        let subscribed = self.pricings.iter().find(|known| known.pricing.id == pricing.id)?;
        subscribed.components.iter().find(|known| known.component.id == component.id)
    }

    /// The pricing that a removed component is of, where that goes on.
    pub fn pricing_of(&self, removed: &RemovedComponent) -> Option<&SubscribedPricing> {
        self.pricings.iter().find(|known| removed.is_of(known))
    }

    /// The same to write to.
    pub fn pricing_of_mut(&mut self, removed: &RemovedComponent) -> Option<&mut SubscribedPricing> {
        self.pricings.iter_mut().find(|known| removed.is_of(known))
    }

    /// Takes over what usage moved, from the same subscription an instant ago; periods stay.
    pub fn count_on(&mut self, from: &BillingState) {
        if !self.has_same_components(from) {
            return;
        }
        self.counted.clone_from(&from.counted);
        for (subscribed, from) in self.pricings.iter_mut().zip(&from.pricings) {
            subscribed.counted.clone_from(&from.counted);
            for (state, from) in subscribed.components.iter_mut().zip(&from.components) {
                let (progress, from) = (&mut state.progress, &from.progress);
                progress.carryover.clone_from(&from.carryover);
                progress.pulled.clone_from(&from.pulled);
                progress.spent.clone_from(&from.spent);
            }
        }
    }

    fn has_same_components(&self, other: &BillingState) -> bool {
        let ids = |state: &BillingState| -> Vec<Arc<str>> {
            state.components().map(|(_, known)| known.component.id.clone()).collect()
        };
        self.begun == other.begun && ids(self) == ids(other)
    }
}

impl SubscribedPricing {
    /// A pricing of which nothing is billed yet, given what is set for each of its components.
    pub fn new(
        pricing: Arc<ProductPricing>,
        since: Timestamp,
        configurations: Vec<Configuration>,
    ) -> Result<SubscribedPricing, Refusal> {
        if configurations.len() != pricing.components.len() {
            return Err(Refusal::Mismatched);
        }
        let set = pricing.components.iter().zip(configurations);
        let state = |(component, configuration): (&Arc<Component>, Configuration)| ComponentState {
            component: component.clone(),
            configuration: Arc::new(configuration),
            progress: ComponentProgress::default(),
        };
        let components = set.map(state).collect();
        Ok(SubscribedPricing { pricing, since, components, counted: Ratio::ZERO })
    }

    /// Adds what a component billed to what counts towards the minimum, where there is one.
    pub fn count(&mut self, added: &Ratio) {
        if self.pricing.minimum.is_some() {
            self.counted += added;
        }
    }
}

impl RemovedComponent {
    /// Whether it was removed from a pricing that goes on.
    pub fn is_of(&self, subscribed: &SubscribedPricing) -> bool {
        self.pricing.id == subscribed.pricing.id && self.since == subscribed.since
    }
}

impl PartialEq for SubscribedPricing {
    fn eq(&self, other: &SubscribedPricing) -> bool {
        self.pricing.id == other.pricing.id
            && self.since == other.since
            && self.components == other.components
            && self.counted == other.counted
    }
}

impl PartialEq for ComponentState {
    fn eq(&self, other: &ComponentState) -> bool {
        self.component.id == other.component.id
            && self.configuration == other.configuration
            && self.progress == other.progress
    }
}

impl PartialEq for RemovedComponent {
    fn eq(&self, other: &RemovedComponent) -> bool {
        self.pricing.id == other.pricing.id
            && self.since == other.since
            && self.state == other.state
            && self.due == other.due
            && self.counted == other.counted
    }
}
