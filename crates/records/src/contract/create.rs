//! What a contract is made from.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::ProposalOptionsRequest;
use super::signatory::{CounterSignatoryRequest, Signatory};
use super::{ContractType, StartType};
use crate::one_time::OneTimeItem;
use crate::subscription::discount::{DiscountState, DiscountType};
use crate::subscription::scheduled_change::ScheduledChange;
use crate::{
    CompanyUserId, ConfigItem, CustomerId, Discount, Moment, Number, Object, SalesUserId,
    SentAmount, SubscriptionId, Term,
};

/// Needs at least one of `bundle_pricing_id`, `product_pricing_ids` and `onetime_items`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "type": "CONTRACT",
    "customer_id": "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "title": "Team plan, two years",
    "template_id": "tmpl_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "product_pricing_ids": ["price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa"],
    "config_items": [
        {"product_pricing_id": "price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa", "num_licenses": 25}
    ],
    "signatories": [{"name": "Ann Archer", "email": "ann@acme.example", "title": "CFO"}],
    "start_type": "ON_COMPLETION",
    "term": {"count": 2, "frequency": "YEAR"}
}))]
pub struct ContractCreate {
    /// Charge invoices to the payment method on file; no where absent.
    pub auto_charges: Option<bool>,
    /// Renew at the end of the term; yes where absent.
    pub auto_renews: Option<bool>,
    /// From `start_date` where absent.
    pub billing_anchor_date: Option<Moment>,
    /// In place of `product_pricing_ids`.
    pub bundle_pricing_id: Option<String>,
    /// With `change_timing` CUSTOM_DATE.
    pub change_custom_date: Option<Moment>,
    /// With `previous_subscription_id`: NEXT, IMMEDIATE or NONE; NEXT where absent.
    pub change_proration_type: Option<String>,
    pub change_reset_billing_anchor: Option<bool>,
    /// With `previous_subscription_id`: IMMEDIATE, PERIOD_END, RENEWAL or CUSTOM_DATE. Where absent
    /// the change is made at `start_date`, or at once.
    pub change_timing: Option<String>,
    #[schema(max_items = 1000, required = true)]
    pub config_items: Vec<ConfigItem>,
    /// Who signs for the company, after everybody else.
    #[schema(max_items = 50)]
    pub counter_signatories: Option<Vec<CounterSignatoryRequest>>,
    /// Values of variables that the template has, each a text.
    #[schema(value_type = Option<std::collections::HashMap<String, String>>)]
    pub custom_variables: Option<Object>,
    #[schema(value_type = String, required = true)]
    pub customer_id: CustomerId,
    pub description: Option<String>,
    #[schema(max_items = 50)]
    pub discounts: Option<Vec<DiscountRequest>>,
    /// Until when it can be signed.
    pub expiration_date: Option<Moment>,
    /// Reminding signatories needs campaigns, which are not there yet: `true` is refused.
    pub follow_up: Option<bool>,
    #[schema(minimum = 0, maximum = 36500)]
    pub invoice_due_date_from_creation: Option<i64>,
    #[schema(minimum = 0, maximum = 31622400)]
    pub invoice_event_grace_period: Option<i64>,
    pub invoice_payment_instructions: Option<String>,
    /// The subscription gets it when it is made.
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub minimum_spend: Option<SentAmount>,
    #[schema(max_items = 100)]
    pub onetime_items: Option<Vec<OneTimeItem>>,
    pub options: Option<ProposalOptionsRequest>,
    /// The company user who looks after it.
    #[schema(value_type = Option<String>)]
    pub owner_id: Option<CompanyUserId>,
    pub parent_billed: Option<bool>,
    #[schema(max_length = 255)]
    pub po_number: Option<String>,
    /// The subscription that it changes, in place of making one.
    #[schema(value_type = Option<String>)]
    pub previous_subscription_id: Option<SubscriptionId>,
    #[schema(max_items = 100)]
    pub product_pricing_ids: Option<Vec<String>>,
    /// Alternatives, of which whoever signs first takes one.
    #[schema(max_items = 10)]
    pub quote_plans: Option<Vec<QuotePlanRequest>>,
    pub require_payment_method: Option<bool>,
    #[schema(value_type = Option<String>)]
    pub sales_user_id: Option<SalesUserId>,
    #[schema(max_items = 50)]
    pub scheduled_changes: Option<Vec<ScheduledChange>>,
    #[schema(min_items = 1, max_items = 50, required = true)]
    pub signatories: Vec<Signatory>,
    /// When it does not start at once.
    pub start_date: Option<Moment>,
    #[schema(required = true)]
    pub start_type: StartType,
    /// PENDING_SIGNATURES sends it at once; DRAFT where absent.
    pub status: Option<FirstStatus>,
    #[schema(required = true)]
    pub template_id: String,
    /// The longest frequency of the pricings where absent.
    pub term: Option<Term>,
    #[schema(min_length = 1, max_length = 255, required = true)]
    pub title: String,
    pub trial: Option<bool>,
    pub trial_term: Option<Term>,
    #[serde(rename = "type")]
    #[schema(required = true)]
    pub kind: ContractType,
    /// How custom variables are asked for, with defaults.
    #[schema(max_items = 100)]
    pub variable_configs: Option<Vec<VariableConfig>>,
}

