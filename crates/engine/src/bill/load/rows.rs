//! The rows that decisions look at, before they are put together: one statement per kind of
//! record, however many customers there are.

use std::collections::{BTreeSet, HashMap};

use records::{CompanyId, CustomerId, Id, InvoiceId, Moment, SubscriptionId};
use store::billed::Billed;
use store::one_time::OneTimeRow;

use super::loaded::LoadScope;
use crate::bill::stored::{lift, references};
use crate::{Failure, Session};

/// Everything that was read, before it is put together.
pub(super) struct Rows {
    customers: Vec<(CustomerId, String)>,
    subscriptions: Vec<store::subscription::Billing>,
    invoices: Vec<store::invoice::Billing>,
    credits: Vec<store::credit::CreditRow>,
    one_times: Vec<OneTimeRow>,
}

/// The rows of one customer.
#[derive(Default)]
pub(super) struct CustomerRows {
    pub(super) customer: String,
    pub(super) subscriptions: Vec<store::subscription::Billing>,
    pub(super) invoices: Vec<store::invoice::Billing>,
    pub(super) credits: Vec<store::credit::CreditRow>,
    pub(super) one_times: Vec<OneTimeRow>,
}

pub(super) fn rows(
    session: &mut Session<'_, '_>,
    billed: &[Billed],
    named: &LoadScope,
) -> Result<Rows, Failure> {
    let company = session.company_id().to_owned();
    let ids: Vec<CustomerId> = billed.iter().map(|billed| billed.customer_id.clone()).collect();
    let tx = &mut *session.tx;
    let mut subscriptions = store::subscription::of_customers(tx, &company, ids.clone())?;
    let mut invoices = store::invoice::open_of(tx, &company, ids.clone())?;
    let credits = store::credit::active_of(tx, &company, ids.clone())?;
    let one_times = store::one_time::pending_of(tx, &company, ids.clone())?;
    by_ids(tx, &company, &mut invoices, &named.invoices)?;
    let wanted = invoices.iter().filter_map(|billing| billing.columns.subscription_id.clone());
    let wanted: Vec<SubscriptionId> = wanted.chain(named.subscriptions.iter().cloned()).collect();
    let missing = missing(&wanted, subscriptions.iter().map(|s| &s.columns.id));
    subscriptions.extend(store::subscription::billing_by_ids(tx, &company, missing)?);
    documents(tx, &company, &mut subscriptions, &named.rewritten)?;
    for row in &mut subscriptions {
        // What cannot be read is told when it is put together.
        let _ = lift::subscription(&row.columns, &mut row.documents);
    }
    lift_invoices(&mut invoices);
    subscriptions.sort_by(|a, b| key(&a.columns).cmp(&key(&b.columns)));
    let customers = store::customer::documents(tx, &company, ids)?;
    Ok(Rows { customers, subscriptions, invoices, credits, one_times })
}

/// What cannot be read is told when it is put together.
pub(super) fn lift_invoices(invoices: &mut [store::invoice::Billing]) {
    for row in invoices {
        let _ = lift::invoice(row);
    }
}

/// Reads those of these invoices that are not there yet.
fn by_ids(
    tx: &mut store::Tx<'_>,
    company: &CompanyId,
    invoices: &mut Vec<store::invoice::Billing>,
    wanted: &[InvoiceId],
) -> Result<(), Failure> {
    let missing = missing(wanted, invoices.iter().map(|billing| &billing.columns.id));
    invoices.extend(store::invoice::billing_by_ids(tx, company, missing)?);
    Ok(())
}

/// Reads the documents of these subscriptions: what is asked for may rewrite them.
fn documents(
    tx: &mut store::Tx<'_>,
    company: &CompanyId,
    subscriptions: &mut [store::subscription::Billing],
    wanted: &[SubscriptionId],
) -> Result<(), Failure> {
    let lacking = subscriptions.iter_mut().filter(|billing| billing.doc.is_none());
    let mut lacking: Vec<_> =
        lacking.filter(|billing| wanted.contains(&billing.columns.id)).collect();
    let ids = lacking.iter().map(|billing| billing.columns.id.clone()).collect();
    for row in store::subscription::by_ids(tx, company, ids)? {
        let known = lacking.iter_mut().find(|billing| billing.columns.id == row.columns.id);
        known.into_iter().for_each(|billing| billing.doc = Some(row.doc.clone()));
    }
    Ok(())
}

fn key(columns: &store::subscription::Columns) -> (Moment, &SubscriptionId) {
    (columns.created_at, &columns.id)
}

fn missing<'a, R: 'a>(wanted: &[Id<R>], have: impl Iterator<Item = &'a Id<R>>) -> Vec<Id<R>> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let have: BTreeSet<&Id<R>> = have.collect();
    let wanted: BTreeSet<&Id<R>> = wanted.iter().filter(|id| !have.contains(id)).collect();
    wanted.into_iter().cloned().collect()
}

impl Rows {
    /// Every pricing that any of these needs, as far as they can be read.
    pub(super) fn pricings(&self) -> Vec<String> {
        let mut ids = BTreeSet::new();
        for billing in &self.subscriptions {
            ids.extend(references::of_subscription(&billing.documents).unwrap_or_default());
        }
        for billing in &self.invoices {
            ids.extend(references::of_invoice(billing).unwrap_or_default());
        }
        ids.extend(self.one_times.iter().filter_map(|row| references::of_one_time(row).ok()?));
        ids.into_iter().collect()
    }

    pub(super) fn by_customer(self) -> HashMap<CustomerId, CustomerRows> {
        let mut all: HashMap<CustomerId, CustomerRows> =
            HashMap::with_capacity(self.customers.len());
        for (id, customer) in self.customers {
            all.insert(id, CustomerRows { customer, ..CustomerRows::default() });
        }
        for billing in self.subscriptions {
            if let Some(all) = all.get_mut(&billing.columns.billed_customer_id) {
                all.subscriptions.push(billing);
            }
        }
        for known in self.invoices {
            if let Some(all) = all.get_mut(&known.columns.billed_customer_id) {
                all.invoices.push(known);
            }
        }
        for credit_row in self.credits {
            if let Some(all) = all.get_mut(&credit_row.customer_id) {
                all.credits.push(credit_row);
            }
        }
        for one_time in self.one_times {
            if let Some(all) = all.get_mut(&one_time.customer_id) {
                all.one_times.push(one_time);
            }
        }
        all
    }
}
