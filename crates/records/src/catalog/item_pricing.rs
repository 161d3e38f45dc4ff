//! An item pricing: what units of an item cost.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State;
use super::item::{DisplayType, Item};
use crate::company::CompanyBrief;
use crate::decimal::{Decimal, DecimalNumber};
use crate::{Amount, CompanyId, Frequency, Moment, Number, Object, SentAmount, Term};

/// A charge is `base_price` plus what the model of its `type` says of the units beyond
/// `base_units`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ItemPricing {
    pub base_price: Option<Amount>,
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub base_units: Option<Number>,
    /// Prepaid units that are left over are added to later periods.
    pub carryover: bool,
    pub charge_type: Option<ChargeType>,
    pub company: Option<CompanyBrief>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub credit_price: Option<CreditPrice>,
    pub custom_price: Option<CustomPrice>,
    pub description: Option<String>,
    pub display_type: Option<DisplayType>,
    pub editable: bool,
    pub external_name: Option<String>,
    pub fixed_price: Option<FixedPrice>,
    pub frequency: Option<Frequency>,
    pub gradient_price: Option<Vec<GradientTier>>,
    #[schema(example = "ip_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub item: Option<Item>,
    pub item_id: String,
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub minimum_spend: Option<Amount>,
    pub minimum_spend_schedule: Option<MinimumSpendSchedule>,
    pub name: Option<String>,
    #[schema(minimum = 0)]
    pub num_subs: i64,
    pub proration_type: ProrationType,
    pub recognition_schedule: Option<RecognitionSchedule>,
    pub scheduled_price: Option<ScheduledPrice>,
    pub state: State,
    pub step_price: Option<StepPrice>,
    #[schema(minimum = 1)]
    pub term_count: Option<i64>,
    pub true_up_frequency: Option<Frequency>,
    #[serde(rename = "type")]
    pub kind: PricingType,
    pub updated_at: Moment,
    pub volume_price: Option<Vec<VolumeTier>>,
}

impl ItemPricing {
    /// The price fields of a component, under the names that it is answered with.
    pub const WRITABLE: &[&str] = &[
        "base_price",
        "base_units",
        "carryover",
        "charge_type",
        "credit_price",
        "custom_price",
        "description",
        "display_type",
        "external_name",
        "fixed_price",
        "gradient_price",
        "metadata",
        "minimum_spend",
        "minimum_spend_schedule",
        "name",
        "proration_type",
        "recognition_schedule",
        "scheduled_price",
        "step_price",
        "true_up_frequency",
        "volume_price",
    ];
}

/// The model; the field of the same name holds its prices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PricingType {
    #[default]
    Fixed,
    Step,
    Gradient,
    Volume,
    Custom,
    Scheduled,
}

/// In advance with the excess at the end, or all at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeType {
    PrePost,
    PostOnly,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProrationType {
    None,
    #[default]
    ProrateAll,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"price_per_unit": "49.00"}))]
pub struct FixedPrice {
    pub price_per_unit: Decimal,
}

/// A price that each subscription may set for itself, within bounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CustomPrice {
    pub max_price_per_unit: Option<DecimalNumber>,
    pub min_price_per_unit: Option<DecimalNumber>,
    pub preset_price_per_unit: Option<DecimalNumber>,
    pub price_per_unit: Option<DecimalNumber>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StepPrice {
    pub price_per_step: Decimal,
    #[schema(value_type = f64, exclusive_minimum = 0)]
    pub step_size: Number,
}

/// Tiers that are filled in order; `end` is inclusive, null is open.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "start": 0, "end": 1000, "flat_price": "0", "price_per_unit": "0.01", "is_custom_tier": false
}))]
pub struct GradientTier {
    #[schema(value_type = Option<f64>)]
    pub start: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub end: Option<Number>,
    pub flat_price: Option<Decimal>,
    pub price_per_unit: Option<Decimal>,
    pub is_custom_tier: Option<bool>,
}

/// Tiers of which the one that is reached prices all units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VolumeTier {
    #[schema(value_type = Option<f64>)]
    pub total_units_start: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub total_units_end: Option<Number>,
    pub flat_price: Option<Decimal>,
    pub price_per_unit: Option<Decimal>,
    pub is_custom_tier: Option<bool>,
}

/// The price of the n-th period; after the last, the last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"price_per_unit_per_period": ["10.00", "20.00"]}))]
pub struct ScheduledPrice {
    pub price_per_unit_per_period: Vec<Decimal>,
}

/// Buying a unit grants a credit of money or of units of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CreditPrice {
    #[serde(rename = "type")]
    pub kind: Option<CreditPriceType>,
    pub amount: Option<SentAmount>,
    pub expiration_policy: Option<ExpirationPolicy>,
    pub item_id: Option<String>,
    pub scoped_product_ids: Option<Vec<String>>,
    #[schema(value_type = Option<f64>, exclusive_minimum = 0)]
    pub units: Option<Number>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CreditPriceType {
    Amount,
    Units,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ExpirationPolicy {
    EndOfPricingFrequency,
    EndOfTerm,
    Never,
}

/// A minimum spend that changes from term to term, or holds over a whole one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MinimumSpendSchedule {
    pub allow_pulling_forward: Option<bool>,
    pub amount_per_period: Option<Vec<Decimal>>,
    pub minimum_spend_schedule_type: Option<MinimumSpendScheduleType>,
    pub term: Option<Term>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MinimumSpendScheduleType {
    PerPeriod,
    Total,
}

/// When revenue counts as earned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecognitionSchedule {
    pub amount_per_period: Option<Vec<Decimal>>,
    pub recognition_schedule_type: Option<RecognitionScheduleType>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RecognitionScheduleType {
    Immediate,
    Ratable,
    Scheduled,
}
