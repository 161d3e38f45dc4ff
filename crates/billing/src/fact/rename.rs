//! Giving names: every handle that a decision made is replaced by what the store calls the record,
//! and a test may call records as it likes.

use std::sync::Arc;

use crate::credit::Credit;
use crate::id::Handle;
use crate::invoice::{Cause, Derivation, Invoice, InvoiceState, Line, Settling};
use crate::period::BillingState;
use crate::subscription::{Lifecycle, Subscription};

/// Answers what a record is called from now on; a handle that stays is answered as it is.
pub type Give<'a> = dyn FnMut(&Handle) -> Handle + 'a;

pub(crate) fn handle(id: &mut Handle, give: &mut Give<'_>) {
    *id = give(id);
}

impl Subscription {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        for discount in &mut self.discounts {
            handle(&mut discount.id, give);
            discount.open.iter_mut().for_each(|open| handle(&mut open.by, give));
        }
        self.state.rename(give);
        self.lifecycle.rename(give);
    }
}

impl BillingState {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        self.advance_invoices.iter_mut().for_each(|billed| handle(&mut billed.invoice, give));
    }
}

impl Lifecycle {
    fn rename(&mut self, give: &mut Give<'_>) {
        for change in self.changes.iter_mut().chain(&mut self.changed) {
            if matches!(change.id, Handle::New(..)) {
                handle(&mut Arc::make_mut(change).id, give);
            }
        }
        if let Some(cancel) = &mut self.cancel
            && matches!(cancel.id, Handle::New(..))
        {
            handle(&mut Arc::make_mut(cancel).id, give);
        }
    }
}

impl Line {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        self.id.iter_mut().chain(&mut self.subscription).for_each(|id| handle(id, give));
        if let Some(one_time) = &mut self.one_time {
            handle(&mut one_time.id, give);
            handle(&mut one_time.order, give);
        }
        if let Derivation::ProrationCredit(proration_credit) = &mut self.derivation {
            handle(&mut proration_credit.invoice, give);
            proration_credit.earlier.iter_mut().for_each(|(by, _)| handle(by, give));
            proration_credit.discounts.iter_mut().for_each(|(discount, _)| handle(discount, give));
        }
    }
}

impl Invoice {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        match &mut self.cause {
            Cause::Cycle { subscription, .. } => handle(subscription, give),
            Cause::Reissue { invoice } => handle(invoice, give),
            Cause::Change { change } => handle(change, give),
            Cause::Cancel { cancel } => handle(cancel, give),
            Cause::Next { request } => handle(request, give),
            Cause::OneTime { order } => handle(order, give),
        }
        let others = self.subscription.iter_mut().chain(&mut self.reissued_as);
        let discounts = self.discounts.iter_mut().map(|detail| &mut detail.discount);
        others.chain(discounts).for_each(|id| handle(id, give));
        self.credits.iter_mut().for_each(|detail| detail.of.rename(give));
        self.lines.iter_mut().for_each(|line| line.rename(give));
        self.credited.iter_mut().for_each(|credited| handle(&mut credited.by, give));
        for (discount, open) in &mut self.left_open {
            handle(discount, give);
            open.iter_mut().for_each(|known| handle(&mut known.by, give));
        }
        let payments = self.payments.iter_mut().filter_map(|payment| payment.given_by.as_mut());
        payments.for_each(|each| handle(each, give));
        if let InvoiceState::Draft { basis, .. } = &mut self.state {
            shared_lines(&mut basis.pending_lines, give);
            if has_new(&basis.subscription) {
                Arc::make_mut(&mut basis.subscription).rename(give);
            }
        }
    }
}

impl Settling {
    fn rename(&mut self, give: &mut Give<'_>) {
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
    pub fn rename(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        let entries = self.log.iter_mut().filter_map(|entry| entry.invoice.as_mut());
        self.subscription.iter_mut().chain(entries).for_each(|id| handle(id, give));
        if let Some(source) = &mut self.source {
            handle(&mut source.invoice, give);
            source.subscription.iter_mut().for_each(|known| handle(known, give));
        }
    }
}

/// Replaces every handle in lines that are shared.
pub(crate) fn shared_lines(lines: &mut Arc<[Line]>, give: &mut Give<'_>) {
    let is_new = |line: &Line| {
        let ids = line.id.iter().chain(line.corrects()).chain(&line.subscription);
        ids.into_iter().any(|id| matches!(id, Handle::New(..)))
    };
    if lines.iter().any(is_new) {
        let mut renamed = lines.to_vec();
        renamed.iter_mut().for_each(|line| line.rename(give));
        *lines = renamed.into();
    }
}

fn has_new(subscription: &Subscription) -> bool {
    let changes = subscription
        .lifecycle
        .changes
        .iter()
        .chain(&subscription.lifecycle.changed)
        .map(|change| &change.id);
    let cancel = subscription.lifecycle.cancel.iter().map(|known| &known.id);
    let ahead = subscription.state.advance_invoices.iter().map(|billed| &billed.invoice);
    let open =
        subscription.discounts.iter().flat_map(|discount| &discount.open).map(|each| &each.by);
    let ids = subscription
        .discounts
        .iter()
        .map(|discount| &discount.id)
        .chain([&subscription.id])
        .chain(ahead)
        .chain(open);
    let mut ids = ids.chain(changes).chain(cancel);
    ids.any(|id| matches!(id, Handle::New(..)))
}
