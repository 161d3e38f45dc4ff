//! Records inside of a contract: shorter than those that stand alone.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::State;
use crate::{BundleProductPricing, CompanyId, CompanyUserId, Moment, Object, Term, User};

/// What is sold, as a bundle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContractBundle {
    pub bundle_product_pricings: Vec<BundleProductPricing>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub currency: String,
    pub description: Option<String>,
    pub id: String,
    pub is_auto_generated: bool,
    #[schema(value_type = Object)]
    pub metadata: Object,
    pub name: String,
    #[schema(minimum = 0)]
    pub num_subs: i64,
    pub state: State,
    pub term: Option<Term>,
    pub updated_at: Moment,
}

/// A person of the company.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContractCompanyUser {
    pub created_at: Moment,
    #[schema(value_type = String)]
    pub id: CompanyUserId,
    pub image_url: Option<String>,
    pub title: Option<String>,
    pub updated_at: Moment,
    pub user: Option<User>,
}

/// A run of reminders. There are none yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContractCampaign {
    #[schema(value_type = Option<Object>)]
    pub amount: Option<Object>,
    pub created_at: Moment,
    #[schema(minimum = 0)]
    pub current_step: i64,
    #[schema(value_type = Option<Object>)]
    pub customer: Option<Object>,
    pub id: String,
    #[schema(value_type = Option<Object>)]
    pub invoice: Option<Object>,
    pub next_action_in: Option<String>,
    pub next_action_type: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub proposal: Option<Object>,
    pub status: String,
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<Object>,
    #[schema(value_type = Vec<Object>)]
    pub time_from_reference_data: Vec<Object>,
    #[schema(minimum = 0)]
    pub total_steps: i64,
    #[serde(rename = "type")]
    pub kind: String,
    pub updated_at: Moment,
}

/// Why it does not go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ErrorStatusDetail {
    pub error_message: String,
    pub error_status: String,
    pub signature_id: Option<String>,
}

/// How a payment method is taken. There is no provider yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PaymentConfig {
    pub account_id: Option<String>,
    pub client_secret: Option<String>,
    pub integration_id: Option<String>,
    pub live_mode: bool,
    pub provider: Option<String>,
}

/// The payment method that was given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PaymentData {
    pub payment_provider_key: Option<PaymentProviderKey>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PaymentProviderKey {
    Stripe,
    Sandbox,
}
