//! Product pricings: one way to buy a product, with one or more components.

mod component;
mod create;
mod dates;
mod estimate;
mod trial;
mod try_out;
mod update;

pub use component::PRICE_FIELDS;
pub use create::create;
pub use estimate::estimate;
pub use trial::{PriceList, Trial};
pub use try_out::try_out;
pub use update::update;

use billing::fact::FactType;
use records::catalog::State;
use records::{Object, Product, ProductPricing};
use serde_json::Value;
use store::catalog::Stored;

use super::expand;
use super::record::{self, Facts};
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::refusal::Faults;
use crate::{Failure, Session};

pub const FIND: crate::find::Find = store::catalog::pricing::TABLE.find;
pub(super) const PREFIX: &str = "price_";
const FACTS: Facts = Facts {
    created: FactType::PricingCreated,
    updated: FactType::PricingUpdated,
    archived: FactType::PricingArchived,
};

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<ProductPricing, Failure> {
    let stored = record::named(session, PREFIX, key)?;
    shown(session, stored)
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |session, page| {
        let page = page.into_iter().map(|stored: Stored<ProductPricing>| stored.record);
        let page = page.collect();
        expand::pricings(session, page)
    })
}

/// The pricings of a list in a body: all there, none archived, none twice; those in use already
/// may be archived. `pointer` says where each of them stands.
pub(crate) fn usable(
    session: &mut Session<'_, '_>,
    (ids, used): (&[String], &[&str]),
    pointer: impl Fn(usize) -> String,
    faults: &mut Faults,
) -> Result<Vec<ProductPricing>, Failure> {
    if ids.is_empty() {
        faults.add("/product_pricing_ids", "required", "At least one pricing is needed.");
    }
    let sold = Sold::read(session, ids.to_vec())?;
    let mut found = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        let pointer = pointer(index);
        let known = match used.contains(&id.as_str()) {
            true => sold.known(id),
            false => sold.usable(id),
        };
        match known {
            Err((code, detail)) => faults.add(&pointer, code, detail),
            Ok(_) if ids[..index].contains(id) => {
                faults.add(&pointer, "duplicate", "This pricing stands twice.");
            }
            Ok(pricing) => found.push(pricing.clone()),
        }
    }
    Ok(found)
}

/// Pricings that a body names, and which products are sold at all.
pub(crate) struct Sold {
    pricings: Vec<ProductPricing>,
    products: Vec<Product>,
    /// Whether what is archived is sold as well, since it was agreed before.
    honours: bool,
}

/// Why a pricing cannot be had: a code and a sentence.
type Unsold = (&'static str, &'static str);

impl Sold {
    pub(crate) fn read(session: &mut Session<'_, '_>, ids: Vec<String>) -> Result<Sold, Failure> {
        let company = session.company_id().to_owned();
        let stored: Vec<Stored<ProductPricing>> =
            store::catalog::by_ids(session.tx, &company, ids)?;
        let pricings: Vec<ProductPricing> =
            stored.into_iter().map(|stored| stored.record).collect();
        let products = pricings.iter().map(|pricing| pricing.product_id.clone()).collect();
        let stored: Vec<Stored<Product>> = store::catalog::by_ids(session.tx, &company, products)?;
        let products = stored.into_iter().map(|stored| stored.record).collect();
        Ok(Sold { pricings, products, honours: session.honours() })
    }

    /// A pricing, archived or not.
    fn known(&self, id: &str) -> Result<&ProductPricing, Unsold> {
        let found = self.pricings.iter().find(|pricing| pricing.id == id);
        found.ok_or(("unknown", "There is no such pricing."))
    }

    /// A pricing that may be bought.
    pub(crate) fn usable(&self, id: &str) -> Result<&ProductPricing, Unsold> {
        let pricing = self.known(id)?;
        if self.honours {
            return Ok(pricing);
        }
        if pricing.state == State::Archived {
            return Err(("archived", "This pricing is archived."));
        }
        let product = self.products.iter().find(|product| product.id == pricing.product_id);
        match product.is_some_and(|product| product.state == State::Active) {
            true => Ok(pricing),
            false => Err(("archived", "The product of this pricing is archived.")),
        }
    }
}

/// The record with everything it refers to.
fn shown(
    session: &mut Session<'_, '_>,
    stored: Stored<ProductPricing>,
) -> Result<ProductPricing, Failure> {
    let mut pricing = stored.record;
    for part in &mut pricing.product_metric_pricings {
        part.item_pricing.editable = !stored.ever_used;
    }
    let mut all = expand::pricings(session, vec![pricing])?;
    Ok(all.pop().unwrap_or_default())
}

/// The fields of a body that say something.
fn said(sent: &Object, name: &str) -> Option<Value> {
    sent.get(name).filter(|value| !value.is_null()).cloned()
}
