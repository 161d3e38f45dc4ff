//! A subscription: what a customer buys again and again.

pub mod cancel;
pub mod change;
pub mod config_item;
pub mod create;
pub mod discount;
pub mod parked;
pub mod pause;
pub mod pricing;
pub mod scheduled_change;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use cancel::CancelConfig;
use change::ChangeConfig;
use config_item::ConfigItem;
use discount::Discount;
use pause::PauseConfig;
use pricing::SubscriptionProductPricing;
use scheduled_change::ScheduledChange;

use crate::one_time::OneTimeItem;
use crate::{
    Amount, CompanyId, Customer, CustomerId, DisplayField, Entitlement, Moment, Object,
    ProductPricing, SalesUser, SalesUserId, SubscriptionId, Term,
};

/// The whole record, with its customer, pricings and sales user as they are now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Subscription {
    /// Annual recurring revenue.
    pub arr: Amount,
    /// Invoices are charged to the payment method on file.
    pub auto_charges: bool,
    /// Renews at the end of its term.
    pub auto_renews: bool,
    /// All periods are counted from here.
    pub billing_anchor_date: Option<Moment>,
    /// The bundle of its pricings; one is made where the pricings were listed.
    pub bundle_pricing_id: Option<String>,
    pub cancel_config: Option<CancelConfig>,
    /// When the cancellation was asked for; `end_date` is when it takes effect.
    pub cancel_date: Option<Moment>,
    pub change_config: Option<ChangeConfig>,
    /// When it will change to other pricings.
    pub change_date: Option<Moment>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    /// What its pricings grant together, with its own values over them.
    pub computed_entitlements: Vec<Entitlement>,
    pub config_items: Vec<ConfigItem>,
    pub created_at: Moment,
    #[schema(example = "EUR")]
    pub currency: String,
    pub customer: Option<Customer>,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    pub discounts: Vec<Discount>,
    pub end_date: Option<Moment>,
    /// Groups subscriptions as the caller likes.
    pub group_id: Option<String>,
    #[schema(value_type = String, example = "subs_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: SubscriptionId,
    /// Can stand in a path in place of the id; unique in the company.
    #[schema(min_length = 1, max_length = 255, example = "acme-2026")]
    pub identifier: Option<String>,
    /// Printed on every invoice, over the customer's own of the same name.
    #[schema(max_items = 50)]
    pub invoice_additional_display_fields: Vec<DisplayField>,
    /// Days from the invoice date to the due date.
    #[schema(minimum = 0, maximum = 36500)]
    pub invoice_due_date_from_creation: Option<i64>,
    /// Seconds that an invoice with metered lines waits for late usage.
    #[schema(minimum = 0, maximum = 31622400)]
    pub invoice_event_grace_period: Option<i64>,
    /// Printed in place of the company's.
    pub invoice_payment_instructions: Option<String>,
    #[schema(value_type = Object)]
    pub metadata: Object,
    /// The least that all charges together come to, a period.
    pub minimum_spend: Option<Amount>,
    /// Monthly recurring revenue.
    pub mrr: Amount,
    pub next_invoice_date: Option<Moment>,
    pub onetime_items: Vec<OneTimeItem>,
    pub override_entitlements: Vec<Entitlement>,
    /// Invoices go to the parent of the customer.
    pub parent_billed: bool,
    pub pause_config: Option<PauseConfig>,
    pub pause_date: Option<Moment>,
    pub payment_method_id: Option<String>,
    pub product_pricing_ids: Vec<String>,
    #[schema(value_type = Vec<SubscriptionProductPricing>)]
    pub product_pricings: Vec<ProductPricing>,
    /// When its running term ends.
    pub renewal_date: Option<Moment>,
    pub sales_user: Option<SalesUser>,
    #[schema(value_type = Option<String>)]
    pub sales_user_id: Option<SalesUserId>,
    pub scheduled_changes: Vec<ScheduledChange>,
    pub start_date: Moment,
    pub status: SubscriptionStatus,
    #[schema(max_items = 100)]
    pub tags: Vec<String>,
    pub term: Option<Term>,
    pub trial: bool,
    /// Null unless a trial converted.
    pub trial_conversion_date: Option<Moment>,
    pub updated_at: Moment,
}

impl Subscription {
    /// What PATCH takes besides `override_entitlements`; for create see [`create`].
    pub const WRITABLE: &[&str] = &[
        "auto_charges",
        "group_id",
        "identifier",
        "invoice_additional_display_fields",
        "invoice_due_date_from_creation",
        "invoice_payment_instructions",
        "metadata",
        "minimum_spend",
        "parent_billed",
        "payment_method_id",
        "tags",
    ];

    /// Kept in columns, since more than a PATCH changes them or searches look at them.
    pub const IN_COLUMNS: &[&str] = &[
        "arr",
        "auto_charges",
        "auto_renews",
        "bundle_pricing_id",
        "cancel_config",
        "cancel_date",
        "change_config",
        "change_date",
        "created_at",
        "currency",
        "customer_id",
        "discounts",
        "end_date",
        "group_id",
        "id",
        "identifier",
        "mrr",
        "next_invoice_date",
        "parent_billed",
        "pause_config",
        "pause_date",
        "payment_method_id",
        "renewal_date",
        "sales_user_id",
        "scheduled_changes",
        "start_date",
        "status",
        "trial",
        "trial_conversion_date",
        "updated_at",
        // Records and values of others, filled in when it is read.
        "computed_entitlements",
        "customer",
        "product_pricings",
        "sales_user",
    ];
}

/// Trials and pauses show in fields of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionStatus {
    /// Starts later.
    Pending,
    #[default]
    Active,
    /// Something is overdue; it goes on billing.
    Unpaid,
    Cancelled,
    /// Its term is over.
    Ended,
}

impl SubscriptionStatus {
    /// As it is answered.
    pub fn as_str(self) -> &'static str {
        match self {
            SubscriptionStatus::Pending => "pending",
            SubscriptionStatus::Active => "active",
            SubscriptionStatus::Unpaid => "unpaid",
            SubscriptionStatus::Cancelled => "cancelled",
            SubscriptionStatus::Ended => "ended",
        }
    }

    /// As it is kept.
    pub fn column(self) -> &'static str {
        match self {
            SubscriptionStatus::Pending => "PENDING",
            SubscriptionStatus::Active => "ACTIVE",
            SubscriptionStatus::Unpaid => "UNPAID",
            SubscriptionStatus::Cancelled => "CANCELLED",
            SubscriptionStatus::Ended => "ENDED",
        }
    }
}
