//! What a customer's documents together count as revenue is what they bill, less what credits paid,
//! with what they put into credits; credits that are money count nowhere.

use std::collections::BTreeMap;

use money::Currency;

use crate::audit::finding::Finding;
use crate::id::Handle;
use crate::invoice::InvoiceState;
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let money: Vec<&Handle> =
        snapshot.credits.iter().filter(|own| own.origin.is_money()).map(|own| &own.id).collect();
    let mut sums: BTreeMap<Currency, [i128; 2]> = BTreeMap::new();
    for own in &snapshot.invoices {
        let [noted, billed] = sums.entry(own.currency).or_default();
        *noted += i128::from(own.totals.revenue.minor);
        if matches!(own.state, InvoiceState::Void { .. }) {
            continue;
        }
        for line in &own.lines {
            *billed += i128::from(line.amount.minor) - i128::from(line.discount.minor);
        }
        let credits = own.credits.iter();
        for detail in credits.filter(|own| own.credit().is_some_and(|id| !money.contains(&id))) {
            *billed -= i128::from(detail.net.minor);
        }
    }
    let wrong = sums.iter().filter(|(_, [noted, billed])| noted != billed);
    wrong
        .map(|(currency, [noted, billed])| {
            let customer = &snapshot.customer.id;
            format!("customer {customer} has revenue of {noted} and billed {billed}, in {currency}")
        })
        .collect()
}
