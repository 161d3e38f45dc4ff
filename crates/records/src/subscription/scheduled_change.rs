//! A change that was agreed when the subscription was made.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::config_item::ConfigItem;
use super::discount::SubscriptionDiscount;
use crate::one_time::OneTimeItem;
use crate::{Moment, Object, SentAmount};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScheduledChange {
    pub auto_charges: Option<bool>,
    pub auto_renews: Option<bool>,
    #[schema(max_items = 1000)]
    pub config_items: Option<Vec<ConfigItem>>,
    #[schema(value_type = Moment, required = true)]
    pub custom_change_date: Option<Moment>,
    #[schema(max_items = 50)]
    pub discounts: Option<Vec<SubscriptionDiscount>>,
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub minimum_spend: Option<SentAmount>,
    /// Bought once, when the change is made, and billed with the next invoice.
    #[schema(max_items = 100)]
    pub onetime_items: Option<Vec<OneTimeItem>>,
    pub payment_method_id: Option<String>,
    #[schema(max_items = 100)]
    pub product_pricing_ids: Option<Vec<String>>,
    pub reset_billing_anchor: Option<bool>,
    /// `false` ends a trial, and the subscription is paid for from then on; `true` stays in it.
    pub trial: Option<bool>,
}
