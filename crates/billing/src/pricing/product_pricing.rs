//! A product pricing as billing sees it: compiled once, shared by all who subscribe to it.

use std::sync::Arc;

use calendar::Term;
use money::{Amount, Currency, Quantity, Ratio};
use serde::{Deserialize, Serialize};

use crate::metering::Aggregator;
use crate::pricing::charge::Kind;
use crate::pricing::define::{ChargeType, ItemPricing};
use crate::pricing::overrides::Overrides;
use crate::pricing::quantity_bounds::QuantityBounds;

/// A product pricing with its components.
#[derive(Debug)]
pub struct ProductPricing {
    pub id: Arc<str>,
    pub name: String,
    pub product: Arc<str>,
    pub gl_code: Option<String>,
    pub currency: Currency,
    /// What all components together have to come to in a period of the shortest of them.
    pub minimum: Option<Amount>,
    pub components: Vec<Arc<Component>>,
    /// New use is refused; what uses it goes on.
    pub archived: bool,
}

/// One component of a product pricing (a metric pricing).
#[derive(Debug)]
pub struct Component {
    /// The id of its item pricing.
    pub id: Arc<str>,
    /// The id by which configurations name it.
    pub part: Arc<str>,
    pub name: String,
    /// The item that it prices, of which credits may hold units.
    pub item: Arc<str>,
    /// The metric of usage that it prices: no two live subscriptions may price the same.
    pub metric: Option<Arc<str>>,
    /// How its usage becomes one value; absent where nothing is metered.
    pub aggregator: Option<Aggregator>,
    /// Whether it meters objects that are there, by their days, and not events.
    pub counts_objects: bool,
    pub kind: Kind,
    pub term: Term,
    pub pricing: ItemPricing,
}

/// What a subscription sets for one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Configuration {
    pub licences: Quantity,
    #[serde(skip_serializing_if = "Quantity::is_zero")]
    pub minimum_units: Quantity,
    #[serde(skip_serializing_if = "Overrides::is_empty")]
    pub overrides: Overrides,
    /// Where its lines stand on an invoice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort_order: Option<Ratio>,
}

/// What a change sets for one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Where absent it keeps what it has, or takes over what goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licences: Option<Quantity>,
    pub minimum_units: Quantity,
    pub overrides: Overrides,
    pub sort_order: Option<Ratio>,
    /// How many there may be, whenever the change is made.
    #[serde(default, skip_serializing_if = "QuantityBounds::is_open")]
    pub bounds: QuantityBounds,
}

impl Component {
    /// Whether it is sold by number: licences are, fees and usage are not.
    pub fn is_counted(&self) -> bool {
        self.kind == Kind::Licence && !self.pricing.is_fee()
    }

    pub fn charge_type(&self) -> ChargeType {
        self.pricing.charge_type(self.kind)
    }

    /// Whether usage of a period is that of its parts, so that a change may cut it in two. Objects
    /// are weighed by days, whatever is made of those of a day.
    pub fn splits(&self) -> bool {
        self.counts_objects || !matches!(self.aggregator, Some(aggregator) if !aggregator.adds_up())
    }

    /// What is known in advance: licences, or the units that are bought beforehand.
    pub fn known<'a>(&self, configuration: &'a Configuration) -> &'a Ratio {
        match self.kind {
            Kind::Licence => configuration.licences.ratio(),
            Kind::Usage => configuration.minimum_units.ratio(),
        }
    }
}

impl Setting {
    /// With the quantity that it has in the end.
    pub fn config(&self, licences: Quantity) -> Configuration {
        Configuration {
            licences,
            minimum_units: self.minimum_units.clone(),
            overrides: self.overrides.clone(),
            sort_order: self.sort_order.clone(),
        }
    }
}

impl From<Configuration> for Setting {
    /// All of it is said.
    fn from(configuration: Configuration) -> Setting {
        Setting {
            licences: Some(configuration.licences),
            minimum_units: configuration.minimum_units,
            overrides: configuration.overrides,
            sort_order: configuration.sort_order,
            bounds: QuantityBounds::default(),
        }
    }
}

impl Configuration {
    pub fn is_default(&self) -> bool {
        *self == Configuration::default()
    }
}

impl Default for Configuration {
    /// One licence and no minimum.
    fn default() -> Configuration {
        let licences = Quantity::new(Ratio::ONE).unwrap_or_default();
        let overrides = Overrides::default();
        Configuration { licences, minimum_units: Quantity::ZERO, overrides, sort_order: None }
    }
}
