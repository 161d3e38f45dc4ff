//! Applying a fact to a snapshot in memory. A store does the same to its rows; scenarios, previews
//! and `decide` itself use this. It decides nothing and refuses nothing.

pub(crate) mod invoices;

use std::sync::Arc;

use money::Amount;

use crate::credit::{Action, Credit, CreditState, LogEntry};
use crate::fact::Fact;
use crate::id::Handle;
use crate::invoice::{Cause, DiscountDetail, Effect, Invoice};
use crate::snapshot::{OpenInvoices, Snapshot};
use crate::subscription::{Cancel, Change, DiscountState, Status, Subscription, Trial};

/// Makes the snapshot what it is after the fact.
pub fn project(snapshot: &mut Snapshot, fact: &Fact) {
    match fact {
        Fact::SubscriptionCreated(own) => {
            snapshot.minted.note(&own.id);
            note(snapshot, own);
            if let OpenInvoices::Of(known) = &mut snapshot.open_of {
                // It has none yet.
                known.insert(own.id.clone());
            }
            snapshot.subscriptions.push(Arc::new(Subscription::clone(own)));
        }
        Fact::TrialConverted { after, .. } | Fact::SubscriptionChanged { after, .. } => {
            note(snapshot, after);
            let own = snapshot.subscriptions.iter_mut().find(|own| own.id == after.id);
            own.into_iter().for_each(|own| *own = Arc::new(Subscription::clone(after)));
        }
        Fact::ChangeScheduled { change, .. } => {
            snapshot.minted.note(&change.id);
            of_subscription(snapshot, fact);
        }
        Fact::CancelAsked { cancel, .. } => {
            snapshot.minted.note(&cancel.id);
            of_subscription(snapshot, fact);
        }
        Fact::InvoiceDrafted(own) | Fact::InvoiceFinalized(own) | Fact::InvoiceForgiven(own) => {
            keep(snapshot, own)
        }
        Fact::CreditIssued { credit, .. } => {
            snapshot.minted.note(&credit.id);
            snapshot.credits.push(Arc::new(Credit::clone(credit)));
        }
        Fact::InvoiceUpdated { .. }
        | Fact::PaymentRecorded { .. }
        | Fact::PaymentRefunded { .. }
        | Fact::PaymentWithdrawn { .. } => invoices::update(snapshot, fact),
        Fact::InvoiceVoided { invoice: id, .. } => {
            unuse_discounts(snapshot, id);
            invoices::take_back(snapshot, id);
            invoices::update(snapshot, fact);
        }
        Fact::CreditApplied { credit: id, .. }
        | Fact::CreditRestored { credit: id, .. }
        | Fact::CreditExpired { credit: id, .. }
        | Fact::CreditRevoked { credit: id, .. } => {
            let own = snapshot.credits.iter_mut().find(|own| own.id == *id);
            own.into_iter().for_each(|own| credit(Arc::make_mut(own), fact));
        }
        Fact::SubscriptionStarted { .. }
        | Fact::SubscriptionBilled { .. }
        | Fact::SubscriptionRenewed { .. }
        | Fact::SubscriptionEnded { .. }
        | Fact::SubscriptionParked { .. }
        | Fact::SubscriptionRetried { .. }
        | Fact::SubscriptionUpdated { .. }
        | Fact::SubscriptionValued { .. }
        | Fact::TrialExtended { .. }
        | Fact::ChangeDropped { .. }
        | Fact::LinesWaiting { .. }
        | Fact::CancelUndone { .. }
        | Fact::SubscriptionCancelled { .. }
        | Fact::SubscriptionPaused { .. }
        | Fact::SubscriptionResumed { .. }
        | Fact::DiscountRevoked { .. }
        | Fact::DiscountExpired { .. } => of_subscription(snapshot, fact),
    }
}

/// Takes note of everything that was named with a subscription.
fn note(snapshot: &mut Snapshot, own: &Subscription) {
    own.discounts.iter().for_each(|discount| snapshot.minted.note(&discount.id));
    let changes = own.life.changes.iter().chain(&own.life.changed);
    changes.for_each(|change| snapshot.minted.note(&change.id));
}

fn of_subscription(snapshot: &mut Snapshot, fact: &Fact) {
    let Some(id) = fact.subscription() else { return };
    let own = snapshot.subscriptions.iter_mut().find(|own| own.id == *id);
    own.into_iter().for_each(|own| subscription(Arc::make_mut(own), fact));
}

fn subscription(own: &mut Subscription, fact: &Fact) {
    match fact {
        Fact::SubscriptionStarted { .. } => {
            own.status = Status::Active;
            let pending = own.discounts.iter_mut().filter(|d| d.state == DiscountState::Pending);
            pending.for_each(|discount| discount.state = DiscountState::Active);
        }
        Fact::SubscriptionBilled { progress, .. } => own.progress = (**progress).clone(),
        Fact::SubscriptionRenewed { at, number, next, .. } => {
            own.renewals.last = Some(*at);
            own.renewals.next = *number;
            own.renewals.date = *next;
        }
        Fact::SubscriptionEnded { .. } => own.status = Status::Ended,
        Fact::SubscriptionParked { reason, .. } => own.parked = Some(reason.clone()),
        Fact::SubscriptionRetried { .. } => own.parked = None,
        Fact::SubscriptionUpdated { auto_charges, due_days, minimum, .. } => {
            own.auto_charges = *auto_charges;
            own.due_days = *due_days;
            own.minimum = *minimum;
        }
        Fact::SubscriptionValued { worth, .. } => {
            own.worth = *worth;
            own.life.valued |= !worth.mrr.is_zero();
        }
        Fact::DiscountExpired { discount, .. } => {
            let expired = own.discounts.iter_mut().filter(|d| d.id == *discount);
            expired.for_each(|discount| discount.state = DiscountState::Expired);
        }
        Fact::DiscountRevoked { discount, .. } => {
            let revoked = own.discounts.iter_mut().filter(|d| d.id == *discount);
            revoked.for_each(|discount| discount.state = DiscountState::Revoked);
        }
        _ => life(own, fact),
    }
}

