//! What is taken off, from what, and until when.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Amount, CompanyId, CustomerId, DiscountId, Moment, Number, OneTimeCharge, SentAmount,
    SubscriptionId,
};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Discount {
    pub amount: Option<Amount>,
    /// The most that one application takes off.
    pub cap: Option<Amount>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub coupon_id: Option<String>,
    pub created_at: Moment,
    #[schema(value_type = Option<String>)]
    pub customer_id: Option<CustomerId>,
    pub deleted_at: Option<Moment>,
    /// It holds for billing dates before this.
    pub expiration_date: Option<Moment>,
    #[schema(value_type = String, example = "disc_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: DiscountId,
    pub import_created_at_ref: Option<Moment>,
    pub import_ref: Option<String>,
    pub imported_from: Option<String>,
    pub item_pricing_id: Option<String>,
    pub name: String,
    pub onetime_billable: Option<OneTimeCharge>,
    pub onetime_billable_id: Option<String>,
    /// A share from 0 to 1.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1)]
    pub percent: Option<Number>,
    pub product_id: Option<String>,
    pub product_pricing_id: Option<String>,
    pub proposal_id: Option<String>,
    pub state: DiscountState,
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
    #[serde(rename = "type")]
    pub kind: DiscountType,
    pub updated_at: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DiscountType {
    /// Once for each billing date.
    DiscountAmount,
    /// On every line in scope.
    #[default]
    DiscountPercent,
    /// For each unit that is billed.
    DiscountAmountPerUnit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum DiscountState {
    #[default]
    Active,
    /// Until the subscription starts.
    Pending,
    Revoked,
    Expired,
    Consumed,
}

/// A discount that comes with a subscription: `percent` or `amount`, exactly one. The narrowest of
/// the scopes that are sent is what it is for; the others have to hold of that.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"name": "Launch", "percent": 0.2}))]
pub struct SubscriptionDiscount {
    pub amount: Option<SentAmount>,
    /// The most that one application takes off.
    pub cap: Option<SentAmount>,
    /// Whoever has the subscription.
    pub customer_id: Option<String>,
    /// It holds for billing dates before this.
    pub expiration_date: Option<Moment>,
    pub import_created_at_ref: Option<Moment>,
    /// With `imported_from` it is unique among discounts.
    #[schema(max_length = 255)]
    pub import_ref: Option<String>,
    #[schema(max_length = 255)]
    pub imported_from: Option<String>,
    /// Only for lines of this component, which must be one of the subscription's.
    pub item_pricing_id: Option<String>,
    #[schema(max_length = 255)]
    pub name: Option<String>,
    /// Only for this one-time charge, which came with the subscription and is not invoiced yet.
    pub onetime_billable_id: Option<String>,
    /// A share from 0 to 1.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1)]
    pub percent: Option<Number>,
    /// Only for lines of this product, which must be one of the subscription's.
    pub product_id: Option<String>,
    /// Only for lines of this pricing, which must be one of the subscription's.
    pub product_pricing_id: Option<String>,
    /// The state that it begins with: ACTIVE, or PENDING before the start.
    pub state: Option<DiscountState>,
    /// The subscription that is changed.
    pub subscription_id: Option<String>,
    /// Follows from `percent` or `amount` where absent.
    #[serde(rename = "type")]
    pub kind: Option<DiscountType>,
}
