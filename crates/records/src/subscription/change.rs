//! The last change of a subscription's pricings, made or still to come.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::config_item::ConfigItem;
use super::discount::SubscriptionDiscount;
use crate::catalog::State;
use crate::catalog::entitlement_definition::EntitlementValue;
use crate::catalog::product_pricing::PricingKind;
use crate::one_time::OneTimeItem;
use crate::{
    Amount, Bundle, CompanyId, Entitlement, Moment, Object, Product, ProductMetricPricing,
    SentAmount, Term,
};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ChangeConfig {
    /// When it was done; null while it waits.
    pub actual_change_time: Option<Moment>,
    pub all_product_pricings: Vec<ReducedProductPricing>,
    /// Annual recurring revenue after it.
    pub arr: Option<Amount>,
    pub auto_charges: Option<bool>,
    pub auto_renews: Option<bool>,
    pub bundle_pricing: Option<Bundle>,
    pub bundle_pricing_id: Option<String>,
    pub config_items: Vec<ConfigItem>,
    pub custom_change_date: Option<Moment>,
    pub discounts: Vec<SubscriptionDiscount>,
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub minimum_spend: Option<Amount>,
    pub onetime_items: Vec<OneTimeItem>,
    /// The subscription's own values from the change on; null where it keeps those that it has.
    pub override_entitlements: Option<Vec<Entitlement>>,
    pub payment_method_id: Option<String>,
    pub product_pricing_ids: Vec<String>,
    pub proration_type: Option<ChangeProration>,
    /// Counts `term` from the change; otherwise the running term keeps its end.
    pub relative_term: bool,
    pub reset_billing_anchor: bool,
    pub term: Option<Term>,
    pub timing: Option<ChangeTiming>,
    pub trial: Option<bool>,
    pub trial_term: Option<Term>,
}

/// What is asked of a subscription: other pricings, or other terms. What is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "product_pricing_ids": ["price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa"],
    "config_items": [
        {"product_pricing_id": "price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa", "num_licenses": 40}
    ],
    "timing": "IMMEDIATE",
    "proration_type": "IMMEDIATE"
}))]
pub struct ChangeRequest {
    pub auto_charges: Option<bool>,
    pub auto_renews: Option<bool>,
    /// In place of `product_pricing_ids`.
    pub bundle_pricing_id: Option<String>,
    /// Each replaces what the subscription has set for the same component or pricing.
    #[schema(max_items = 1000)]
    pub config_items: Option<Vec<ConfigItem>>,
    /// That of the subscription, if any.
    #[schema(pattern = "^[A-Za-z]{3}$")]
    pub currency: Option<String>,
    /// With the timing `CUSTOM_DATE`.
    pub custom_change_date: Option<Moment>,
    /// Added to those it has.
    #[schema(max_items = 50)]
    pub discounts: Option<Vec<SubscriptionDiscount>>,
    /// Replaces the metadata, once the change is made.
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub minimum_spend: Option<SentAmount>,
    /// Bought once, when the change is made: billed at once with the proration `IMMEDIATE`, else
    /// with the next invoice of the subscription.
    #[schema(max_items = 100)]
    pub onetime_items: Option<Vec<OneTimeItem>>,
    /// In place of the values that the subscription has itself, once the change is made.
    #[schema(max_items = 100)]
    pub override_entitlements: Option<Vec<EntitlementValue>>,
    pub payment_method_id: Option<String>,
    /// The whole new set. A pricing that stays keeps its configuration unless a config item
    /// names it.
    #[schema(max_items = 100)]
    pub product_pricing_ids: Option<Vec<String>>,
    /// `NEXT` where absent.
    pub proration_type: Option<ChangeProration>,
    /// Counts `term` from the change; otherwise the running term keeps its end.
    pub relative_term: Option<bool>,
    /// Gives all advances back and starts full periods at the change.
    pub reset_billing_anchor: Option<bool>,
    pub term: Option<Term>,
    /// `IMMEDIATE` where absent.
    pub timing: Option<ChangeTiming>,
    /// `true` begins a trial with the change, or keeps the one that runs; `false` ends it, and the
    /// subscription is paid for from the change on.
    pub trial: Option<bool>,
    /// How long the trial is, from the change on. A trial that runs ends then.
    pub trial_term: Option<Term>,
}

/// When a change or cancellation takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChangeTiming {
    Immediate,
    PeriodEnd,
    Renewal,
    CustomDate,
}

/// Where giving-back and the new share are billed: on the next invoice, at once, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChangeProration {
    Next,
    Immediate,
    None,
}

/// A pricing after a change: the catalog's, whose entitlements are written shorter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReducedProductPricing {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub computed_entitlements: Vec<ReducedEntitlement>,
    pub created_at: Moment,
    pub currency: String,
    pub description: Option<String>,
    pub external_name: Option<String>,
    pub id: String,
    pub import_created_at_ref: Option<Moment>,
    pub import_ref: Option<String>,
    pub imported_from: Option<String>,
    #[schema(value_type = Object)]
    pub metadata: Object,
    pub minimum_spend: Option<Amount>,
    pub name: String,
    #[schema(minimum = 0)]
    pub num_subs: i64,
    pub override_entitlements: Vec<ReducedEntitlement>,
    pub product: Option<Box<Product>>,
    pub product_id: String,
    pub product_metric_pricings: Vec<ProductMetricPricing>,
    pub state: State,
    pub tags: Vec<String>,
    #[serde(rename = "type")]
    pub kind: PricingKind,
    pub updated_at: Moment,
    pub upsell_product_pricing_id: Option<String>,
}

/// An entitlement without its name and type; the interface spells the flag this way here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReducedEntitlement {
    pub entitlement_id: Option<String>,
    pub id: Option<String>,
    pub inherited_from_id: Option<String>,
    pub inherited_from_type: Option<String>,
    pub key: Option<String>,
    #[schema(value_type = Value)]
    pub original_value: Value,
    pub overriden: bool,
    #[schema(value_type = Value)]
    pub value: Value,
}
