//! What is ahead of subscriptions and what became of them, as it is answered.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use records::subscription::change::{ChangeConfig, ReducedEntitlement, ReducedProductPricing};
use records::{Bundle, Entitlement, ProductPricing, SubscriptionId};
use store::subscription::SubscriptionRow;

use super::answer::Life;
use super::rendered::RenderedPricing;
use crate::bill::stored::{self, ShownLife};
use crate::catalog::bundles;
use crate::{Failure, Session};

/// The lives of a page of subscriptions, and the bundles that they name.
pub(super) struct Lives {
    all: HashMap<SubscriptionId, ShownLife>,
    bundles: HashMap<String, Bundle>,
}

impl Lives {
    pub(super) fn of(
        session: &mut Session<'_, '_>,
        rows: &[SubscriptionRow],
    ) -> Result<Lives, Failure> {
        let mut all = HashMap::new();
        for row in rows.iter().filter(|row| row.life.is_some()) {
            all.insert(row.columns.id.clone(), stored::shown(row)?);
        }
        let changes = all.values().filter_map(|shown| shown.change_config.as_ref());
        let named = changes.filter_map(|change_config| change_config.bundle_pricing_id.clone());
        let named: BTreeSet<String> = named.collect();
        let found = bundles::by_ids(session, named.into_iter().collect())?;
        let bundles = found.into_iter().map(|bundle| (bundle.id.clone(), bundle)).collect();
        Ok(Lives { all, bundles })
    }

    /// The pricings that changes name.
    pub(super) fn pricings(&self) -> impl Iterator<Item = &String> {
        let changes = self.all.values().filter_map(|shown| shown.change_config.as_ref());
        changes.flat_map(|change_config| &change_config.product_pricing_ids)
    }

    /// What is answered of one; nothing for most.
    pub(super) fn answer(
        &self,
        id: &SubscriptionId,
        pricings: &HashMap<String, Arc<RenderedPricing>>,
    ) -> Result<Life, Failure> {
        let Some(shown) = self.all.get(id) else { return Ok(Life::default()) };
        let change =
            shown.change_config.as_ref().map(|change_config| self.change(change_config, pricings));
        Ok(Life {
            cancel_config: shown.cancel_config.as_ref().map(stored::written).transpose()?,
            cancel_date: shown.cancel_date,
            change_config: change.as_ref().map(stored::written).transpose()?,
            change_date: shown.change_date,
            pause_config: shown.pause_config.as_ref().map(stored::written).transpose()?,
            pause_date: shown.pause_date,
            scheduled_changes: Some(stored::written(&shown.scheduled_changes)?),
            trial_conversion_date: shown.trial_conversion_date,
        })
    }

    /// With the pricings and the bundle as they are now.
    fn change(
        &self,
        change_config: &ChangeConfig,
        pricings: &HashMap<String, Arc<RenderedPricing>>,
    ) -> ChangeConfig {
        let named = change_config.product_pricing_ids.iter().filter_map(|id| pricings.get(id));
        let bundle = change_config.bundle_pricing_id.as_ref().and_then(|id| self.bundles.get(id));
        ChangeConfig {
            all_product_pricings: named
                .map(|rendered_pricing| reduced(rendered_pricing.pricing()))
                .collect(),
            bundle_pricing: bundle.cloned(),
            ..change_config.clone()
        }
    }
}

fn reduced(pricing: &ProductPricing) -> ReducedProductPricing {
    let pricing = pricing.clone();
    ReducedProductPricing {
        company_id: pricing.company_id,
        computed_entitlements: pricing.computed_entitlements.iter().map(entitlement).collect(),
        created_at: pricing.created_at,
        currency: pricing.currency,
        description: pricing.description,
        external_name: pricing.external_name,
        id: pricing.id,
        import_created_at_ref: pricing.import_created_at_ref,
        import_ref: pricing.import_ref,
        imported_from: pricing.imported_from,
        metadata: pricing.metadata,
        minimum_spend: pricing.minimum_spend,
        name: pricing.name,
        num_subs: pricing.num_subs,
        override_entitlements: pricing.override_entitlements.iter().map(entitlement).collect(),
        product: pricing.product,
        product_id: pricing.product_id,
        product_metric_pricings: pricing.product_metric_pricings,
        state: pricing.state,
        tags: pricing.tags,
        kind: pricing.kind,
        updated_at: pricing.updated_at,
        upsell_product_pricing_id: pricing.upsell_product_pricing_id,
    }
}

fn entitlement(known: &Entitlement) -> ReducedEntitlement {
    ReducedEntitlement {
        entitlement_id: known.entitlement_id.clone(),
        id: known.id.clone(),
        inherited_from_id: known.inherited_from_id.clone(),
        inherited_from_type: known.inherited_from_type.clone(),
        key: known.key.clone(),
        original_value: known.original_value.clone(),
        overriden: known.overridden,
        value: known.value.clone(),
    }
}
