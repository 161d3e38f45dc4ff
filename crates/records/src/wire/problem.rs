//! What is answered when a request cannot be done (RFC 9457).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "urn:perennial:problem:invalid_request", "title": "Unprocessable Entity",
    "status": 422,
    "detail": "5 is not of type \"string\"", "code": "invalid_request",
    "request_id": "req_38d208f972673a372e1598e66b96683a",
    "errors": [{"pointer": "/name", "code": "type", "detail": "5 is not of type \"string\""}]
}))]
pub struct Problem {
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub status: u16,
    pub detail: String,
    /// Stable and made for programs.
    pub code: String,
    pub request_id: String,
    /// Every fault of the body; empty where the fault is elsewhere.
    pub errors: Vec<Fault>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// A JSON pointer into the body.
    pub pointer: String,
    pub code: String,
    pub detail: String,
}

impl Fault {
    pub fn new(pointer: impl Into<String>, code: &str, detail: impl Into<String>) -> Fault {
        Fault { pointer: pointer.into(), code: code.to_owned(), detail: detail.into() }
    }
}
