//! What invoices take of amounts that are given once for a billing date.

use std::sync::Arc;

use money::{Amount, AmountError};

use crate::id::InvoiceHandle;
use crate::invoice::{DiscountDetail, Effect, Invoice};
use crate::snapshot::Snapshot;
use crate::subscription::{Discount, Subscription};

pub(crate) fn unuse_discounts(
    snapshot: &mut Snapshot,
    id: &InvoiceHandle,
) -> Result<(), AmountError> {
    match snapshot.invoice(id).cloned() {
        Some(invoice) if invoice.issue().is_some() => use_discounts(snapshot, &invoice, false),
        _ => Ok(()),
    }
}

/// Notes what an invoice took of amounts that are given once for a billing date.
pub(crate) fn use_discounts(
    snapshot: &mut Snapshot,
    invoice: &Invoice,
    used: bool,
) -> Result<(), AmountError> {
    if invoice.discounts.is_empty() && invoice.left_open.is_empty() && used {
        return Ok(());
    }
    for id in invoice.subscriptions() {
        let known = snapshot.subscriptions.iter_mut().find(|each| each.id == *id);
        known.map_or(Ok(()), |subscription| use_of(subscription, invoice, used))?;
    }
    Ok(())
}

fn use_of(
    subscription: &mut Arc<Subscription>,
    invoice: &Invoice,
    used: bool,
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
        let is_its = |known: &Discount| {
            known.id == detail.discount && matches!(known.effect, Effect::Amount { .. })
        };
        if !subscription.discounts.iter().any(is_its) {
            continue;
        }
        let mut all = Arc::make_mut(subscription).discounts.iter_mut();
        let Some(known) = all.find(|known| is_its(known)) else { continue };
        let date = detail.taken.as_ref().and_then(|taken| taken.date);
        let date = date.unwrap_or(invoice.billing_date);
        let before = match known.used {
            Some((at, amount)) if at == date => amount,
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
