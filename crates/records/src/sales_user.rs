//! Who is credited with a sale.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::company::CompanyBrief;
use crate::{CompanyId, CompanyUser, CompanyUserId, Moment, SalesUserId};

/// `display_*` fall back to the company user's; an archived one takes no new sales.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SalesUser {
    pub archived_date: Option<Moment>,
    pub company: Option<CompanyBrief>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub company_user: Option<CompanyUser>,
    #[schema(value_type = Option<String>)]
    pub company_user_id: Option<CompanyUserId>,
    pub created_at: Moment,
    pub display_email: Option<String>,
    pub display_name: Option<String>,
    #[schema(schema_with = crate::shape::email)]
    pub email: Option<String>,
    #[schema(value_type = String, example = "sales_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: SalesUserId,
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: SalesUserType,
    pub updated_at: Moment,
}

impl SalesUser {
    /// What create takes; PATCH also takes `archived`.
    pub const WRITABLE: &[&str] = &["company_user_id", "email", "name"];
    pub const IN_COLUMNS: &[&str] =
        &["company", "company_user", "display_email", "display_name", "updated_at"];
}

/// `INTERNAL` has a company user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum SalesUserType {
    Internal,
    #[default]
    External,
}
