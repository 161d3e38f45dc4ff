//! What a customer's documents together count as revenue is what they bill, less what credits paid,
//! with what they put into credits; credits that are money count nowhere.

use std::collections::BTreeMap;

use money::Currency;

use crate::audit::finding::{Finding, own};
use crate::id::CreditHandle;
use crate::invoice::InvoiceState;
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let money: Vec<&CreditHandle> = snapshot
        .credits
        .iter()
        .filter(|credit| credit.origin.is_money())
        .map(|known| &known.id)
        .collect();
    let mut sums: BTreeMap<Currency, [i128; 2]> = BTreeMap::new();
    for invoice in own(snapshot) {
        let [noted, billed] = sums.entry(invoice.currency).or_default();
        *noted += i128::from(invoice.totals.revenue.minor);
        if matches!(invoice.state, InvoiceState::Void { .. }) {
            continue;
        }
        for line in invoice.lines.iter().filter(|line| !line.sells_money()) {
            *billed += i128::from(line.amount.minor) - i128::from(line.discount.minor);
        }
        let credits = invoice.credits.iter();
        for detail in credits.filter(|each| each.credit().is_some_and(|id| !money.contains(&id))) {
            *billed -= i128::from(detail.net.minor);
        }
        let later = invoice.payments.iter().filter_map(|payment| payment.credit.as_ref());
        for paid in later.filter(|paid| !money.contains(&&paid.credit)) {
            *billed -= i128::from(paid.net.minor);
        }
    }
    let wrong = sums.iter().filter(|(_, [noted, billed])| noted != billed);
    wrong
        .map(|(currency, [noted, billed])| {
            let customer = &snapshot.payer.id;
            format!("customer {customer} has revenue of {noted} and billed {billed}, in {currency}")
        })
        .collect()
}
