//! Objects that are billed while they are there: as they are sent, and as they are found.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::usage::EnqueuedStatus;
use crate::{CustomerId, Moment, Object};

/// Something that is billed while it is there: a seat, a device.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct BilledObject {
    pub created_at: Moment,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    pub customer_identifier: String,
    #[schema(example = "obj_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub item_id: String,
    /// Unique among the objects of a customer and an item that are there.
    pub object_identifier: String,
    pub properties: Object,
    /// Since when it is gone; it is found no more then.
    pub removed_at: Option<Moment>,
    pub updated_at: Moment,
}

/// A new object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "customer_identifier": "acme",
    "item_id": "item_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "object_identifier": "camera-17",
    "properties": { "site": "Hamburg" }
}))]
pub struct ObjectCreate {
    #[schema(value_type = Option<String>, max_length = 255)]
    pub customer_id: Option<CustomerId>,
    /// Instead of the id.
    #[schema(min_length = 1, max_length = 255)]
    pub customer_identifier: Option<String>,
    #[schema(min_length = 1, max_length = 255)]
    pub item_id: String,
    #[schema(min_length = 1, max_length = 255)]
    pub object_identifier: String,
    /// Up to 64 KiB; numbers have at most 15 integer and 9 fraction digits.
    #[schema(value_type = Option<crate::Object>)]
    pub properties: Option<Object>,
    /// Since when it is there: now where it is absent, at most 400 days ago.
    pub timestamp: Option<Moment>,
}

/// What an object is from now on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({ "properties": { "site": "Bremen" } }))]
pub struct ObjectUpdate {
    #[schema(value_type = Option<String>, max_length = 255)]
    pub customer_id: Option<CustomerId>,
    #[schema(min_length = 1, max_length = 255)]
    pub customer_identifier: Option<String>,
    #[schema(min_length = 1, max_length = 255)]
    pub item_id: Option<String>,
    #[schema(min_length = 1, max_length = 255)]
    pub object_identifier: Option<String>,
    /// Replace all that there were.
    #[schema(value_type = Option<crate::Object>)]
    pub properties: Option<Object>,
    /// Since when it is that: now where it is absent, never before it became what it is.
    pub timestamp: Option<Moment>,
}

/// What happens to an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ObjectAction {
    #[default]
    Create,
    /// Its properties are replaced.
    Update,
    Delete,
}

/// An object that comes, becomes another or goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "action": "CREATE",
    "customer_identifier": "acme",
    "item_id": "item_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "object_identifier": "camera-18"
}))]
pub struct ObjectEvent {
    /// Required, unless the list says it for all.
    pub action: Option<ObjectAction>,
    /// Taken and without effect: the path says whose it is.
    pub company_id: Option<String>,
    #[schema(value_type = Option<String>, max_length = 255)]
    pub customer_id: Option<CustomerId>,
    #[schema(min_length = 1, max_length = 255)]
    pub customer_identifier: Option<String>,
    #[schema(min_length = 1, max_length = 255)]
    pub item_id: String,
    #[schema(min_length = 1, max_length = 255)]
    pub object_identifier: String,
    #[schema(value_type = Option<crate::Object>)]
    pub properties: Option<Object>,
    pub timestamp: Option<Moment>,
}

/// Objects that come, become others or go at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectBatch {
    /// What happens to those that do not say it themselves.
    pub action: Option<ObjectAction>,
    #[schema(min_items = 1, max_items = 1000)]
    pub objects: Vec<ObjectEvent>,
}

/// What became of the objects of a request, in its order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IngestedObjects {
    pub enqueued: Vec<EnqueuedObject>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EnqueuedObject {
    pub action: ObjectAction,
    /// Absent where one that was to go was not there.
    pub id: Option<String>,
    pub object_identifier: String,
    /// `DUPLICATE` where it was so already.
    pub status: EnqueuedStatus,
    pub timestamp: Moment,
}
