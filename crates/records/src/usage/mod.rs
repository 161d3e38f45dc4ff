//! Usage events: as they are sent, what becomes of each, and as they are found.

mod object;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use object::{
    BilledObject, EnqueuedObject, IngestedObjects, ObjectAction, ObjectBatch, ObjectCreate,
    ObjectEvent, ObjectUpdate,
};

use crate::invoice::line_item::Period;
use crate::{CustomerId, Metric, Moment, Number, Object, ProductMetricPricing};

/// Something that was used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "customer_identifier": "acme",
    "item_id": "item_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "properties": { "tokens": 1200, "region": "eu" },
    "timestamp": "2026-01-31T12:00:00Z",
    "transaction_id": "call-17"
}))]
pub struct UsageEvent {
    /// Taken and without effect: the path says whose it is.
    pub company_id: Option<String>,
    #[schema(value_type = Option<String>, max_length = 255)]
    pub customer_id: Option<CustomerId>,
    /// Instead of the id. Where no customer has it yet, the event counts once one has.
    #[schema(min_length = 1, max_length = 255)]
    pub customer_identifier: Option<String>,
    #[schema(min_length = 1, max_length = 255)]
    pub item_id: String,
    /// Up to 64 KiB; numbers have at most 15 integer and 9 fraction digits.
    #[schema(value_type = Option<crate::Object>)]
    pub properties: Option<Object>,
    /// At most 5 minutes ahead of the company's time, and 400 days behind it.
    pub timestamp: Moment,
    /// Counted once for a customer, for ever.
    #[schema(min_length = 1, max_length = 255)]
    pub transaction_id: String,
}

/// Events that come at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UsageEventBatch {
    #[schema(min_items = 1, max_items = 1000)]
    pub events: Vec<UsageEvent>,
}

/// What became of the events of a request, in its order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ingested {
    pub enqueued: Vec<EnqueuedEvent>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EnqueuedEvent {
    pub timestamp: Moment,
    pub transaction_id: String,
    pub status: EnqueuedStatus,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EnqueuedStatus {
    #[default]
    Accepted,
    /// The customer has an event of this `transaction_id`; that one stands.
    Duplicate,
}

/// An event as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct StoredEvent {
    pub created_at: Moment,
    #[schema(value_type = Option<String>)]
    pub customer_id: Option<CustomerId>,
    /// Where no customer has it.
    pub customer_identifier: Option<String>,
    #[schema(example = "use_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub item_id: String,
    pub properties: Object,
    pub state: EventState,
    pub timestamp: Moment,
    pub transaction_id: String,
    pub updated_at: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EventState {
    #[default]
    Counted,
    /// It counts once a customer has its identifier.
    Unmatched,
    /// Whoever got its identifier had the same event by another name.
    Duplicate,
    Void,
}

/// What an event is from now on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({ "customer_identifier": "acme", "properties": { "tokens": 1000 } }))]
pub struct EventAmend {
    #[schema(value_type = Option<String>)]
    pub customer_id: Option<CustomerId>,
    #[schema(min_length = 1, max_length = 255)]
    pub customer_identifier: Option<String>,
    /// Replace all that there were.
    #[schema(value_type = Option<crate::Object>)]
    pub properties: Option<Object>,
    pub timestamp: Option<Moment>,
}

/// Whose event is taken back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({ "customer_identifier": "acme" }))]
pub struct EventVoid {
    #[schema(value_type = Option<String>)]
    pub customer_id: Option<CustomerId>,
    #[schema(min_length = 1, max_length = 255)]
    pub customer_identifier: Option<String>,
}

/// How far a metric has counted the events that came before it. Whatever is asked meanwhile is
/// computed from the events themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Filling {
    pub metric_id: String,
    pub filled: bool,
    /// For how many customers something is left to count.
    pub customers_left: i64,
}

/// What is asked of a subscription's usage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "product_metric_pricing_id": "pmp_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa" }))]
pub struct UsageRequest {
    pub product_metric_pricing_id: String,
    /// That which runs, where it is absent.
    #[serde(default)]
    pub period: Option<Period>,
}

/// What a subscription used of a component.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct UsageAnswer {
    pub metric: Metric,
    pub product_metric_pricing: ProductMetricPricing,
    pub usage: Vec<UsagePeriod>,
}

/// What was used in a period.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct UsagePeriod {
    pub breakdown: Vec<UsageBreakdown>,
    pub period: Period,
    /// The usage record that a units credit pays: subscription, component, start of the period.
    pub subscription_metric_record_id: String,
    #[schema(value_type = f64)]
    pub value: Number,
}

/// What a group used on a day.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct UsageBreakdown {
    /// Of the subscription's zone.
    pub date: String,
    pub group: BTreeMap<String, String>,
    #[schema(value_type = f64)]
    pub value: Number,
}
