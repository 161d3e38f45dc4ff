//! A contract: what a customer is offered, signs and then has as a subscription. Responses call it
//! a proposal.

pub mod attachment;
pub mod create;
pub mod embedded;
pub mod options;
pub mod sign;
pub mod signatory;
pub mod template;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use attachment::ContractAttachment;
use create::{QuotePlan, VariableConfig};
use embedded::{
    ContractBundle, ContractCampaign, ContractCompanyUser, ErrorStatusDetail, PaymentConfig,
    PaymentData,
};
use options::ProposalOptions;
use signatory::{CounterSignatory, Signatory};

use crate::subscription::scheduled_change::ScheduledChange;
use crate::{
    Amount, Company, CompanyId, CompanyUserId, ConfigItem, ContractId, CustomerBrief, CustomerId,
    Discount, Moment, Object, OneTimeCharge, SalesUser, SalesUserId, SubscriptionId, Term,
};

/// The whole record, with everything it refers to as that is now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Contract {
    /// Annual contract value: what recurs, net of discounts, in the first twelve months that are
    /// paid for; a shorter term is annualised.
    pub acv: Option<Amount>,
    pub auto_charges: bool,
    pub auto_renews: bool,
    pub billing_anchor_date: Option<Moment>,
    pub bundle_pricing: Option<ContractBundle>,
    pub bundle_pricing_id: Option<String>,
    pub campaigns: Vec<ContractCampaign>,
    pub change_custom_date: Option<Moment>,
    pub change_proration_type: Option<String>,
    pub change_reset_billing_anchor: bool,
    pub change_timing: Option<String>,
    pub company: Option<Company>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    /// When it was executed.
    pub completed_date: Option<Moment>,
    pub config_items: Vec<ConfigItem>,
    /// The document with its variables filled in, in Markdown; as it was frozen, once it was sent.
    pub content: Option<String>,
    /// The document with its variables, in Markdown.
    pub content_template: Option<String>,
    pub contract_attachments: Vec<ContractAttachment>,
    pub counter_signatories: Vec<CounterSignatory>,
    pub created_at: Moment,
    pub currency: String,
    #[schema(value_type = Object)]
    pub custom_variables: Object,
    pub customer: Option<CustomerBrief>,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    pub description: Option<String>,
    /// Those that a PATCH has dropped are here with their `deleted_at`.
    pub discounts: Vec<Discount>,
    pub error_status_details: Vec<ErrorStatusDetail>,
    /// It can be signed before this.
    pub expiration_date: Option<Moment>,
    /// When it was sent: the document is frozen since.
    pub finalized_date: Option<Moment>,
    pub follow_up: bool,
    #[schema(value_type = Option<Object>)]
    pub follow_up_data: Option<Object>,
    #[schema(value_type = String, example = "prop_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: ContractId,
    #[schema(minimum = 0)]
    pub invoice_due_date_from_creation: Option<i64>,
    #[schema(minimum = 0)]
    pub invoice_event_grace_period: Option<i64>,
    pub invoice_payment_instructions: Option<String>,
    #[schema(value_type = Object)]
    pub metadata: Object,
    pub minimum_spend: Option<Amount>,
    pub one_time_billables: Vec<OneTimeCharge>,
    pub options: ProposalOptions,
    pub owner: Option<ContractCompanyUser>,
    #[schema(value_type = Option<String>)]
    pub owner_id: Option<CompanyUserId>,
    pub parent_billed: bool,
    pub payment_config: Option<PaymentConfig>,
    pub payment_data: Option<PaymentData>,
    pub payment_provided_date: Option<Moment>,
    pub po_number: Option<String>,
    /// Annual recurring revenue of the subscription that it changes, when it was last worked out.
    pub previous_arr: Option<Amount>,
    /// What it adds to, removes from and changes of the previous subscription, by pricing.
    #[schema(value_type = Vec<Object>)]
    pub previous_sub_change: Vec<Object>,
    #[schema(value_type = Option<Object>)]
    pub previous_subscription: Option<Object>,
    #[schema(value_type = Option<String>)]
    pub previous_subscription_id: Option<SubscriptionId>,
    /// When its execution began.
    pub processing_date: Option<Moment>,
    pub proposal_link_id: Option<String>,
    pub quote_plans: Vec<QuotePlan>,
    pub require_payment_method: bool,
    pub requires_customer_confirmation: bool,
    pub sales_user: Option<SalesUser>,
    #[schema(value_type = Option<String>)]
    pub sales_user_id: Option<SalesUserId>,
    pub scheduled_changes: Vec<ScheduledChange>,
    pub selected_plan_id: Option<String>,
    pub signatories: Vec<Signatory>,
    /// The last signature.
    pub signed_date: Option<Moment>,
    pub signed_file_id: Option<String>,
    pub signed_offline: bool,
    pub start_date: Option<Moment>,
    pub start_type: StartType,
    pub status: ContractStatus,
    #[schema(value_type = Option<Object>)]
    pub subscription: Option<Object>,
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
    /// Total contract value: what recurs, net of discounts, over the whole term, and what is bought
    /// once.
    pub tcv: Option<Amount>,
    pub template_id: String,
    /// The names of the variables in the document.
    pub template_variables: Vec<String>,
    pub term: Option<Term>,
    pub title: String,
    pub trial: bool,
    pub trial_term: Option<Term>,
    #[serde(rename = "type")]
    pub kind: ContractType,
    pub updated_at: Moment,
    /// How custom variables are asked for: label, type and default of each.
    pub variable_configs: Vec<VariableConfig>,
}

impl Contract {
    /// Kept in columns, or filled in when it is read.
    pub const IN_COLUMNS: &[&str] = &[
        "auto_charges",
        "auto_renews",
        "bundle_pricing",
        "company",
        "company_id",
        "contract_attachments",
        "created_at",
        "customer",
        "customer_id",
        "id",
        "owner",
        "owner_id",
        "previous_subscription",
        "sales_user",
        "status",
        "subscription",
        "subscription_id",
        "type",
        "updated_at",
    ];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ContractType {
    #[default]
    Contract,
}

/// When what was signed begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StartType {
    /// At `start_date`.
    SpecificDate,
    /// Once everybody has signed.
    #[default]
    OnCompletion,
    /// When somebody starts it, after everybody has signed.
    ManualAction,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ContractStatus {
    #[default]
    Draft,
    PendingSignatures,
    PendingPayment,
    PendingStart,
    Executed,
    Declined,
    Expired,
    Void,
}
