//! A pricing, read from its definition. Every fault is found and named by its path; a pricing that
//! exists can charge.

use std::sync::Arc;

use calendar::Term;
use money::{Amount, Currency, Quantity};
use serde::{Deserialize, Serialize};

use crate::definition::Faults;
use crate::definition::Field;
use crate::definition::Value;
use crate::pricing::charge::Kind;
use crate::pricing::credit_price::CreditPrice;
use crate::pricing::minimum_schedule::MinimumSchedule;
use crate::pricing::models::{MODELS, Model};
use crate::pricing::recognition;
use crate::pricing::recognition::Recognition;
use crate::pricing::{credit_price, minimum_schedule};

/// What one item costs and how it is billed.
#[derive(Clone, Debug)]
pub struct ItemPricing {
    pub currency: Currency,
    pub base_price: Option<Amount>,
    pub base_units: Quantity,
    pub(crate) model: Arc<dyn Model>,
    /// The name of the model, such as `FIXED`.
    pub pricing_type: &'static str,
    /// Absent where the kind of units decides.
    pub charge_type: Option<ChargeType>,
    pub proration_type: ProrationType,
    pub carryover: bool,
    pub true_up: Option<Term>,
    pub minimum_spend: Option<Amount>,
    pub minimum_schedule: Option<MinimumSchedule>,
    pub credit: Option<CreditPrice>,
    pub recognition: Recognition,
}

/// When a charge is billed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeType {
    /// Known units in advance, what exceeds them at the end.
    PrePost,
    /// Everything at the end.
    PostOnly,
}

/// What stubs and changes do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProrationType {
    /// Stubs and changes are charged by share.
    #[default]
    ProrateAll,
    /// A stub is charged in full, a change neither charges nor gives back.
    None,
}

impl ItemPricing {
    /// Reads the price fields of a definition in the given currency.
    pub fn define(definition: &Value, currency: Currency) -> Result<ItemPricing, Faults> {
        let mut faults = Faults::default();
        let pricing = read(&Field::root(definition), currency, &mut faults);
        faults.or(pricing)
    }

    /// Whether it has to come to something.
    pub fn has_minimum(&self) -> bool {
        self.minimum_spend.is_some() || self.minimum_schedule.is_some()
    }

    /// How many tiers its prices have.
    pub fn tiers(&self) -> usize {
        self.model.tiers()
    }

    /// Whether it is a fee: a base price, and nothing for units.
    pub fn is_fee(&self) -> bool {
        self.base_price.is_some() && !self.model.counts()
    }

    /// Licences and fees are billed in advance unless told otherwise, usage at the end.
    pub fn charge_type(&self, kind: Kind) -> ChargeType {
        self.charge_type.unwrap_or(match kind {
            Kind::Licence => ChargeType::PrePost,
            Kind::Usage => ChargeType::PostOnly,
        })
    }
}

fn read(field: &Field, currency: Currency, faults: &mut Faults) -> Option<ItemPricing> {
    let model = model(field, faults);
    let base_price = field.get("base_price").optional_amount(currency, faults);
    let base_units = field.get("base_units").optional_quantity(faults);
    let charge_types = [("PRE_POST", ChargeType::PrePost), ("POST_ONLY", ChargeType::PostOnly)];
    let charge_type = field.get("charge_type").choice(&charge_types, faults);
    let proration_types =
        [("PRORATE_ALL", ProrationType::ProrateAll), ("NONE", ProrationType::None)];
    let proration_type = field.get("proration_type").choice(&proration_types, faults);
    let carryover = field.get("carryover").flag(faults);
    let true_up = field.get("true_up_frequency").optional_term(faults);
    let minimum_spend = field.get("minimum_spend").optional_amount(currency, faults);
    let schedule = field.get("minimum_spend_schedule");
    let minimum_schedule = minimum_schedule::define(&schedule, faults);
    let credit = credit_price::define(&field.get("credit_price"), currency, faults);
    let recognition = recognition::define(&field.get("recognition_schedule"), faults);
    let (pricing_type, model) = model?;
    Some(ItemPricing {
        currency,
        base_price,
        base_units: base_units.unwrap_or_default(),
        model,
        pricing_type,
        charge_type,
        proration_type: proration_type.unwrap_or_default(),
        carryover,
        true_up,
        minimum_spend,
        minimum_schedule,
        credit,
        recognition: recognition.unwrap_or_default(),
    })
}

/// The model that `pricing_type` names, from its own field; a price of another model is a mistake
/// that must not pass in silence.
fn model(field: &Field, faults: &mut Faults) -> Option<(&'static str, Arc<dyn Model>)> {
    let name = field.get("pricing_type");
    let known: Vec<(&str, usize)> =
        MODELS.iter().enumerate().map(|(place, model)| (model.name, place)).collect();
    if name.is_null() {
        name.fault(faults, "required", "is required");
    }
    let chosen = MODELS.get(name.choice(&known, faults)?)?;
    for other in MODELS.iter().filter(|other| other.field != chosen.field) {
        let prices = field.get(other.field);
        if !prices.is_null() && *prices.value() != Value::List(Vec::new()) {
            prices.fault(faults, "unexpected_price", "does not belong to this pricing type");
        }
    }
    let prices = field.get(chosen.field);
    if prices.is_null() {
        prices.fault(faults, "required", "is required by the pricing type");
        return None;
    }
    let model = (chosen.define)(&prices, faults)?;
    Some((chosen.name, Arc::from(model)))
}
