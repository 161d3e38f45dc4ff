//! What the interface has and this version cannot do yet: refused by name, never ignored.

use super::parts::Parts;
use super::pricings::Bought;
use crate::refusal::Faults;

const CODE: &str = "not_available_yet";

/// A method that nobody can charge.
pub(crate) const NO_PROVIDER: &str = "no_payment_provider";
pub(crate) const NO_PROVIDER_DETAIL: &str =
    "No payment provider is connected, so that there are no payment methods.";

/// Of any order.
pub(super) fn refuse(body: &Parts<'_>, bought: &Bought, faults: &mut Faults) {
    if body.payment_method.is_some() {
        faults.add("/payment_method_id", NO_PROVIDER, NO_PROVIDER_DETAIL);
    }
    for (place, pricing) in bought.pricings.iter().enumerate() {
        let mut parts = pricing.product_metric_pricings.iter();
        if parts.any(|part| part.item_pricing.credit_price.is_some()) {
            let detail = "This pricing sells a credit, which is not possible yet.";
            faults.add(&bought.pointer(place), CODE, detail);
        }
    }
}
