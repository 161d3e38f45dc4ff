//! Endpoints that are told of events, and what was sent to them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CompanyId, DeliveryId, Moment, WebhookId};

/// An endpoint of somebody else's that is told of every event, signed by Standard Webhooks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Webhook {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// Why nothing is sent to it, where it was disabled.
    pub disabled_reason: Option<String>,
    /// Which events it is told of; all of them when empty.
    #[schema(max_items = 200, example = json!(["invoice.finalized", "invoice.payment_recorded"]))]
    pub event_types: Vec<String>,
    #[schema(value_type = String, example = "whk_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: WebhookId,
    /// Every event of the log up to here was sent to it, or waits as a delivery.
    pub position: i64,
    /// Until when what was signed before the secret was rotated is signed by the old one, too; in
    /// real time.
    pub previous_secret_until: Option<Moment>,
    pub state: WebhookState,
    pub updated_at: Moment,
    #[schema(max_length = 2048, example = "https://acme.example/webhooks")]
    pub url: String,
}

impl Webhook {
    /// What create takes; PATCH also takes `state`.
    pub const WRITABLE: &[&str] = &["description", "event_types", "url"];
    pub const IN_COLUMNS: &[&str] =
        &["created_at", "position", "previous_secret_until", "state", "updated_at"];
}

/// An endpoint is `DISABLED` by hand, or when a delivery was tried often enough in vain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum WebhookState {
    #[default]
    Enabled,
    Disabled,
}

/// An endpoint with its secret, which is answered this one time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WebhookWithSecret {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub description: Option<String>,
    pub disabled_reason: Option<String>,
    pub event_types: Vec<String>,
    #[schema(value_type = String)]
    pub id: WebhookId,
    pub position: i64,
    pub previous_secret_until: Option<Moment>,
    /// What signatures are made with: `whsec_` and base64.
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    pub secret: String,
    pub state: WebhookState,
    pub updated_at: Moment,
    pub url: String,
}

/// One event on its way to an endpoint, kept for thirty days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WebhookDelivery {
    /// What the endpoint answered the last time.
    pub answer: DeliveryAnswer,
    pub attempts: i64,
    /// In real time, like all times of a delivery.
    pub created_at: Moment,
    /// The fact, and the `webhook-id` by which the endpoint knows a repetition.
    pub event_id: String,
    #[schema(example = "invoice.finalized")]
    pub event_type: String,
    #[schema(value_type = String, example = "whd_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: DeliveryId,
    pub next_try_at: Option<Moment>,
    pub object_id: String,
    /// Of the fact in the log; 0 for a test.
    pub position: i64,
    /// What was sent the last time, or would have been.
    pub request: DeliveryRequest,
    pub state: DeliveryState,
    pub tried_at: Option<Moment>,
    #[schema(value_type = String)]
    pub webhook_id: WebhookId,
}

/// What was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct DeliveryRequest {
    pub body: Option<String>,
    /// One a line.
    pub headers: Option<String>,
    pub url: Option<String>,
}

/// What came back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct DeliveryAnswer {
    /// Its beginning.
    pub body: Option<String>,
    /// The status; nothing where no answer came.
    pub status: Option<i64>,
    pub took_micros: Option<i64>,
    /// What went wrong.
    pub trouble: Option<String>,
}

/// `WAITING` is behind an earlier event of the same record; `WITHHELD` would have been sent, were
/// the company not one for development; `SUPERSEDED` is sent again as another delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum DeliveryState {
    #[default]
    Pending,
    Waiting,
    Delivered,
    Failed,
    Withheld,
    Superseded,
}

impl DeliveryState {
    const ALL: [(DeliveryState, &str); 6] = [
        (DeliveryState::Pending, "PENDING"),
        (DeliveryState::Waiting, "WAITING"),
        (DeliveryState::Delivered, "DELIVERED"),
        (DeliveryState::Failed, "FAILED"),
        (DeliveryState::Withheld, "WITHHELD"),
        (DeliveryState::Superseded, "SUPERSEDED"),
    ];

    pub fn word(self) -> &'static str {
        let known = DeliveryState::ALL.iter().find(|(state, _)| *state == self);
        known.map_or("PENDING", |(_, word)| word)
    }

    pub fn read(word: &str) -> DeliveryState {
        let known = DeliveryState::ALL.iter().find(|(_, known)| *known == word);
        known.map_or(DeliveryState::Pending, |(state, _)| *state)
    }
}

/// What is sent again: one delivery, or everything since an instant. Exactly one of the two.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RedeliverRequest {
    #[schema(value_type = Option<String>)]
    pub delivery_id: Option<DeliveryId>,
    /// In company time: every event from here on.
    pub since: Option<Moment>,
}

/// What follows from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Redelivered {
    /// The new delivery, where one was asked for.
    pub delivery: Option<WebhookDelivery>,
    pub webhook: Webhook,
}

/// Which event a test shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookTest {
    #[schema(example = "invoice.finalized")]
    pub event_type: Option<String>,
}
