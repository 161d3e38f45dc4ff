//! What a customer is worth by its subscriptions.

use std::collections::BTreeSet;
use std::sync::Arc;

use billing::snapshot::Snapshot;
use billing::subscription::{RecurringRevenue, Subscription};
use money::{Amount, Currency, UnknownCurrency};
use records::{CompanyId, CustomerId};
use store::customer::Revenue;
use store::subscription::Worth;

use crate::bill::stored;
use crate::{Failure, Session};

/// What the live subscriptions of a customer come to that are all here: in the company's currency
/// where it has one in it, else in that of its oldest.
pub(crate) fn revenue(
    customer: &CustomerId,
    preferred: &str,
    after: &Snapshot,
) -> Result<Revenue, Failure> {
    let own = after.subscriptions.iter().filter(|known| *known.customer == **customer);
    let live = own.filter(|subscription| subscription.is_live());
    let worth = |known: &Arc<Subscription>| {
        let RecurringRevenue { mrr, arr } = known.recurring_revenue;
        (known.terms.currency, mrr.minor, arr.minor)
    };
    summed(customer, preferred, &live.map(worth).collect::<Vec<_>>())
}

/// The same by rows of all subscriptions, whoever pays for them.
pub(crate) fn of_worths(
    customer: &CustomerId,
    preferred: &str,
    worths: &[Worth],
) -> Result<Revenue, Failure> {
    let own = worths.iter().filter(|worth| worth.customer_id == *customer);
    let unknown = |error: UnknownCurrency| store::Error::Broken(error.to_string());
    let live = own.map(|worth| {
        let currency: Currency = worth.currency.parse().map_err(unknown)?;
        Ok((currency, worth.mrr, worth.arr))
    });
    summed(customer, preferred, &live.collect::<Result<Vec<_>, Failure>>()?)
}

/// What each currency comes to, a month and a year.
type Sums = Vec<(Currency, i64, i64)>;

fn summed(
    customer: &CustomerId,
    preferred: &str,
    live: &[(Currency, i64, i64)],
) -> Result<Revenue, Failure> {
    let shown = live.iter().find(|(currency, ..)| currency.code() == preferred).or(live.first());
    let shown = shown.map(|(currency, ..)| *currency);
    let mut sums: Sums = Vec::new();
    for (currency, mrr, arr) in live {
        match sums.iter_mut().find(|(known, ..)| known == currency) {
            Some(sum) => {
                sum.1 = sum.1.saturating_add(*mrr);
                sum.2 = sum.2.saturating_add(*arr);
            }
            None => sums.push((*currency, *mrr, *arr)),
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

/// Adds up again what these customers have, whoever pays for it.
pub(super) fn recount(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    customers: BTreeSet<&CustomerId>,
) -> Result<(), Failure> {
    if customers.is_empty() {
        return Ok(());
    }
    let ids: Vec<CustomerId> = customers.into_iter().cloned().collect();
    let worths = store::subscription::worths(session.tx, company, ids.clone())?;
    let preferred = session.company().preferred_currency.clone();
    let all = ids.iter().map(|id| {
        let known = of_worths(id, &preferred, &worths)?;
        Ok(Revenue { updated_at: Some(session.now()), ..known })
    });
    let all: Vec<Revenue> = all.collect::<Result<_, Failure>>()?;
    let all: Vec<&Revenue> = all.iter().collect();
    Ok(store::customer::set_revenue(session.tx, company, &all)?)
}
