//! The models a price can follow. The list below is all there is to register: everything else
//! about a model is in its own file, and its check table beside the tests.

mod tier;

use std::fmt::Debug;

use money::Ratio;

use crate::definition::Faults;
use crate::definition::Field;
use crate::pricing::charge::{ChargeError, Row};
use crate::pricing::overrides::Overrides;

models! {
    fixed: "FIXED" in "fixed_price",
    step: "STEP" in "step_price",
    gradient: "GRADIENT" in "gradient_price",
    volume: "VOLUME" in "volume_price",
    custom: "CUSTOM" in "custom_price",
    scheduled: "SCHEDULED" in "scheduled_price",
}

/// A model by the names of the interface.
pub struct Registration {
    /// The value of `pricing_type`.
    pub name: &'static str,
    /// The field that holds its prices.
    pub field: &'static str,
    pub(crate) define: fn(&Field, &mut Faults) -> Option<Box<dyn Model>>,
}

/// How units become money.
pub trait Model: Debug + Send + Sync {
    /// The rows of a charge for the units beyond the base units. Their amounts add up to it.
    fn rows(&self, units: &Ratio, terms: &Terms) -> Result<Vec<Row>, ChargeError>;

    /// Whether it can come to more for other units.
    fn counts(&self) -> bool {
        true
    }

    /// How many tiers its prices have.
    fn tiers(&self) -> usize {
        0
    }

    /// What a row is, for the customer who asks; nothing where its label says it all.
    fn note(&self, _: &Row) -> Option<String> {
        None
    }

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
    /// How many full periods came before this one since the pricing was added; 0 in a stub.
    pub period: usize,
    /// The part of each flat price that is charged.
    pub flat_share: &'a Ratio,
    /// Whether units beyond a closed last tier are refused (licences) or go on at its price.
    pub closed: bool,
    pub overrides: &'a Overrides,
}

/// Declares the file of each model and puts it on the list, so that one line does both.
macro_rules! models {
    ($($file:ident: $name:literal in $field:literal,)*) => {
        $(mod $file;)*

        /// Every model: its name, the field that defines it, and how it is read.
        pub const MODELS: &[Registration] =
            &[$(Registration { name: $name, field: $field, define: $file::define }),*];
    };
}
use models;
