//! A token for the API: shown once, kept as a digest.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Access, CompanyId, CompanyUserId, Moment, TokenId};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ApiToken {
    pub access: Access,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    /// The person it was issued to; it never exceeds that person's access.
    #[schema(value_type = Option<String>)]
    pub company_user_id: Option<CompanyUserId>,
    pub created_at: Moment,
    /// In real time; null never expires.
    pub expires_at: Option<Moment>,
    #[schema(value_type = String, example = "tok_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: TokenId,
    /// In real time, to the minute.
    pub last_used_at: Option<Moment>,
    pub name: Option<String>,
    pub revoked_at: Option<Moment>,
}

/// The answer to creating a token: the record, and the secret this one time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IssuedToken {
    pub access: Access,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    #[schema(value_type = Option<String>)]
    pub company_user_id: Option<CompanyUserId>,
    pub created_at: Moment,
    pub expires_at: Option<Moment>,
    #[schema(value_type = String)]
    pub id: TokenId,
    pub last_used_at: Option<Moment>,
    pub name: Option<String>,
    pub revoked_at: Option<Moment>,
    /// Goes into `Authorization: Bearer …`; it is never shown again.
    pub token: String,
}

/// What creating a token takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TokenRequest {
    /// Absent: everything the asking token holds (within the company user's access).
    pub access: Option<Access>,
    #[schema(value_type = Option<String>)]
    pub company_user_id: Option<CompanyUserId>,
    pub expires_at: Option<Moment>,
    #[schema(max_length = 255)]
    pub name: Option<String>,
}
