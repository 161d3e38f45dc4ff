//! What other records are called that an invoice names by id: a mail shows numbers and names.

use std::collections::BTreeSet;

use documents::Names;
use records::{CreditId, Customer, CustomerId, Invoice, InvoiceId};

use crate::bill::{self, stored};
use crate::{Failure, Session, credits, customers};

/// The length of a `uuid`, with which the id of a line begins.
const UUID: usize = 36;

pub(super) fn of(session: &mut Session<'_, '_>, invoice: &Invoice) -> Result<Names, Failure> {
    let mut names = Names::default();
    let lines = invoice.line_items.iter();
    let subscriptions: BTreeSet<&str> =
        lines.clone().filter_map(|line| line.subscription_id.as_deref()).collect();
    let users: BTreeSet<CustomerId> = lines.map(|line| line.customer_id.as_str().into()).collect();
    if subscriptions.len() > 1 {
        for id in subscriptions {
            let name = bill::printed_name(session, &id.into())?;
            names.subscriptions.insert(id.to_owned(), name);
        }
    }
    if users.len() > 1 {
        for (id, text) in customers::answers(session, users)? {
            let customer: Customer = stored::read(&text)?;
            names.customers.insert(id.to_string(), customer.display_name);
        }
    }
    let others = invoices(invoice);
    if !others.is_empty() {
        let company = session.company_id().to_owned();
        for row in store::invoice::by_ids(session.tx, &company, others.into_iter().collect())? {
            let number = row.columns.number.unwrap_or_default();
            names.invoices.insert(row.columns.id.to_string(), number);
        }
    }
    for id in used(invoice) {
        let name = credits::get(session, &id)?.name.unwrap_or_default();
        names.credits.insert(id.to_string(), name);
    }
    Ok(names)
}

/// The other invoices that it corrects, gives back to, or was paid by.
fn invoices(invoice: &Invoice) -> BTreeSet<InvoiceId> {
    let given = invoice.credit_details.iter().filter_map(|detail| detail.invoice_uuid.as_deref());
    let refunded = invoice.refunds.iter().filter_map(|refund| refund.invoice_uuid.as_deref());
    let paid = invoice.payments.iter().filter_map(|payment| payment.invoice_uuid.as_deref());
    let corrected =
        invoice.line_items.iter().filter_map(|line| line.corrects.as_deref()?.get(..UUID));
    given.chain(refunded).chain(paid).chain(corrected).map(InvoiceId::from).collect()
}

/// The credits that paid it.
fn used(invoice: &Invoice) -> BTreeSet<CreditId> {
    let applied = invoice.credit_details.iter().filter_map(|detail| detail.credit_id.as_deref());
    let later = invoice.payments.iter().filter_map(|payment| payment.credit_id.as_deref());
    applied.chain(later).map(CreditId::from).collect()
}
