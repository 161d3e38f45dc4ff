//! Who signs a contract: people of the customer, and then people of the company.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::embedded::ContractCompanyUser;
use crate::{CompanyUserId, Moment};

/// Those with a position sign in that order, others at any time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Signatory {
    pub declined: bool,
    #[schema(schema_with = crate::shape::required_email, required = true)]
    pub email: String,
    #[schema(min_length = 1, max_length = 255, required = true)]
    pub name: String,
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<i64>,
    pub signature_id: Option<String>,
    /// Where this person reads and signs it; dead once it cannot be signed any more.
    pub signature_link: Option<String>,
    pub signed: bool,
    pub signed_date: Option<Moment>,
    #[schema(max_length = 255)]
    pub title: Option<String>,
    pub view_customer_input_timestamps: Vec<Moment>,
    pub view_timestamps: Vec<Moment>,
}

/// A person of the company, who signs after everybody else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CounterSignatory {
    pub company_user: Option<ContractCompanyUser>,
    pub declined: bool,
    pub email: Option<String>,
    pub id: String,
    pub position: Option<i64>,
    pub signature_id: String,
    pub signed: bool,
    pub signed_date: Option<Moment>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CounterSignatoryRequest {
    #[schema(value_type = String, required = true)]
    pub company_user_id: CompanyUserId,
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<i64>,
}
