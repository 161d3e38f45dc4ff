//! What can happen to a one-time charge.

use std::sync::Arc;

use crate::fact::event::FactType;
use crate::fact::handles::{Give, handle};
use crate::id::InvoiceHandle;
use crate::one_time::OneTime;

/// What happened to a one-time charge.
#[derive(Clone, Debug)]
pub enum OneTimeFact {
    Created(Box<OneTime>),
    /// It stands on an invoice.
    Invoiced {
        invoice: InvoiceHandle,
    },
    /// It is not billed, or not any more.
    Cancelled,
    /// The invoice that had it is void: it waits for the next one.
    Returned,
}

impl OneTimeFact {
    pub(crate) fn kind(&self) -> FactType {
        match self {
            OneTimeFact::Created(_) => FactType::OneTimeCreated,
            OneTimeFact::Invoiced { .. } => FactType::OneTimeInvoiced,
            OneTimeFact::Cancelled => FactType::OneTimeCancelled,
            OneTimeFact::Returned => FactType::OneTimeReturned,
        }
    }

    /// Replaces every handle of a record besides the one that it is about.
    pub(crate) fn replace_handles(&mut self, give: &mut Give<'_>) {
        match self {
            OneTimeFact::Created(made) => made.replace_handles(give),
            OneTimeFact::Invoiced { invoice } => handle(invoice, give),
            OneTimeFact::Cancelled | OneTimeFact::Returned => {}
        }
    }
}

impl OneTime {
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        handle(&mut self.id, give);
        let order = Arc::make_mut(&mut self.order);
        let before = order.id.to_string();
        handle(&mut order.id, give);
        let after = order.id.to_string();
        if let Some(with) = &mut order.with {
            handle(&mut with.subscription, give);
            with.change.iter_mut().for_each(|change| handle(change, give));
        }
        for discount in &mut order.discounts {
            handle(&mut discount.id, give);
            discount.scope.rename_order(&before, &after);
        }
    }
}
