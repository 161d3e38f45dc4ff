//! What is ahead of subscriptions and what became of them, as it is answered.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use records::subscription::change::{ChangeConfig, ReducedEntitlement, ReducedProductPricing};
use records::{Bundle, Entitlement, ProductPricing};
use store::subscription::SubscriptionRow;

use super::answer::Life;
use super::rendered::RenderedPricing;
use crate::bill::kept::{self, ShownLife};
use crate::catalog::bundles;
use crate::{Failure, Session};

/// The lives of a page of subscriptions, and the bundles that they name.
pub(super) struct Lives {
    all: HashMap<String, ShownLife>,
    bundles: HashMap<String, Bundle>,
}

impl Lives {
    pub(super) fn of(
        session: &mut Session<'_, '_>,
        rows: &[SubscriptionRow],
    ) -> Result<Lives, Failure> {
        let mut all = HashMap::new();
        for row in rows.iter().filter(|row| row.life.is_some()) {
            all.insert(row.columns.id.clone(), kept::shown(row.life.as_deref())?);
        }
        let changes = all.values().filter_map(|own| own.change_config.as_ref());
        let named = changes.filter_map(|own| own.bundle_pricing_id.clone());
        let named: BTreeSet<String> = named.collect();
        let found = bundles::by_ids(session, named.into_iter().collect())?;
        let bundles = found.into_iter().map(|own| (own.id.clone(), own)).collect();
        Ok(Lives { all, bundles })
    }

    /// The pricings that changes name.
    pub(super) fn pricings(&self) -> impl Iterator<Item = &String> {
        let changes = self.all.values().filter_map(|own| own.change_config.as_ref());
        changes.flat_map(|own| &own.product_pricing_ids)
    }

    /// What is answered of one; nothing for most.
    pub(super) fn answer(
        &self,
        id: &str,
        pricings: &HashMap<String, Arc<RenderedPricing>>,
    ) -> Result<Life, Failure> {
        let Some(own) = self.all.get(id) else { return Ok(Life::default()) };
        let change = own.change_config.as_ref().map(|own| self.change(own, pricings));
        Ok(Life {
            cancel_config: own.cancel_config.as_ref().map(kept::written).transpose()?,
            cancel_date: own.cancel_date,
            change_config: change.as_ref().map(kept::written).transpose()?,
            change_date: own.change_date,
            pause_config: own.pause_config.as_ref().map(kept::written).transpose()?,
            pause_date: own.pause_date,
            scheduled_changes: Some(kept::written(&own.scheduled_changes)?),
            trial_conversion_date: own.trial_conversion_date,
        })
    }

    /// With the pricings and the bundle as they are now.
    fn change(
        &self,
        own: &ChangeConfig,
        pricings: &HashMap<String, Arc<RenderedPricing>>,
    ) -> ChangeConfig {
        let named = own.product_pricing_ids.iter().filter_map(|id| pricings.get(id));
        let bundle = own.bundle_pricing_id.as_ref().and_then(|id| self.bundles.get(id));
        ChangeConfig {
            all_product_pricings: named.map(|own| reduced(own.pricing())).collect(),
            bundle_pricing: bundle.cloned(),
            ..own.clone()
        }
    }
}

fn reduced(own: &ProductPricing) -> ReducedProductPricing {
    ReducedProductPricing {
        computed_entitlements: own.computed_entitlements.iter().map(entitlement).collect(),
        id: own.id.clone(),
        name: own.name.clone(),
        override_entitlements: own.override_entitlements.iter().map(entitlement).collect(),
        product_id: own.product_id.clone(),
    }
}

fn entitlement(own: &Entitlement) -> ReducedEntitlement {
    ReducedEntitlement {
        entitlement_id: own.entitlement_id.clone(),
        id: own.id.clone(),
        inherited_from_id: own.inherited_from_id.clone(),
        inherited_from_type: own.inherited_from_type.clone(),
        key: own.key.clone(),
        original_value: own.original_value.clone(),
        overriden: own.overridden,
        value: own.value.clone(),
    }
}