fn life(own: &mut Subscription, fact: &Fact) {
    match fact {
        Fact::TrialExtended { end, renewal, .. } => {
            own.life.trial = own.life.trial.map(|trial| Trial { end: *end, ..trial });
            own.renewals.date = *renewal;
        }
        Fact::ChangeScheduled { change, .. } => {
            own.life.changes.retain(|known| known.scheduled || change.scheduled);
            own.life.changes.push(Arc::new(Change::clone(change)));
            own.life.changes.sort_by_key(|change| change.at);
        }
        Fact::ChangeDropped { change, .. } => own.life.changes.retain(|own| own.id != *change),
        Fact::LinesWaiting { lines, .. } => own.life.waiting.clone_from(lines),
        Fact::CancelAsked { cancel, .. } => {
            own.end = Some(cancel.at);
            own.life.cancel = Some(Arc::new(Cancel::clone(cancel)));
        }
        Fact::CancelUndone { end, .. } => {
            own.end = *end;
            own.life.cancel = None;
        }
        Fact::SubscriptionCancelled { .. } => own.status = Status::Cancelled,
        Fact::SubscriptionPaused { pause, .. } => own.life.pause = Some(*pause),
        Fact::SubscriptionResumed { .. } => own.life.pause = None,
        _ => {}
    }
}

/// A draft, or the final invoice in its place; amounts of discounts are used when it is final.
fn keep(snapshot: &mut Snapshot, own: &Invoice) {
    snapshot.minted.note(&own.id);
    if own.issue().is_some() {
        use_discounts(snapshot, own, true);
    }
    if let Cause::Next { request } = &own.cause {
        snapshot.minted.note(request);
    }
    if let Cause::Reissue { invoice: old } = &own.cause
        && let Some(old) = snapshot.invoices.iter_mut().find(|known| known.id == *old)
    {
        Arc::make_mut(old).reissued_as = Some(own.id.clone());
    }
    invoices::take_back(snapshot, &own.id);
    match snapshot.invoices.iter_mut().find(|known| known.id == own.id) {
        Some(known) => *known = Arc::new(own.clone()),
        None => snapshot.invoices.push(Arc::new(own.clone())),
    }
    invoices::note(snapshot, own);
}

fn credit(own: &mut Credit, fact: &Fact) {
    let (action, amount, invoice) = match fact {
        Fact::CreditApplied { amount, invoice, .. } => {
            (Action::Applied, *amount, Some(invoice.clone()))
        }
        Fact::CreditRestored { amount, invoice, expires, .. } => {
            own.expires = *expires;
            (Action::Restored, *amount, Some(invoice.clone()))
        }
        Fact::CreditExpired { amount, .. } => (Action::Expired, *amount, None),
        Fact::CreditRevoked { amount, invoice, .. } => (Action::Revoked, *amount, invoice.clone()),
        _ => return,
    };
    let sign = if action.adds() { 1 } else { -1 };
    own.balance.minor = own.balance.minor.saturating_add(amount.minor.saturating_mul(sign));
    own.state = match action {
        Action::Expired => CreditState::Expired,
        Action::Revoked => CreditState::Revoked,
        _ if own.balance.is_zero() => CreditState::Consumed,
        _ => CreditState::Active,
    };
    own.log.push(LogEntry { action, amount, invoice });
}

fn unuse_discounts(snapshot: &mut Snapshot, id: &Handle) {
    let Some(own) = snapshot.invoice(id).cloned() else { return };
    if own.issue().is_some() {
        use_discounts(snapshot, &own, false);
    }
}

/// Notes what an invoice took of amounts that are given once for a billing date.
fn use_discounts(snapshot: &mut Snapshot, invoice: &Invoice, used: bool) {
    let Some(id) = invoice.subscription.as_ref() else { return };
    if invoice.discounts.is_empty() && invoice.left_open.is_empty() && used {
        return;
    }
    let Some(own) = snapshot.subscriptions.iter_mut().find(|own| own.id == *id) else { return };
    for (id, open) in invoice.left_open.iter().filter(|_| used) {
        let known = Arc::make_mut(own).discounts.iter_mut().find(|known| known.id == *id);
        known.into_iter().for_each(|known| known.open.clone_from(open));
    }
    if !used && own.discounts.iter().any(|d| d.open.iter().any(|open| open.by == invoice.id)) {
        let discounts = Arc::make_mut(own).discounts.iter_mut();
        discounts.for_each(|known| known.open.retain(|open| open.by != invoice.id));
    }
    let moved = |own: &&DiscountDetail| own.taken.as_ref().is_some_and(|taken| taken.moved);
    for detail in invoice.discounts.iter().filter(|detail| !moved(detail)) {
        let known = Arc::make_mut(own).discounts.iter_mut().find(|d| d.id == detail.discount);
        let Some(known) = known.filter(|d| matches!(d.effect, Effect::Amount { .. })) else {
            continue;
        };
        let before = match known.used {
            Some((date, amount)) if date == invoice.billing_date => amount.minor,
            _ => 0,
        };
        let sign = if used { 1 } else { -1 };
        let minor = before.saturating_add(detail.amount.minor.saturating_mul(sign)).max(0);
        known.used = Some((invoice.billing_date, Amount { minor, ..detail.amount }));
    }
}
