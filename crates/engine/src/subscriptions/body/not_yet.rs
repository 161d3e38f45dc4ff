//! What the interface has and this version cannot do yet: refused by name, never ignored.

use records::SubscriptionCreate;

use super::pricings::Bought;
use crate::refusal::Faults;

pub(super) const CODE: &str = "not_available_yet";

pub(super) fn refuse(body: &SubscriptionCreate, bought: &Bought, faults: &mut Faults) {
    let asked = [
        ("/trial", body.trial == Some(true), "Trials are"),
        ("/trial_term", body.trial_term.is_some(), "Trials are"),
        ("/scheduled_changes", some(&body.scheduled_changes), "Scheduled changes are"),
        ("/onetime_items", some(&body.onetime_items), "One-time items are"),
        ("/parent_billed", body.parent_billed == Some(true), "Billing the parent is"),
        ("/override_entitlements", some(&body.override_entitlements), "Own entitlements are"),
    ];
    for (pointer, _, what) in asked.into_iter().filter(|(_, asked, _)| *asked) {
        faults.add(pointer, CODE, format!("{what} not possible yet."));
    }
    for (place, pricing) in bought.pricings.iter().enumerate() {
        let mut parts = pricing.product_metric_pricings.iter();
        if parts.any(|part| part.item_pricing.credit_price.is_some()) {
            let detail = "This pricing sells a credit, which is not possible yet.";
            faults.add(&bought.pointer(place), CODE, detail);
        }
    }
}

fn some<T>(list: &Option<Vec<T>>) -> bool {
    list.as_ref().is_some_and(|list| !list.is_empty())
}
