//! What a customer is worth by its subscriptions.

use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use money::Amount;
use records::CustomerId;
use store::customer::Revenue;

use crate::Failure;
use crate::bill::stored;

/// What the customer is worth: in the company's currency where it has a subscription in it, else
/// in that of its oldest.
pub(crate) fn revenue(
    customer: &CustomerId,
    preferred: &str,
    after: &Snapshot,
) -> Result<Revenue, Failure> {
    let live: Vec<&Subscription> = after
        .subscriptions
        .iter()
        .map(|subscription| &**subscription)
        .filter(|subscription| subscription.is_live())
        .collect();
    let shown = live
        .iter()
        .find(|subscription| subscription.terms.currency.code() == preferred)
        .or(live.first())
        .map(|subscription| subscription.terms.currency);
    let mut sums: Vec<(money::Currency, i64, i64)> = Vec::new();
    for known in &live {
        let (mrr, arr) = (known.recurring_revenue.mrr.minor, known.recurring_revenue.arr.minor);
        match sums.iter_mut().find(|(currency, ..)| *currency == known.terms.currency) {
            Some(sum) => {
                sum.1 = sum.1.saturating_add(mrr);
                sum.2 = sum.2.saturating_add(arr);
            }
            None => sums.push((known.terms.currency, mrr, arr)),
        }
    }
    let entry = sums.iter().find(|(currency, ..)| Some(*currency) == shown);
    let amounts: Vec<Amount> =
        sums.iter().map(|(currency, mrr, _)| Amount::new(*currency, *mrr)).collect();
    Ok(Revenue {
        customer_id: customer.clone(),
        mrr: entry.map_or(0, |entry| entry.1),
        arr: entry.map_or(0, |entry| entry.2),
        currency: shown.map(|currency| currency.code().to_owned()),
        by_currency: Some(stored::written(&amounts)?),
        live: i64::try_from(live.len()).unwrap_or(i64::MAX),
        // The subscription has changed, not the customer.
        updated_at: None,
    })
}
