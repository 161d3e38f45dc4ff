//! What is bought: recurring pricings of one currency, listed or taken from a bundle.

use money::Currency;
use records::catalog::product_pricing::PricingKind;
use records::{Bundle, ProductPricing, SubscriptionCreate};

use crate::catalog::{pricings, shelf};
use crate::refusal::Faults;
use crate::{Failure, Session};

const MOST: usize = 100;

/// The pricings, in the order of the body or of the bundle.
#[derive(Default)]
pub(crate) struct Bought {
    pub(crate) pricings: Vec<ProductPricing>,
    /// Whether these are all that were wanted; others have a fault of their own.
    pub(super) whole: bool,
    /// The bundle that was named.
    pub(crate) bundle: Option<Bundle>,
    /// That of the first pricing, else the one that was sent.
    pub(crate) currency: Option<Currency>,
}

impl Bought {
    pub(super) fn pricing(&self, id: &str) -> Option<&ProductPricing> {
        self.pricings.iter().find(|pricing| pricing.id == id)
    }

    /// Where in the body a pricing stands.
    pub(super) fn pointer(&self, place: usize) -> String {
        pointer(self.bundle.is_some(), place)
    }
}

fn pointer(in_bundle: bool, place: usize) -> String {
    match in_bundle {
        true => "/bundle_pricing_id".to_owned(),
        false => format!("/product_pricing_ids/{place}"),
    }
}

pub(super) fn bought(
    session: &mut Session<'_, '_>,
    body: &SubscriptionCreate,
    faults: &mut Faults,
) -> Result<Bought, Failure> {
    let listed = body.product_pricing_ids.clone().unwrap_or_default();
    let (ids, bundle) = match &body.bundle_pricing_id {
        None => (listed, None),
        Some(_) if !listed.is_empty() => {
            let detail = "Send `product_pricing_ids` or `bundle_pricing_id`, not both.";
            faults.add("/bundle_pricing_id", "ambiguous", detail);
            (listed, None)
        }
        Some(id) => match bundle(session, id, faults)? {
            None => return Ok(Bought::default()),
            Some(bundle) => {
                let parts = bundle.bundle_product_pricings.iter();
                (parts.map(|part| part.product_pricing_id.clone()).collect(), Some(bundle))
            }
        },
    };
    let in_bundle = bundle.is_some();
    if ids.len() > MOST {
        let detail = format!("A subscription has at most {MOST} pricings.");
        faults.add(&pointer(in_bundle, 0), "too_many", detail);
    }
    let usable = pricings::usable(session, &ids, |place| pointer(in_bundle, place), faults)?;
    let whole = usable.len() == ids.len();
    let mut bought = Bought { pricings: usable, whole, bundle, currency: None };
    recurring(&bought, &ids, faults);
    bought.currency = currency(body, &bought, &ids, faults);
    Ok(bought)
}

fn bundle(
    session: &mut Session<'_, '_>,
    id: &str,
    faults: &mut Faults,
) -> Result<Option<Bundle>, Failure> {
    Ok(match shelf::usable::<Bundle>(session, id)? {
        Ok(bundle) => Some(bundle),
        Err((code, detail)) => {
            faults.add("/bundle_pricing_id", code, detail);
            None
        }
    })
}

fn recurring(bought: &Bought, ids: &[String], faults: &mut Faults) {
    for (place, id) in ids.iter().enumerate() {
        let once = |own: &ProductPricing| own.kind == PricingKind::OneTime;
        if bought.pricing(id).is_some_and(once) {
            let detail = "A one-time pricing is not subscribed to.";
            faults.add(&bought.pointer(place), "not_recurring", detail);
        }
    }
}

/// All of one currency, which is the one that was sent.
fn currency(
    body: &SubscriptionCreate,
    bought: &Bought,
    ids: &[String],
    faults: &mut Faults,
) -> Option<Currency> {
    let sent: Option<Currency> = match body.currency.as_deref().map(|c| c.to_uppercase().parse()) {
        Some(Err(unknown)) => {
            faults.add("/currency", "unknown", format!("{unknown}"));
            None
        }
        Some(Ok(currency)) => Some(currency),
        None => None,
    };
    let first = bought.pricings.first().and_then(|own| own.currency.parse().ok());
    let wanted = sent.or(first)?;
    for (place, id) in ids.iter().enumerate() {
        let Some(pricing) = bought.pricing(id) else { continue };
        if pricing.currency != wanted.code() {
            let detail =
                format!("The subscription is in {}, this in {}.", wanted.code(), pricing.currency);
            faults.add(&bought.pointer(place), "currency_mismatch", detail);
        }
    }
    Some(wanted)
}