impl ContractCreate {
    /// What PATCH takes.
    pub const CHANGEABLE: &[&str] = &[
        "auto_charges",
        "auto_renews",
        "billing_anchor_date",
        "bundle_pricing_id",
        "change_custom_date",
        "change_proration_type",
        "change_reset_billing_anchor",
        "change_timing",
        "config_items",
        "counter_signatories",
        "custom_variables",
        "description",
        "discounts",
        "expiration_date",
        "follow_up",
        "invoice_due_date_from_creation",
        "invoice_event_grace_period",
        "invoice_payment_instructions",
        "metadata",
        "minimum_spend",
        "onetime_items",
        "options",
        "owner_id",
        "parent_billed",
        "po_number",
        "previous_subscription_id",
        "product_pricing_ids",
        "quote_plans",
        "require_payment_method",
        "sales_user_id",
        "scheduled_changes",
        "signatories",
        "start_date",
        "start_type",
        "template_id",
        "term",
        "title",
        "trial",
        "trial_term",
        "variable_configs",
    ];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FirstStatus {
    #[default]
    Draft,
    PendingSignatures,
}

/// A discount as a contract is sent one. What the service sets by itself may be sent as it will be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DiscountRequest {
    pub amount: Option<SentAmount>,
    pub cap: Option<SentAmount>,
    pub coupon_id: Option<String>,
    pub customer_id: Option<String>,
    pub expiration_date: Option<Moment>,
    pub import_created_at_ref: Option<Moment>,
    #[schema(max_length = 255)]
    pub import_ref: Option<String>,
    #[schema(max_length = 255)]
    pub imported_from: Option<String>,
    pub item_pricing_id: Option<String>,
    #[schema(max_length = 255, required = true)]
    pub name: String,
    pub onetime_billable_id: Option<String>,
    /// A share from 0 to 1.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1)]
    pub percent: Option<Number>,
    pub product_id: Option<String>,
    pub product_pricing_id: Option<String>,
    pub proposal_id: Option<String>,
    pub state: Option<DiscountState>,
    pub subscription_id: Option<String>,
    #[serde(rename = "type")]
    #[schema(required = true)]
    pub kind: DiscountType,
}

/// An alternative to what the contract offers otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct QuotePlan {
    pub config_items: Vec<ConfigItem>,
    pub discounts: Vec<Discount>,
    #[schema(example = "plan_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub name: String,
    pub product_pricing_ids: Vec<String>,
    pub term: Option<Term>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct QuotePlanRequest {
    #[schema(max_items = 1000)]
    pub config_items: Option<Vec<ConfigItem>>,
    #[schema(max_items = 50)]
    pub discounts: Option<Vec<DiscountRequest>>,
    /// One is given where it is absent.
    #[schema(min_length = 1, max_length = 255)]
    pub id: Option<String>,
    #[schema(min_length = 1, max_length = 255, required = true)]
    pub name: String,
    #[schema(min_items = 1, max_items = 100, required = true)]
    pub product_pricing_ids: Vec<String>,
    pub term: Option<Term>,
}

/// A custom variable of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VariableConfig {
    /// Used where `custom_variables` has no value for it.
    pub default: Option<String>,
    #[schema(max_length = 255)]
    pub label: Option<String>,
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub name: String,
    #[serde(rename = "type")]
    pub kind: Option<VariableType>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum VariableType {
    #[default]
    Text,
    Number,
    Date,
}
