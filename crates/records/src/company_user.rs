//! People who work in a company, and the accounts behind them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::company::CompanyBrief;
use crate::{Access, CompanyId, CompanyUserId, Moment};

/// A person in one company.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CompanyUser {
    pub access: Access,
    pub company: Option<CompanyBrief>,
    pub created_at: Moment,
    #[schema(value_type = String, example = "usr_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: CompanyUserId,
    pub image_url: Option<String>,
    /// Another company user of the same company.
    #[schema(value_type = Option<String>)]
    pub manager_id: Option<CompanyUserId>,
    /// Invited, and not seen since.
    pub pending: bool,
    #[schema(example = "Finance")]
    pub role: Option<String>,
    pub title: Option<String>,
    pub updated_at: Moment,
    pub user: Option<User>,
}

impl CompanyUser {
    pub const WRITABLE: &[&str] = &["access", "image_url", "manager_id", "role", "title"];
    pub const IN_COLUMNS: &[&str] = &["company", "pending", "updated_at", "user"];
}

/// A person across companies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct User {
    pub companies: Vec<Membership>,
    pub created_at: Moment,
    #[schema(schema_with = crate::shape::email)]
    pub email: Option<String>,
    pub id: String,
    pub is_super_user: bool,
    pub name: Option<String>,
    pub otp_enabled: bool,
    pub updated_at: Moment,
    pub vendor_employee_role: Option<String>,
    pub verified: bool,
}

/// One company a user belongs to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Membership {
    pub access: Access,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub company_name: String,
    #[schema(value_type = String)]
    pub id: CompanyUserId,
    pub image_url: Option<String>,
    pub role: Option<String>,
}

/// What an invitation says: the person, and what a company user carries.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    #[schema(schema_with = crate::shape::required_email)]
    pub email: String,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub access: Option<Access>,
    #[serde(default)]
    pub image_url: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub manager_id: Option<CompanyUserId>,
    #[serde(default)]
    pub role: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
}
