//! What the interface has and this version cannot do yet: refused by name, never ignored.

use super::parts::Parts;
use crate::refusal::Faults;

/// A method that nobody can charge.
pub(crate) const NO_PROVIDER: &str = "no_payment_provider";
pub(crate) const NO_PROVIDER_DETAIL: &str =
    "No payment provider is connected, so that there are no payment methods.";

/// Of any order.
pub(super) fn refuse(body: &Parts<'_>, faults: &mut Faults) {
    if body.payment_method.is_some() {
        faults.add("/payment_method_id", NO_PROVIDER, NO_PROVIDER_DETAIL);
    }
}
