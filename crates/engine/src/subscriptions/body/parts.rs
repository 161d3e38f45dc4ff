//! What the bodies of a create, of a change, and of a change that comes with a create have in
//! common.

use money::Currency;
use records::one_time::OneTimeItem;
use records::subscription::change::ChangeRequest;
use records::subscription::discount::SubscriptionDiscount;
use records::subscription::scheduled_change::ScheduledChange;
use records::{ConfigItem, Entitlement, ProductPricing, SentAmount, SubscriptionCreate};

/// The fields that say what is bought and at what price.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(super) pricings: Option<&'a [String]>,
    pub(super) bundle: Option<&'a str>,
    pub(super) currency: Option<&'a str>,
    pub(super) configs: &'a [ConfigItem],
    pub(super) discounts: &'a [SubscriptionDiscount],
    pub(super) minimum: &'a Option<SentAmount>,
    pub(super) onetime: &'a [OneTimeItem],
    pub(super) payment_method: Option<&'a str>,
}

/// What a subscription has before a change.
pub(crate) struct Had {
    pub(crate) pricings: Vec<ProductPricing>,
    /// Whether these are all of them.
    pub(crate) whole: bool,
    pub(crate) bundle: Option<String>,
    pub(crate) currency: Option<Currency>,
    /// Entitlements of its own.
    pub(crate) overrides: Vec<Entitlement>,
}

impl<'a> Parts<'a> {
    pub(super) fn of_create(body: &'a SubscriptionCreate) -> Parts<'a> {
        Parts {
            pricings: body.product_pricing_ids.as_deref(),
            bundle: body.bundle_pricing_id.as_deref(),
            currency: body.currency.as_deref(),
            configs: body.config_items.as_deref().unwrap_or_default(),
            discounts: body.discounts.as_deref().unwrap_or_default(),
            minimum: &body.minimum_spend,
            onetime: body.onetime_items.as_deref().unwrap_or_default(),
            payment_method: body.payment_method_id.as_deref(),
        }
    }

    pub(super) fn of_change(body: &'a ChangeRequest) -> Parts<'a> {
        Parts {
            pricings: body.product_pricing_ids.as_deref(),
            bundle: body.bundle_pricing_id.as_deref(),
            currency: body.currency.as_deref(),
            configs: body.config_items.as_deref().unwrap_or_default(),
            discounts: body.discounts.as_deref().unwrap_or_default(),
            minimum: &body.minimum_spend,
            onetime: body.onetime_items.as_deref().unwrap_or_default(),
            payment_method: body.payment_method_id.as_deref(),
        }
    }

    pub(super) fn of_scheduled(body: &'a ScheduledChange) -> Parts<'a> {
        Parts {
            pricings: body.product_pricing_ids.as_deref(),
            bundle: None,
            currency: None,
            configs: body.config_items.as_deref().unwrap_or_default(),
            discounts: body.discounts.as_deref().unwrap_or_default(),
            minimum: &body.minimum_spend,
            onetime: body.onetime_items.as_deref().unwrap_or_default(),
            payment_method: body.payment_method_id.as_deref(),
        }
    }

    /// Whether it says anything of pricings or of what is set for them.
    pub(super) fn touches_pricings(&self) -> bool {
        self.pricings.is_some() || self.bundle.is_some() || !self.configs.is_empty()
    }
}
