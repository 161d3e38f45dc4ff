//! Giving names: every handle that a decision made is replaced by what the store calls the record,
//! and a test may call records as it likes.

use std::sync::Arc;

use super::{Cause, Credit, Handle, Invoice, InvoiceState, Subscription};

/// Answers what a record is called from now on; a handle that stays is answered as it is.
pub type Give<'a> = dyn FnMut(&Handle) -> Handle + 'a;

pub(crate) fn handle(own: &mut Handle, give: &mut Give<'_>) {
    *own = give(own);
}

impl Subscription {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        self.discounts.iter_mut().for_each(|own| handle(&mut own.id, give));
    }
}

impl Invoice {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        match &mut self.cause {
            Cause::Cycle { subscription, .. } => handle(subscription, give),
            Cause::Reissue { invoice } => handle(invoice, give),
        }
        let others = self.subscription.iter_mut().chain(&mut self.reissued_as);
        let credits = self.credits.iter_mut().map(|detail| &mut detail.credit);
        let discounts = self.discounts.iter_mut().map(|detail| &mut detail.discount);
        others.chain(credits).chain(discounts).for_each(|own| handle(own, give));
        if let InvoiceState::Draft { basis, .. } = &mut self.state
            && has_new(basis)
        {
            Arc::make_mut(basis).rename(give);
        }
    }
}

impl Credit {
    pub fn rename(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        let entries = self.log.iter_mut().filter_map(|entry| entry.invoice.as_mut());
        self.subscription.iter_mut().chain(entries).for_each(|own| handle(own, give));
    }
}

fn has_new(own: &Subscription) -> bool {
    let mut ids = own.discounts.iter().map(|own| &own.id).chain([&own.id]);
    ids.any(|id| matches!(id, Handle::New(..)))
}
