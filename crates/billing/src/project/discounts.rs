//! What invoices take of amounts that are given once for a billing date, and discounts of what is
//! bought once, which are consumed.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError};

use crate::id::{InvoiceHandle, OneTimeHandle};
use crate::invoice::{DiscountDetail, DiscountScope, Effect, Invoice};
use crate::snapshot::Snapshot;
use crate::subscription::{DiscountState, Subscription};

pub(crate) fn unuse_discounts(
    snapshot: &mut Snapshot,
    id: &InvoiceHandle,
    at: Timestamp,
) -> Result<(), AmountError> {
    match snapshot.invoice(id).cloned() {
        Some(invoice) if invoice.issue().is_some() => {
            use_discounts(snapshot, &invoice, (false, at))
        }
        _ => Ok(()),
    }
}

/// Notes what an invoice took of amounts that are given once for a billing date.
pub(crate) fn use_discounts(
    snapshot: &mut Snapshot,
    invoice: &Invoice,
    (used, at): (bool, Timestamp),
) -> Result<(), AmountError> {
    if invoice.discounts.is_empty() && invoice.left_open.is_empty() && used {
        return Ok(());
    }
    for id in invoice.subscriptions() {
        let known = snapshot.subscriptions.iter_mut().find(|each| each.id == *id);
        known.map_or(Ok(()), |subscription| use_of(subscription, invoice, (used, at)))?;
    }
    Ok(())
}

fn use_of(
    subscription: &mut Arc<Subscription>,
    invoice: &Invoice,
    (used, at): (bool, Timestamp),
) -> Result<(), AmountError> {
    for (id, open) in invoice.left_open.iter().filter(|_| used) {
        let known = Arc::make_mut(subscription).discounts.iter_mut().find(|known| known.id == *id);
        known.into_iter().for_each(|known| known.open.clone_from(open));
    }
    if !used
        && subscription.discounts.iter().any(|d| d.open.iter().any(|open| open.by == invoice.id))
    {
        let discounts = Arc::make_mut(subscription).discounts.iter_mut();
        discounts.for_each(|known| known.open.retain(|open| open.by != invoice.id));
    }
    let moved = |detail: &&DiscountDetail| detail.taken.as_ref().is_some_and(|taken| taken.moved);
    for detail in invoice.discounts.iter().filter(|detail| !moved(detail)) {
        let place = subscription.discounts.iter().position(|d| d.id == detail.discount);
        let consumed = place.and_then(|place| consumed_by(subscription, place, (invoice, detail)));
        let known = place.and_then(|place| Arc::make_mut(subscription).discounts.get_mut(place));
        let Some(known) = known else { continue };
        if let (true, Some(one_time)) = (used, consumed) {
            (known.state, known.one_time) = (DiscountState::Consumed, Some(one_time.clone()));
            known.changed = Some(at);
        }
        let here = |id: &OneTimeHandle| invoice.one_times().any(|known| known == id);
        if !used && known.one_time.as_ref().is_some_and(here) {
            (known.state, known.one_time) = (DiscountState::Active, None);
            known.changed = Some(at);
        }
        if !matches!(known.effect, Effect::Amount { .. }) {
            continue;
        }
        let date = detail.taken.as_ref().and_then(|taken| taken.date);
        let date = date.unwrap_or(invoice.billing_date);
        let before = match known.used {
            Some((then, amount)) if then == date => amount,
            _ => Amount::zero(detail.amount.currency),
        };
        let sum = match used {
            true => before.checked_add(detail.amount)?,
            false => before.checked_sub(detail.amount)?,
        };
        known.used = Some((date, sum.or_zero()));
    }
    Ok(())
}

/// The one-time charge that a discount of what is bought once was used for.
fn consumed_by<'a>(
    subscription: &Subscription,
    place: usize,
    (invoice, detail): (&'a Invoice, &DiscountDetail),
) -> Option<&'a OneTimeHandle> {
    let once = match &subscription.discounts.get(place)?.scope {
        DiscountScope::OneTime(_)
        | DiscountScope::OneTimeCharge(_)
        | DiscountScope::ItemPricing(_)
        | DiscountScope::ProductPricing(_) => true,
        // Where the product recurs, too, the discount goes on.
        DiscountScope::Product(id) => !subscription.has_product(id),
        DiscountScope::Anything => false,
    };
    let parts = detail.taken.iter().flat_map(|taken| &taken.parts);
    let used = parts.filter(|(_, minor)| once && *minor != 0);
    let mut lines = used.filter_map(|(place, _)| invoice.lines.get(*place));
    lines.find_map(|line| line.one_time.as_ref()).map(|one_time| &one_time.id)
}
