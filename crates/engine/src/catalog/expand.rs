//! Fills in what records refer to, for a whole page at a time: one statement per kind, however
//! many rows there are.

use std::collections::{BTreeSet, HashMap};

use records::{
    Bundle, Entitlement, EntitlementDefinition, Item, ItemPricing, Metric, Product, ProductPricing,
};
use store::catalog::{CatalogRecord, Stored, by_ids, by_parents};

use super::entitled::{self, Definitions};
use crate::companies::brief;
use crate::{Failure, Session};

/// Products with all their pricings; inside a product a pricing does not repeat it.
pub(super) fn products(
    session: &mut Session<'_, '_>,
    products: Vec<Product>,
) -> Result<Vec<Product>, Failure> {
    let company = session.company_id().to_owned();
    let ids = products.iter().map(|product| product.id.clone()).collect();
    let pricings: Vec<Stored<ProductPricing>> = by_parents(session.tx, &company, ids)?;
    let pricings = pricings.into_iter().map(|stored| stored.record).collect();
    let (inside, _) = pricings_of(session, pricings, &products)?;
    let definitions = definitions(session, products.iter().flat_map(|p| &p.entitlements))?;
    let filled = products.into_iter().map(|mut product| {
        let sold = inside.iter().filter(|pricing| pricing.product_id == product.id);
        product.product_pricings = sold.cloned().map(without_product).collect();
        product.entitlements = entitled::of_product(&product, &definitions);
        product
    });
    Ok(filled.collect())
}

/// Pricings with their product, items and metrics.
pub(crate) fn pricings(
    session: &mut Session<'_, '_>,
    pricings: Vec<ProductPricing>,
) -> Result<Vec<ProductPricing>, Failure> {
    Ok(pricings_defined(session, pricings)?.0)
}

/// The same for these ids, with the definitions of what they grant.
pub(crate) fn pricings_by_ids(
    session: &mut Session<'_, '_>,
    ids: impl Iterator<Item = String>,
) -> Result<(Vec<ProductPricing>, Definitions), Failure> {
    let loose = all::<ProductPricing>(session, ids)?;
    pricings_defined(session, loose.into_values().collect())
}

fn pricings_defined(
    session: &mut Session<'_, '_>,
    pricings: Vec<ProductPricing>,
) -> Result<(Vec<ProductPricing>, Definitions), Failure> {
    let products = all::<Product>(session, pricings.iter().map(|p| p.product_id.clone()))?;
    let products: Vec<Product> = products.into_values().collect();
    pricings_of(session, pricings, &products)
}

/// Bundles with everything below them.
pub(super) fn bundles(
    session: &mut Session<'_, '_>,
    bundles: Vec<Bundle>,
) -> Result<Vec<Bundle>, Failure> {
    let ids = bundles.iter().flat_map(|bundle| &bundle.bundle_product_pricings);
    let ids = ids.map(|part| part.product_pricing_id.clone()).collect::<Vec<_>>();
    let loose = all::<ProductPricing>(session, ids.into_iter())?;
    let whole = pricings(session, loose.into_values().collect())?;
    let whole: HashMap<&str, &ProductPricing> = whole.iter().map(|p| (p.id.as_str(), p)).collect();
    let filled = bundles.into_iter().map(|mut bundle| {
        for part in &mut bundle.bundle_product_pricings {
            let pricing = whole.get(part.product_pricing_id.as_str()).copied().cloned();
            part.product = pricing.as_ref().and_then(|p| p.product.as_deref().cloned());
            part.product_pricing = pricing;
        }
        bundle
    });
    Ok(filled.collect())
}

fn pricings_of(
    session: &mut Session<'_, '_>,
    pricings: Vec<ProductPricing>,
    products: &[Product],
) -> Result<(Vec<ProductPricing>, Definitions), Failure> {
    let parts = || pricings.iter().flat_map(|pricing| &pricing.product_metric_pricings);
    let items = all::<Item>(session, parts().map(|part| part.item_id.clone()))?;
    let metrics = all::<Metric>(session, parts().map(|part| part.metric_id.clone()))?;
    let granted = pricings.iter().flat_map(|pricing| &pricing.override_entitlements);
    let theirs = products.iter().flat_map(|product| &product.entitlements);
    let definitions = definitions(session, granted.chain(theirs))?;
    let products: HashMap<&str, &Product> = products.iter().map(|p| (p.id.as_str(), p)).collect();
    let company = brief(session.company());
    let filled = pricings.into_iter().map(|mut pricing| {
        let product = products.get(pricing.product_id.as_str()).copied().cloned();
        let product = product.unwrap_or_default();
        let all = std::mem::take(&mut pricing.override_entitlements);
        pricing.override_entitlements = entitled::overriding(&product, &all, &definitions);
        pricing.computed_entitlements = entitled::computed(&product, &all, &definitions);
        let shown = Box::new(Product {
            entitlements: entitled::of_product(&product, &definitions),
            ..product
        });
        let mut parts = std::mem::take(&mut pricing.product_metric_pricings);
        let alone = parts.len() == 1;
        for part in &mut parts {
            part.item_pricing.state = pricing.state;
            if alone {
                same_as(&mut part.item_pricing, &pricing);
            }
            part.item = items.get(&part.item_id).cloned();
            part.metric = metrics.get(&part.metric_id).cloned();
            part.product = Some(shown.clone());
            part.item_pricing.item = part.item.clone();
            part.item_pricing.company = Some(company.clone());
        }
        pricing.product_metric_pricings = parts;
        pricing.product = Some(shown);
        pricing
    });
    let filled = filled.collect();
    Ok((filled, definitions))
}

/// The only component of a pricing is called and bounded as the pricing is, unless it says
/// otherwise.
fn same_as(part: &mut ItemPricing, pricing: &ProductPricing) {
    part.name.get_or_insert_with(|| pricing.name.clone());
    part.description = part.description.take().or_else(|| pricing.description.clone());
    part.external_name = part.external_name.take().or_else(|| pricing.external_name.clone());
    part.metadata.get_or_insert_with(|| pricing.metadata.clone());
    part.minimum_spend = part.minimum_spend.or(pricing.minimum_spend);
}

fn without_product(mut pricing: ProductPricing) -> ProductPricing {
    pricing.product = None;
    for part in &mut pricing.product_metric_pricings {
        part.product = None;
    }
    pricing
}

/// All records of a kind with these ids, by one statement.
fn all<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    ids: impl Iterator<Item = String>,
) -> Result<HashMap<String, R>, Failure> {
    let distinct: BTreeSet<String> = ids.collect();
    let company = session.company_id().to_owned();
    let stored: Vec<Stored<R>> = by_ids(session.tx, &company, distinct.into_iter().collect())?;
    let keyed = stored.into_iter().map(|s| (s.record.place().id.to_owned(), s.record));
    Ok(keyed.collect())
}

pub(crate) fn definitions<'a>(
    session: &mut Session<'_, '_>,
    rows: impl Iterator<Item = &'a Entitlement>,
) -> Result<Definitions, Failure> {
    let ids: Vec<String> = rows.filter_map(|row| row.entitlement_id.clone()).collect();
    all::<EntitlementDefinition>(session, ids.into_iter())
}
