//! The models a price can follow. This list is all there is to register: everything else about a
//! model is in its own file.

use std::fmt::Debug;

use money::Ratio;

use super::charge::{ChargeError, Row};
use super::{custom, fixed, gradient, scheduled, step, volume};
use crate::fault::Faults;
use crate::field::Field;

/// Every model: its name, the field that defines it, and how it is read.
pub const MODELS: &[Registration] = &[
    Registration {
        name: "FIXED",
        field: "fixed_price",
        define: fixed::define,
    },
    Registration {
        name: "STEP",
        field: "step_price",
        define: step::define,
    },
    Registration {
        name: "GRADIENT",
        field: "gradient_price",
        define: gradient::define,
    },
    Registration {
        name: "VOLUME",
        field: "volume_price",
        define: volume::define,
    },
    Registration {
        name: "CUSTOM",
        field: "custom_price",
        define: custom::define,
    },
    Registration {
        name: "SCHEDULED",
        field: "scheduled_price",
        define: scheduled::define,
    },
];

/// A model by the names of the interface.
pub struct Registration {
    /// The value of `pricing_type`.
    pub name: &'static str,
    /// The field that holds its prices.
    pub field: &'static str,
    pub(super) define: fn(&Field, &mut Faults) -> Option<Box<dyn Model>>,
}

/// How units become money.
pub trait Model: Debug + Send + Sync {
    /// The rows of a charge for the units beyond the base units. Their amounts add up to it.
    fn rows(&self, units: &Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError>;

    /// Whether overrides of a configuration fit this model.
    fn accepts(&self, overrides: &Overrides) -> Result<(), ChargeError> {
        match overrides.is_empty() {
            true => Ok(()),
            false => Err(ChargeError::OverrideRefused),
        }
    }
}

/// What a model has to know besides the units.
#[derive(Debug)]
pub struct Terms<'a> {
    /// How many full periods came before this one since the pricing was put on; 0 in a stub.
    pub period: usize,
    /// The part of each flat price that is charged.
    pub flat_share: &'a Ratio,
    /// Whether units beyond a closed last tier are refused (licences) or go on at its price.
    pub closed: bool,
    pub overrides: &'a Overrides,
}

/// What the configuration of one subscription sets in place of the pricing's own prices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    pub price_per_unit: Option<Ratio>,
    pub tiers: Vec<TierPrice>,
}

/// New prices of one tier, counted from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierPrice {
    pub index: usize,
    pub price_per_unit: Option<Ratio>,
    pub flat_price: Option<Ratio>,
}

impl Overrides {
    pub fn is_empty(&self) -> bool {
        self.price_per_unit.is_none() && self.tiers.is_empty()
    }
}
