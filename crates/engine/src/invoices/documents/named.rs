//! What an invoice mentions by id, and what that is called, each kind by one statement.

use std::collections::BTreeSet;

use documents::Names;
use records::{CreditId, CustomerId, Invoice, InvoiceId, SubscriptionId};

use crate::bill::stored;
use crate::{Failure, Session};

pub(super) fn names(session: &mut Session<'_, '_>, invoice: &Invoice) -> Result<Names, Failure> {
    let company = session.company_id().to_owned();
    let mut names = Names::default();
    let lines = &invoice.line_items;
    let customers: BTreeSet<CustomerId> =
        lines.iter().map(|line| line.customer_id.as_str().into()).collect();
    let subscriptions: BTreeSet<SubscriptionId> =
        lines.iter().filter_map(|line| line.subscription_id.as_deref()).map(Into::into).collect();
    if customers.len() > 1 {
        let currency = session.company().preferred_currency.clone();
        let ids = customers.into_iter().collect();
        for (id, row) in store::customer::by_ids(session.tx, &company, ids)? {
            names.customers.insert(id.to_string(), row.record(&currency)?.display_name);
        }
    }
    if !subscriptions.is_empty() {
        let ids = subscriptions.into_iter().collect();
        for mut row in store::subscription::billing_by_ids(session.tx, &company, ids)? {
            let name = stored::terms(&mut row)?.text.name.clone();
            names.subscriptions.insert(row.columns.id.to_string(), name);
        }
    }
    let credits = credits(invoice);
    if !credits.is_empty() {
        for row in store::credit::by_ids(session.tx, &company, credits)? {
            names.credits.insert(row.id.to_string(), stored::credit(&row)?.name);
        }
    }
    let invoices = invoices(invoice);
    if !invoices.is_empty() {
        for row in store::invoice::by_ids(session.tx, &company, invoices)? {
            let id = row.columns.id.to_string();
            names.invoices.extend(row.columns.number.map(|number| (id, number)));
        }
    }
    Ok(names)
}

fn credits(invoice: &Invoice) -> Vec<CreditId> {
    let used = invoice.credit_details.iter().filter_map(|detail| detail.credit_id.as_deref());
    let paid = invoice.payments.iter().filter_map(|payment| payment.credit_id.as_deref());
    let all: BTreeSet<CreditId> = used.chain(paid).map(Into::into).collect();
    all.into_iter().filter(|id| !id.is_empty()).collect()
}

fn invoices(invoice: &Invoice) -> Vec<InvoiceId> {
    let lines = invoice.line_items.iter().filter_map(|line| line.corrects.as_deref());
    let corrected = lines.filter_map(|line| Some(line.rsplit_once('-')?.0));
    let given = invoice.credit_details.iter().filter_map(|detail| detail.invoice_uuid.as_deref());
    let paid = invoice.payments.iter().filter_map(|payment| payment.invoice_uuid.as_deref());
    let all = corrected.chain(given).chain(paid).chain(invoice.reissued_as.as_deref());
    let all: BTreeSet<InvoiceId> = all.map(Into::into).collect();
    all.into_iter().collect()
}
