//! The lines of one-time charges, and which of them the next invoice of a customer takes.

use std::sync::Arc;

use calendar::{Period, Share, Timestamp};
use money::{Amount, Ratio};

use crate::fact::{Fact, OneTimeFact};
use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::{Derivation, Line, OneTimeLine, Role};
use crate::one_time::item::{OneTimeItem, OneTimePrice, OneTimeTiming};
use crate::one_time::state::OneTime;
use crate::pricing::{Charge, Component, Configuration, Demand, Kind, ProductPricing, Row};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// What an invoice of a subscription takes: what came with it, and what waits for the next invoice
/// of its customer. What came with a subscription that is over is for any other.
pub(crate) fn next(snapshot: &Snapshot, subscription: &Subscription) -> Vec<Arc<OneTime>> {
    let waits = |known: &&Arc<OneTime>| {
        known.is_pending()
            && known.order.customer == subscription.customer
            && known.order.currency == subscription.terms.currency
            && match (&known.order.with, known.order.timing) {
                (Some(with), _) if with.subscription == subscription.id => true,
                (Some(with), OneTimeTiming::Next) => is_over(snapshot, &with.subscription),
                (None, OneTimeTiming::Next) => true,
                (Some(_) | None, OneTimeTiming::Immediate(_)) => false,
            }
    };
    snapshot.one_times.iter().filter(waits).cloned().collect()
}

/// Whether a subscription makes no invoices any more; all others of a payer are there.
fn is_over(snapshot: &Snapshot, id: &SubscriptionHandle) -> bool {
    snapshot.subscription(id).is_none_or(|known| known.is_over())
}

/// The facts that these stand on an invoice.
pub(crate) fn invoiced(
    taken: &[Arc<OneTime>],
    invoice: &InvoiceHandle,
    at: Timestamp,
) -> Vec<Fact> {
    let fact = |known: &Arc<OneTime>| Fact::OneTime {
        one_time: known.id.clone(),
        at,
        fact: OneTimeFact::Invoiced { invoice: invoice.clone() },
    };
    taken.iter().map(fact).collect()
}

/// The lines of all of these.
pub(crate) fn all(taken: &[Arc<OneTime>], at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let mut all = Vec::new();
    for one_time in taken {
        all.extend(lines(one_time, at)?);
    }
    Ok(all)
}

/// The lines of one: one for each component of a pricing.
fn lines(one_time: &OneTime, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let charges = charges(&one_time.item)?.into_iter();
    charges.map(|(of, charge)| line(one_time, of, charge, at)).collect()
}

/// What an item comes to, each component by itself, if amounts can hold it.
pub(crate) fn check(item: &OneTimeItem) -> Result<(), Refusal> {
    for (_, charge) in charges(item)? {
        charge.beyond(None)?;
    }
    Ok(())
}

/// What an item comes to, exactly.
pub(crate) fn total(item: &OneTimeItem) -> Result<Ratio, Refusal> {
    Ok(charges(item)?.into_iter().map(|(_, charge)| charge.exact).sum())
}

type Priced<'a> = Option<(&'a Arc<ProductPricing>, &'a Arc<Component>)>;

fn charges<'a>(item: &'a OneTimeItem) -> Result<Vec<(Priced<'a>, Charge)>, Refusal> {
    let units = item.quantity.ratio();
    match &item.price {
        OneTimePrice::Pricing(pricing) => {
            let charge = |component: &'a Arc<Component>| {
                let demand = Demand::new(units.clone(), Kind::Licence);
                let charge = component.pricing.charge(&demand)?;
                Ok((Some((pricing, component)), charge))
            };
            pricing.components.iter().map(charge).collect()
        }
        OneTimePrice::Custom { amount, name, .. } => {
            let row = Row::new(name.clone(), units.clone(), amount.major());
            let (currency, share, exact) = (amount.currency, Share::FULL, row.amount.clone());
            Ok(vec![(None, Charge { currency, rows: vec![row], share, exact })])
        }
    }
}

fn line(
    one_time: &OneTime,
    of: Priced<'_>,
    charge: Charge,
    at: Timestamp,
) -> Result<Line, Refusal> {
    let (exact, amount) = charge.beyond(None)?;
    let zero = Amount::zero(amount.currency);
    let product = match &one_time.item.price {
        OneTimePrice::Pricing(_) => None,
        OneTimePrice::Custom { product, .. } => product.clone(),
    };
    let (id, order) = (one_time.id.clone(), one_time.order.id.clone());
    Ok(Line {
        id: None,
        since: None,
        collected: None,
        role: Role::OneTime,
        customer: one_time.order.customer.clone(),
        subscription: one_time.order.with.as_ref().map(|with| with.subscription.clone()),
        one_time: Some(OneTimeLine { id, order, product }),
        pricing: of.map(|(pricing, _)| pricing.clone()),
        component: of.map(|(_, component)| component.clone()),
        period: Period { start: at, end: at },
        units: Ratio::clone(one_time.item.quantity.ratio()),
        share: Share::FULL,
        derivation: Derivation::Charge {
            configuration: Arc::new(Configuration::default()),
            scheduled: 0,
            charge,
            less: None,
            used: None,
        },
        exact,
        amount,
        discount: zero,
        tax: zero,
        sort_order: one_time.item.sort_order.clone(),
    })
}
