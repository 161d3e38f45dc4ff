//! Bundles: pricings that are sold together.

use billing::fact::FactType;
use billing::subscription::MOST_COMPONENTS;
use records::{Bundle, BundleProductPricing, Frequency, Object, Product, ProductPricing};
use store::catalog::Stored;

use super::record::{self, Facts};
use super::{expand, pricings};
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

pub const FIND: crate::find::Find = store::catalog::bundle::TABLE.find;
pub(super) const PREFIX: &str = "bundle_";
const FACTS: Facts = Facts {
    created: FactType::BundleCreated,
    updated: FactType::BundleUpdated,
    archived: FactType::BundleArchived,
};

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Bundle, Failure> {
    let fresh = Bundle {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..Bundle::default()
    };
    let bundle = overlaid(session, &fresh, sent)?;
    record::insert(session, &FACTS, &bundle)?;
    shown(session, bundle)
}

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<Bundle, Failure> {
    let bundle = record::named(session, PREFIX, key)?.record;
    shown(session, bundle)
}

pub fn update(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<Bundle, Failure> {
    record::refuse_cleared(sent, &["name", "state", "currency", "product_pricing_ids"])?;
    let stored: Stored<Bundle> = record::held(session, PREFIX, key)?;
    let before = stored.record;
    let set = sent.contains_key("product_pricing_ids") || sent.contains_key("currency");
    if set && (stored.ever_used || before.is_auto_generated) {
        let detail = "The pricings of a bundle that is in use stay as they are.";
        return Err(Refusal::conflict("in_use", detail).into());
    }
    let after = overlaid(session, &before, sent)?;
    let bundle = record::update(session, &FACTS, &before, after)?;
    shown(session, bundle)
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |session, page| {
        let page = page.into_iter().map(|stored: Stored<Bundle>| stored.record).collect();
        expand::bundles(session, page)
    })
}

/// What is sold: a bundle, if one was named, and its pricings.
pub(crate) type Sold<'a> = (Option<&'a Bundle>, &'a [ProductPricing]);

/// The bundle that is sold, and the name that invoices have for it.
pub(crate) fn sold(
    session: &mut Session<'_, '_>,
    sold: Sold<'_>,
) -> Result<(String, String), Failure> {
    let name = name_sold(session, sold)?;
    match sold {
        (Some(bundle), _) => Ok((bundle.id.clone(), name)),
        (None, pricings) => Ok((for_set(session, pricings)?, name)),
    }
}

/// The name of what is sold: that of the bundle where one was named, else those of the products.
pub(crate) fn name_sold(session: &mut Session<'_, '_>, sold: Sold<'_>) -> Result<String, Failure> {
    match sold {
        (Some(bundle), _) => Ok(bundle.name.clone()),
        (None, pricings) => name_of(session, pricings),
    }
}

/// All of these, with everything below them.
pub(crate) fn by_ids(
    session: &mut Session<'_, '_>,
    ids: Vec<String>,
) -> Result<Vec<Bundle>, Failure> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let stored: Vec<Stored<Bundle>> = store::catalog::by_ids(session.tx, &company, ids)?;
    expand::bundles(session, stored.into_iter().map(|stored| stored.record).collect())
}

/// The bundle of a subscription on loose pricings: one for each set of them, made when it is
/// first needed.
fn for_set(session: &mut Session<'_, '_>, pricings: &[ProductPricing]) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let mark =
        store::catalog::bundle::pricing_set(pricings.iter().map(|pricing| pricing.id.as_str()));
    let known = store::mark::holder(session.tx, &company, "bundle", "pricing_set", &mark)?;
    if let Some(id) = known {
        return Ok(id);
    }
    let fresh = Bundle {
        company_id: company,
        created_at: session.now(),
        currency: pricings.first().map(|pricing| pricing.currency.clone()).unwrap_or_default(),
        id: session.new_id(PREFIX),
        is_auto_generated: true,
        name: name_of(session, pricings)?.chars().take(255).collect(),
        updated_at: session.now(),
        ..Bundle::default()
    };
    let parts = parts(session, &fresh, &fresh.id, pricings);
    let bundle = Bundle { bundle_product_pricings: parts, ..fresh };
    match record::insert(session, &FACTS, &bundle) {
        // Somebody made it at this moment: the next try finds it.
        Err(Failure::Store(store::Error::Taken(mark))) => {
            Err(Failure::Store(store::Error::Again(mark)))
        }
        made => made.map(|()| bundle.id),
    }
}

