//! Products.

use billing::fact::FactType;
use records::catalog::entitlement_definition::EntitlementValue;
use records::{Object, Product};
use store::catalog::Stored;

use super::record::{self, Facts};
use super::{entitled, expand};
use crate::customers::entitlements;
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::{Failure, Session};

pub const FIND: crate::find::Find = store::catalog::product::TABLE.find;
pub(super) const PREFIX: &str = "prod_";
const FACTS: Facts = Facts {
    created: FactType::ProductCreated,
    updated: FactType::ProductUpdated,
    archived: FactType::ProductArchived,
};

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Product, Failure> {
    let fresh = Product {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..Product::default()
    };
    let product = overlaid(session, &fresh, sent)?;
    record::insert(session, &FACTS, &product)?;
    shown(session, product)
}

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<Product, Failure> {
    let product = record::named(session, PREFIX, key)?.record;
    shown(session, product)
}

pub fn update(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<Product, Failure> {
    record::refuse_cleared(sent, &["name", "state"])?;
    let before: Product = record::held(session, PREFIX, key)?.record;
    let after = overlaid(session, &before, sent)?;
    let granted = before.entitlements != after.entitlements;
    let product = record::update(session, &FACTS, &before, after)?;
    if granted {
        entitlements::granted_anew(session)?;
    }
    shown(session, product)
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |session, page| {
        let page = page.into_iter().map(|stored: Stored<Product>| stored.record).collect();
        expand::products(session, page)
    })
}

/// What is sent, over what is there; entitlement values are replaced whole.
fn overlaid(
    session: &mut Session<'_, '_>,
    before: &Product,
    sent: &Object,
) -> Result<Product, Failure> {
    let mut fields = sent.clone();
    let values = fields.remove("entitlements");
    let mut product: Product = laid_over(before, &fields)?;
    if let Some(values) = values {
        let values: Option<Vec<EntitlementValue>> =
            serde_json::from_value(values).unwrap_or_default();
        let mut faults = Faults::default();
        let values = values.unwrap_or_default();
        let known = entitled::Rows { own: &before.entitlements, inherited: &[] };
        product.entitlements =
            entitled::given(session, ("entitlements", &values), known, &mut faults)?;
        faults.refuse_any()?;
    }
    let mut seen = std::collections::BTreeSet::new();
    product.tags.retain(|tag| seen.insert(tag.clone()));
    record::refuse_large(&product.metadata)?;
    Ok(product)
}

fn shown(session: &mut Session<'_, '_>, product: Product) -> Result<Product, Failure> {
    Ok(expand::products(session, vec![product])?.pop().unwrap_or_default())
}
