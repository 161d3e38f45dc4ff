//! An invoice and the one that bills its lines again name each other.

use std::collections::HashMap;
use std::sync::Arc;

use billing::id::InvoiceHandle;
use billing::invoice::{Cause, Invoice};
use store::Tx;

use super::Book;
use crate::audit::Found;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let invoices = &book.snapshot.invoices;
    let known: HashMap<&InvoiceHandle, &Arc<Invoice>> =
        invoices.iter().map(|invoice| (&invoice.id, invoice)).collect();
    let find = |id: &InvoiceHandle| known.get(id).copied();
    let mut wrong = Vec::new();
    for known in invoices {
        if let Some(later) = &known.reissued_as
            && !find(later).is_some_and(|later| bills_again(later, &known.id))
        {
            wrong.push(format!("invoice {} is not billed again by {later}", known.id));
        }
        if let Cause::Reissue { invoice } = &known.cause
            && find(invoice).is_none_or(|old| old.reissued_as.as_ref() != Some(&known.id))
        {
            wrong.push(format!("invoice {invoice} does not name {}, its reissue", known.id));
        }
    }
    Ok(wrong)
}

fn bills_again(known: &Invoice, old: &InvoiceHandle) -> bool {
    matches!(&known.cause, Cause::Reissue { invoice } if invoice == old)
}
