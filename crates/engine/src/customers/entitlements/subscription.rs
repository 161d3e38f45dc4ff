//! What a subscription may use, from its document and its rendered pricings.

use std::collections::HashMap;
use std::sync::Arc;

use billing::customer::entitlement::{Entitlements, of_subscription};
use records::{ConfigItem, Entitlement};
use serde::Deserialize;

use super::known::{Known, own};
use crate::subscriptions::RenderedPricing;

/// What of the document of a subscription it is computed from; the rest is not read.
#[derive(Deserialize)]
pub(crate) struct Subscribed {
    #[serde(default)]
    pub(crate) config_items: Vec<ConfigItem>,
    #[serde(default)]
    pub(crate) override_entitlements: Vec<Entitlement>,
    #[serde(default)]
    pub(crate) product_pricing_ids: Vec<String>,
}

impl Subscribed {
    /// What it may use as long as it is live.
    pub(crate) fn entitlements(
        &self,
        id: &str,
        pricings: &HashMap<String, Arc<RenderedPricing>>,
        known: &Known,
    ) -> Entitlements {
        let bought = self.product_pricing_ids.iter().filter_map(|id| pricings.get(id));
        let granting = bought.filter(|pricing| pricing.grants_anything());
        let grants: Vec<_> = granting.map(|pricing| pricing.grants(&self.config_items)).collect();
        if grants.is_empty() && self.override_entitlements.is_empty() {
            return Entitlements::new();
        }
        of_subscription(id, &grants, &own(&self.override_entitlements), &known.core)
    }
}

/// What is answered of it.
pub(crate) struct Granted {
    pub(crate) computed: Vec<Entitlement>,
    pub(crate) overrides: Vec<Entitlement>,
}

/// What a subscription shows: one that is not live may use nothing.
pub(crate) fn shown(
    (id, live): (&str, bool),
    subscribed: &Subscribed,
    pricings: &HashMap<String, Arc<RenderedPricing>>,
    known: &Known,
) -> Granted {
    let all = subscribed.entitlements(id, pricings, known);
    let overrides = known.own_rows(&own(&subscribed.override_entitlements), &all);
    let computed = if live { known.rows(&all) } else { Vec::new() };
    Granted { computed, overrides }
}
