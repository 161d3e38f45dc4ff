//! The lines of one-time charges, and which of them the next invoice of a customer takes.

use std::sync::Arc;

use calendar::{Period, Share, Timestamp};
use money::{Amount, Ratio};

use crate::fact::{Fact, OneTimeFact};
use crate::id::InvoiceHandle;
use crate::invoice::{Derivation, Line, OneTimeLine, Role};
use crate::one_time::state::{OneTime, OneTimePrice, OneTimeTiming};
use crate::pricing::{Charge, Component, Configuration, Demand, Kind, ProductPricing, Row};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// What an invoice of a subscription takes: what waits for the next invoice of its customer.
pub(crate) fn next(snapshot: &Snapshot, subscription: &Subscription) -> Vec<Arc<OneTime>> {
    let waits = |known: &&Arc<OneTime>| {
        known.is_pending()
            && known.order.timing == OneTimeTiming::Next
            && known.order.customer == subscription.customer
            && known.order.currency == subscription.terms.currency
    };
    snapshot.one_times.iter().filter(waits).cloned().collect()
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
pub(crate) fn lines(one_time: &OneTime, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let units = one_time.quantity.ratio();
    match &one_time.price {
        OneTimePrice::Pricing(pricing) => {
            let line = |component: &Arc<Component>| {
                let charge =
                    component.pricing.charge(&Demand::new(units.clone(), Kind::Licence))?;
                line(one_time, Some((pricing, component)), charge, at)
            };
            pricing.components.iter().map(line).collect()
        }
        OneTimePrice::Custom { amount, name, .. } => {
            let row = Row::new(name.clone(), units.clone(), amount.major());
            let (currency, share, exact) = (amount.currency, Share::FULL, row.amount.clone());
            let charge = Charge { currency, rows: vec![row], share, exact };
            Ok(vec![line(one_time, None, charge, at)?])
        }
    }
}

fn line(
    one_time: &OneTime,
    of: Option<(&Arc<ProductPricing>, &Arc<Component>)>,
    charge: Charge,
    at: Timestamp,
) -> Result<Line, Refusal> {
    let (exact, amount) = charge.beyond(None)?;
    let zero = Amount::zero(amount.currency);
    let product = match &one_time.price {
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
        subscription: None,
        one_time: Some(OneTimeLine { id, order, product }),
        pricing: of.map(|(pricing, _)| pricing.clone()),
        component: of.map(|(_, component)| component.clone()),
        period: Period { start: at, end: at },
        units: Ratio::clone(one_time.quantity.ratio()),
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
        sort_order: one_time.sort_order.clone(),
    })
}
