//! Giving names: every handle that a decision made is replaced by what the store calls the record,
//! and a test may call records as it likes.

use std::sync::Arc;

use crate::credit::Credit;
use crate::id::{Handle, Name};
use crate::invoice::{Cause, Derivation, Invoice, InvoiceState, Line, Payment, Settling};
use crate::period::BillingState;
use crate::subscription::{Lifecycle, Subscription};

/// Answers what a record is called from now on; a name that stays is answered as it is.
pub type Give<'a> = dyn FnMut(&Name) -> Name + 'a;

pub(crate) fn handle<K>(id: &mut Handle<K>, give: &mut Give<'_>) {
    id.rename(give);
}

impl Subscription {
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        for discount in &mut self.discounts {
            handle(&mut discount.id, give);
            discount.open.iter_mut().for_each(|open| handle(&mut open.by, give));
            discount.one_time.iter_mut().for_each(|one_time| handle(one_time, give));
        }
        self.state.replace_handles(give);
        self.lifecycle.replace_handles(give);
    }
}

impl BillingState {
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        self.advance_invoices.iter_mut().for_each(|billed| handle(&mut billed.invoice, give));
    }
}

impl Lifecycle {
    fn replace_handles(&mut self, give: &mut Give<'_>) {
        for change in self.changes.iter_mut().chain(&mut self.changed) {
            if change.id.is_new() {
                handle(&mut Arc::make_mut(change).id, give);
            }
        }
        if let Some(cancel) = &mut self.cancel
            && cancel.id.is_new()
        {
            handle(&mut Arc::make_mut(cancel).id, give);
        }
    }
}

impl Line {
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        self.id.iter_mut().for_each(|id| handle(id, give));
        self.subscription.iter_mut().for_each(|id| handle(id, give));
        if let Some(one_time) = &mut self.one_time {
            handle(&mut one_time.id, give);
            handle(&mut one_time.order, give);
        }
        if let Derivation::Charge { used: Some(used), .. } = &mut self.derivation {
            used.credited.iter_mut().for_each(|each| handle(&mut each.credit, give));
        }
        if let Derivation::ProrationCredit(proration_credit) = &mut self.derivation {
            handle(&mut proration_credit.invoice, give);
            proration_credit.earlier.iter_mut().for_each(|(by, _)| handle(by, give));
            proration_credit.discounts.iter_mut().for_each(|(discount, _)| handle(discount, give));
        }
    }
}

impl Invoice {
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        match &mut self.cause {
            Cause::Cycle { subscription, .. } | Cause::Adjustment { subscription, .. } => {
                handle(subscription, give)
            }
            Cause::Reissue { invoice } => handle(invoice, give),
            Cause::Change { change } => handle(change, give),
            Cause::Cancel { cancel } => handle(cancel, give),
            Cause::Next { request } => handle(request, give),
            Cause::OneTime { order } => handle(order, give),
            Cause::Rollup { .. } => {}
        }
        self.subscription.iter_mut().for_each(|id| handle(id, give));
        self.reissued_as.iter_mut().for_each(|id| handle(id, give));
        self.discounts.iter_mut().for_each(|detail| handle(&mut detail.discount, give));
        self.credits.iter_mut().for_each(|detail| detail.of.replace_handles(give));
        self.lines.iter_mut().for_each(|line| line.replace_handles(give));
        self.credited.iter_mut().for_each(|credited| handle(&mut credited.by, give));
        for (discount, open) in &mut self.left_open {
            handle(discount, give);
            open.iter_mut().for_each(|known| handle(&mut known.by, give));
        }
        self.payments.iter_mut().for_each(|payment| payment.replace_handles(give));
        self.granted.iter_mut().for_each(|id| handle(id, give));
        if let InvoiceState::Draft { basis: Some(basis), .. } = &mut self.state {
            shared_lines(&mut basis.pending_lines, give);
            if has_new(&basis.subscription) {
                Arc::make_mut(&mut basis.subscription).replace_handles(give);
            }
        }
    }
}

impl Payment {
    pub(crate) fn replace_handles(&mut self, give: &mut Give<'_>) {
        self.given_by.iter_mut().for_each(|by| handle(by, give));
        self.credit.iter_mut().for_each(|by| handle(&mut by.credit, give));
    }
}

impl Settling {
    fn replace_handles(&mut self, give: &mut Give<'_>) {
        match self {
            Settling::Credit(credit) => handle(credit, give),
            Settling::Due { invoice } | Settling::Refund { invoice } => handle(invoice, give),
            Settling::Restored { credit, invoice } => {
                handle(credit, give);
                handle(invoice, give);
            }
        }
    }
}

impl Credit {
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        self.subscription.iter_mut().for_each(|id| handle(id, give));
        let entries = self.log.iter_mut().filter_map(|entry| entry.invoice.as_mut());
        entries.for_each(|id| handle(id, give));
        if let Some(source) = &mut self.source {
            handle(&mut source.invoice, give);
            source.subscription.iter_mut().for_each(|known| handle(known, give));
        }
        if let Some(sold) = &mut self.sold {
            handle(&mut sold.invoice, give);
            sold.subscription.iter_mut().for_each(|known| handle(known, give));
            sold.one_time.iter_mut().for_each(|known| handle(known, give));
        }
    }
}

/// Replaces every handle in lines that are shared.
pub(crate) fn shared_lines(lines: &mut Arc<[Line]>, give: &mut Give<'_>) {
    // Those that wait are few, and whoever prints them has other names for all they speak of.
    let mut renamed = lines.to_vec();
    renamed.iter_mut().for_each(|line| line.replace_handles(give));
    *lines = renamed.into();
}

fn has_new(subscription: &Subscription) -> bool {
    let Lifecycle { changes, changed, cancel, .. } = &subscription.lifecycle;
    let discounts = &subscription.discounts;
    let mut advance = subscription.state.advance_invoices.iter().map(|billed| &billed.invoice);
    let mut open = discounts.iter().flat_map(|discount| &discount.open).map(|open| &open.by);
    subscription.id.is_new()
        || discounts.iter().any(|discount| discount.id.is_new())
        || discounts.iter().filter_map(|each| each.one_time.as_ref()).any(|id| id.is_new())
        || advance.any(|id| id.is_new())
        || open.any(|id| id.is_new())
        || changes.iter().chain(changed).any(|change| change.id.is_new())
        || cancel.iter().any(|cancel| cancel.id.is_new())
}
