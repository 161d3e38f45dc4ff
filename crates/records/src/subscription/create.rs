//! What a new subscription is made from.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::config_item::ConfigItem;
use super::discount::SubscriptionDiscount;
use super::scheduled_change::ScheduledChange;
use crate::catalog::entitlement_definition::EntitlementValue;
use crate::one_time::OneTimeItem;
use crate::{CustomerId, DisplayField, Moment, Object, SalesUserId, SentAmount, Term};

/// Needs a recurring pricing: listed in `product_pricing_ids`, or in a bundle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "customer_id": "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "product_pricing_ids": ["price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa"],
    "config_items": [
        {"product_pricing_id": "price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa", "num_licenses": 25}
    ],
    "currency": "EUR"
}))]
pub struct SubscriptionCreate {
    /// Charge invoices to the payment method on file; no where absent.
    pub auto_charges: Option<bool>,
    /// Renew at the end of the term; yes where absent.
    pub auto_renews: Option<bool>,
    /// All periods are counted from here; from `start_date` where absent.
    pub billing_anchor_date: Option<Moment>,
    /// In place of `product_pricing_ids`.
    pub bundle_pricing_id: Option<String>,
    #[schema(max_items = 1000)]
    pub config_items: Option<Vec<ConfigItem>>,
    /// That of the pricings, which is also the default.
    #[schema(pattern = "^[A-Za-z]{3}$")]
    pub currency: Option<String>,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    #[schema(max_items = 50)]
    pub discounts: Option<Vec<SubscriptionDiscount>>,
    /// Ends it, whether or not it renews.
    pub end_date: Option<Moment>,
    /// Bill the periods that closed before now, each on an invoice of its own.
    pub generate_past_invoice: Option<bool>,
    pub group_id: Option<String>,
    /// Unique in the company, and not of the form of our own ids.
    #[schema(min_length = 1, max_length = 255)]
    pub identifier: Option<String>,
    #[schema(max_items = 50)]
    pub invoice_additional_display_fields: Option<Vec<DisplayField>>,
    #[schema(minimum = 0, maximum = 36500)]
    pub invoice_due_date_from_creation: Option<i64>,
    /// Seconds that an invoice with metered lines waits for late usage.
    #[schema(minimum = 0, maximum = 31622400)]
    pub invoice_event_grace_period: Option<i64>,
    pub invoice_payment_instructions: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub minimum_spend: Option<SentAmount>,
    /// Billed with the first invoice, or at the start of a trial.
    #[schema(max_items = 100)]
    pub onetime_items: Option<Vec<OneTimeItem>>,
    #[schema(max_items = 100)]
    pub override_entitlements: Option<Vec<EntitlementValue>>,
    pub parent_billed: Option<bool>,
    pub payment_method_id: Option<String>,
    #[schema(max_items = 100)]
    pub product_pricing_ids: Option<Vec<String>>,
    /// The end of the first term; later ones are counted from it.
    pub renewal_date: Option<Moment>,
    #[schema(value_type = Option<String>)]
    pub sales_user_id: Option<SalesUserId>,
    #[schema(max_items = 50)]
    pub scheduled_changes: Option<Vec<ScheduledChange>>,
    /// Now where absent.
    pub start_date: Option<Moment>,
    pub tags: Option<Vec<String>>,
    /// The longest frequency of the pricings where absent.
    pub term: Option<Term>,
    pub trial: Option<bool>,
    pub trial_term: Option<Term>,
}