/// What is sold by these pricings, in the words of their products.
fn name_of(session: &mut Session<'_, '_>, pricings: &[ProductPricing]) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let mut ids: Vec<String> = Vec::new();
    for pricing in pricings {
        if !ids.contains(&pricing.product_id) {
            ids.push(pricing.product_id.clone());
        }
    }
    let products: Vec<Stored<Product>> = store::catalog::by_ids(session.tx, &company, ids.clone())?;
    let name = |id: &String| {
        let product =
            products.iter().map(|stored| &stored.record).find(|product| product.id == *id)?;
        Some(product.external_name.as_ref().unwrap_or(&product.name).as_str())
    };
    Ok(ids.iter().filter_map(name).collect::<Vec<_>>().join(", "))
}

/// What is sent, over what is there; all pricings must be usable and of one currency.
fn overlaid(
    session: &mut Session<'_, '_>,
    before: &Bundle,
    sent: &Object,
) -> Result<Bundle, Failure> {
    let mut fields = sent.clone();
    let ids = fields.remove("product_pricing_ids");
    let mut bundle: Bundle = laid_over(before, &fields)?;
    let mut faults = Faults::default();
    if bundle.term.is_some_and(|term| term.frequency() == Frequency::OneTime) {
        faults.add("/term/frequency", "not_recurring", "ONETIME is no term of a subscription.");
    }
    if let Some(ids) = ids {
        let ids: Vec<String> = serde_json::from_value(ids).unwrap_or_default();
        let pointer = |n| format!("/product_pricing_ids/{n}");
        let found = pricings::usable(session, (&ids, &[]), pointer, &mut faults)?;
        currency(&mut bundle, sent, &found, &mut faults);
        let components = found.iter().map(|pricing| pricing.product_metric_pricings.len());
        if components.sum::<usize>() > MOST_COMPONENTS {
            let detail = format!("They have at most {MOST_COMPONENTS} components together.");
            faults.add("/product_pricing_ids", "too_many_components", detail);
        }
        bundle.bundle_product_pricings = parts(session, before, &bundle.id, &found);
    } else if bundle.currency.to_uppercase() != before.currency {
        let detail = format!("Its pricings are in {}.", before.currency);
        faults.add("/currency", "currency_mismatch", detail);
    } else {
        bundle.currency.clone_from(&before.currency);
    }
    faults.refuse_any()?;
    record::refuse_large(&bundle.metadata)?;
    Ok(bundle)
}

/// The one that was sent, else that of the pricings; all must agree.
fn currency(bundle: &mut Bundle, sent: &Object, found: &[ProductPricing], faults: &mut Faults) {
    if !sent.contains_key("currency") && bundle.currency.is_empty() {
        bundle.currency = found.first().map(|p| p.currency.clone()).unwrap_or_default();
    }
    bundle.currency = bundle.currency.to_uppercase();
    if let Err(unknown) = bundle.currency.parse::<money::Currency>()
        && sent.contains_key("currency")
    {
        faults.add("/currency", "unknown", unknown.to_string());
    }
    for (index, pricing) in found.iter().enumerate() {
        if pricing.currency != bundle.currency {
            let detail =
                format!("The bundle is in {}, this in {}.", bundle.currency, pricing.currency);
            faults.add(&format!("/product_pricing_ids/{index}"), "currency_mismatch", detail);
        }
    }
}

fn parts(
    session: &Session<'_, '_>,
    before: &Bundle,
    bundle: &str,
    found: &[ProductPricing],
) -> Vec<BundleProductPricing> {
    let known = |pricing: &ProductPricing| {
        let same = |part: &&BundleProductPricing| part.product_pricing_id == pricing.id;
        before.bundle_product_pricings.iter().find(same).cloned()
    };
    let fresh = |pricing: &ProductPricing| BundleProductPricing {
        bundle_pricing_id: bundle.to_owned(),
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id("bpp_"),
        product_id: pricing.product_id.clone(),
        product_pricing_id: pricing.id.clone(),
        updated_at: session.now(),
        ..BundleProductPricing::default()
    };
    found.iter().map(|pricing| known(pricing).unwrap_or_else(|| fresh(pricing))).collect()
}

fn shown(session: &mut Session<'_, '_>, bundle: Bundle) -> Result<Bundle, Failure> {
    Ok(expand::bundles(session, vec![bundle])?.pop().unwrap_or_default())
}
