//! What is bought: recurring pricings of one currency, listed or taken from a bundle.

use money::Currency;
use records::catalog::product_pricing::PricingKind;
use records::{Bundle, ProductPricing};

use super::parts::{Had, Parts};
use crate::catalog::bundles::Sold;
use crate::catalog::{pricings, record};
use crate::refusal::Faults;
use crate::{Failure, Session};

const MOST: usize = 100;

/// The pricings, in the order of the body or of the bundle.
#[derive(Default)]
pub(crate) struct Bought {
    pub(crate) pricings: Vec<ProductPricing>,
    /// Whether these are all that were wanted; others have a fault of their own.
    pub(super) whole: bool,
    /// Whether they are what the subscription had before.
    pub(crate) same: bool,
    /// The bundle that was named.
    pub(crate) bundle: Option<Bundle>,
    /// That of the subscription or of the first pricing, else the one that was sent.
    pub(crate) currency: Option<Currency>,
}

impl Bought {
    pub(super) fn pricing(&self, id: &str) -> Option<&ProductPricing> {
        self.pricings.iter().find(|pricing| pricing.id == id)
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.pricings.iter().map(|pricing| pricing.id.clone()).collect()
    }

    /// The bundle that was named, if one was, and the pricings.
    pub(crate) fn sold(&self) -> Sold<'_> {
        (self.bundle.as_ref(), &self.pricings)
    }

    /// Where in the body a pricing stands.
    pub(super) fn pointer(&self, place: usize) -> String {
        match self.same {
            true => "/product_pricing_ids".to_owned(),
            false => pointer(self.bundle.is_some(), place),
        }
    }
}

fn pointer(in_bundle: bool, place: usize) -> String {
    match in_bundle {
        true => "/bundle_pricing_id".to_owned(),
        false => format!("/product_pricing_ids/{place}"),
    }
}

/// What a body orders; where it says nothing of it, what the subscription has.
pub(super) fn bought(
    session: &mut Session<'_, '_>,
    body: &Parts<'_>,
    had: Option<&Had>,
    faults: &mut Faults,
) -> Result<Bought, Failure> {
    if let (Some(had), None, None) = (had, body.pricings, body.bundle) {
        let pricings = had.pricings.clone();
        let mut bought = Bought { pricings, whole: had.whole, same: true, ..Bought::default() };
        bought.currency = currency(body, had.currency, (&bought, &[]), faults);
        return Ok(bought);
    }
    let listed = body.pricings.unwrap_or_default().to_vec();
    let (ids, bundle) = match body.bundle {
        None => (listed, None),
        Some(_) if !listed.is_empty() => {
            let detail = "Send `product_pricing_ids` or `bundle_pricing_id`, not both.";
            faults.add("/bundle_pricing_id", "ambiguous", detail);
            (listed, None)
        }
        Some(id) => match bundle(session, id, had, faults)? {
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
    let used = had.iter().flat_map(|had| &had.pricings);
    let used: Vec<&str> = used.map(|pricing| pricing.id.as_str()).collect();
    let place = |place| pointer(in_bundle, place);
    let usable = pricings::usable(session, (&ids, &used), place, faults)?;
    let whole = usable.len() == ids.len();
    let mut bought = Bought { pricings: usable, whole, bundle, ..Bought::default() };
    recurring(&bought, &ids, faults);
    let known = had.and_then(|had| had.currency);
    bought.currency = currency(body, known, (&bought, &ids), faults);
    Ok(bought)
}

fn bundle(
    session: &mut Session<'_, '_>,
    id: &str,
    had: Option<&Had>,
    faults: &mut Faults,
) -> Result<Option<Bundle>, Failure> {
    Ok(match record::usable::<Bundle>(session, id)? {
        Ok(bundle) => Some(bundle),
        // What it has it may keep.
        Err(("archived", _)) if had.is_some_and(|had| had.bundle.as_deref() == Some(id)) => {
            let company = session.company_id().to_owned();
            store::catalog::get(session.tx, &company, id)?.map(|stored| stored.record)
        }
        Err((code, detail)) => {
            faults.add("/bundle_pricing_id", code, detail);
            None
        }
    })
}

fn recurring(bought: &Bought, ids: &[String], faults: &mut Faults) {
    for (place, id) in ids.iter().enumerate() {
        let once = |pricing: &ProductPricing| pricing.kind == PricingKind::OneTime;
        if bought.pricing(id).is_some_and(once) {
            let detail = "A one-time pricing is not subscribed to.";
            faults.add(&bought.pointer(place), "not_recurring", detail);
        }
    }
}

/// All of one currency, which is that of the subscription, and the one that was sent.
fn currency(
    body: &Parts<'_>,
    known: Option<Currency>,
    (bought, ids): (&Bought, &[String]),
    faults: &mut Faults,
) -> Option<Currency> {
    let sent: Option<Currency> = match body.currency.map(|c| c.to_uppercase().parse()) {
        Some(Err(unknown)) => {
            faults.add("/currency", "unknown", format!("{unknown}"));
            None
        }
        Some(Ok(currency)) => Some(currency),
        None => None,
    };
    if let (Some(each), Some(_)) = (known, sent.filter(|sent| Some(*sent) != known)) {
        let detail = format!("The subscription is in {}.", each.code());
        faults.add("/currency", "currency_mismatch", detail);
    }
    let first = bought.pricings.first().and_then(|pricing| pricing.currency.parse().ok());
    let wanted = known.or(sent).or(first)?;
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
