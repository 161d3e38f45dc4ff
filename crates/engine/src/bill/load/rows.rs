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
    /// Others than the payers who are paid for.
    beside: Vec<Billed>,
    payers: Vec<CustomerId>,
    named: Vec<CustomerId>,
}

/// The rows of one customer.
#[derive(Default)]
pub(super) struct CustomerRows {
    pub(super) customer: String,
    /// Everyone else that it pays for.
    pub(super) members: Vec<(CustomerId, String)>,
    pub(super) beside: Vec<Billed>,
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
    // What is over may have lines that a date of its own, or of a rollup, bills.
    subscriptions.extend(store::subscription::waiting_of(tx, &company, ids.clone())?);
    let mut invoices = store::invoice::open_of(tx, &company, ids.clone())?;
    let one_times = store::one_time::pending_of(tx, &company, ids.clone())?;
    by_ids(tx, &company, &mut invoices, &named.invoices)?;
    let wanted = invoices.iter().filter_map(|billing| billing.columns.subscription_id.clone());
    let late = store::usage::period::late_of(tx, &company, ids.clone())?;
    let wanted = wanted.chain(named.subscriptions.iter().cloned()).chain(late);
    let wanted: Vec<SubscriptionId> = wanted.collect();
    let missing = missing(&wanted, subscriptions.iter().map(|s| &s.columns.id));
    subscriptions.extend(store::subscription::billing_by_ids(tx, &company, missing)?);
    documents(tx, &company, &mut subscriptions, &named.rewritten)?;
    for row in &mut subscriptions {
        // What cannot be read is told when it is put together.
        let _ = lift::subscription(&row.columns, &mut row.documents);
    }
    lift_invoices(&mut invoices);
    subscriptions.sort_by(|a, b| key(&a.columns).cmp(&key(&b.columns)));
    let others = others(&ids, (&subscriptions, &invoices, &one_times), &named.customers);
    // Credits are read after the versions that say whether they are still the same.
    let beside = match others.is_empty() {
        true => Vec::new(),
        false => store::billed::by_ids(tx, &company, others.clone())?,
    };
    let everyone: Vec<CustomerId> = ids.iter().cloned().chain(others).collect();
    let credits = store::credit::active_of(tx, &company, everyone.clone())?;
    let customers = store::customer::documents(tx, &company, everyone)?;
    let (payers, named) = (ids, named.customers.clone());
    Ok(Rows { customers, subscriptions, invoices, credits, one_times, beside, payers, named })
}

/// Everyone who is paid for, besides those who pay.
fn others(
    payers: &[CustomerId],
    (subscriptions, invoices, one_times): (
        &[store::subscription::Billing],
        &[store::invoice::Billing],
        &[OneTimeRow],
    ),
    named: &[CustomerId],
) -> Vec<CustomerId> {
    let of_subscriptions = subscriptions.iter().map(|row| &row.columns.customer_id);
    let collected: BTreeSet<CustomerId> = invoices.iter().flat_map(line_customers).collect();
    let of_invoices = invoices.iter().map(|row| &row.columns.customer_id).chain(&collected);
    let of_orders = one_times.iter().map(|row| &row.customer_id);
    let all = of_subscriptions.chain(of_invoices).chain(of_orders).chain(named);
    let payers: BTreeSet<&CustomerId> = payers.iter().collect();
    let others: BTreeSet<&CustomerId> = all.filter(|id| !payers.contains(id)).collect();
    others.into_iter().cloned().collect()
}

/// The customers whose lines an invoice of a rollup has.
fn line_customers(row: &store::invoice::Billing) -> Vec<CustomerId> {
    #[derive(serde::Deserialize)]
    struct Of {
        customer_id: CustomerId,
    }
    if row.columns.cause_kind != "rollup" {
        return Vec::new();
    }
    // What cannot be read is told when the invoice is put together.
    let lines: Vec<Of> = serde_json::from_str(&row.lines).unwrap_or_default();
    lines.into_iter().map(|line| line.customer_id).collect()
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

    pub(super) fn by_customer(self, billed: &[Billed]) -> HashMap<CustomerId, CustomerRows> {
        let documents: HashMap<CustomerId, String> = self.customers.into_iter().collect();
        let mut all: HashMap<CustomerId, CustomerRows> = HashMap::with_capacity(self.payers.len());
        for id in self.payers {
            let Some(customer) = documents.get(&id).cloned() else { continue };
            all.insert(id, CustomerRows { customer, ..CustomerRows::default() });
        }
        // Who is paid for by whom, besides everyone for itself.
        let mut members: BTreeSet<(CustomerId, CustomerId)> = BTreeSet::new();
        let mut paid = |payer: &CustomerId, customer: &CustomerId| {
            if payer != customer {
                members.insert((payer.clone(), customer.clone()));
            }
        };
        for billing in self.subscriptions {
            let payer = billing.columns.billed_customer_id.clone();
            if let Some(all) = all.get_mut(&payer) {
                paid(&payer, &billing.columns.customer_id);
                all.subscriptions.push(billing);
            }
        }
        for known in self.invoices {
            let payer = known.columns.billed_customer_id.clone();
            if let Some(all) = all.get_mut(&payer) {
                paid(&payer, &known.columns.customer_id);
                line_customers(&known).iter().for_each(|customer| paid(&payer, customer));
                all.invoices.push(known);
            }
        }
        for one_time in self.one_times {
            let payer = one_time.billed_customer_id.clone();
            if let Some(all) = all.get_mut(&payer) {
                paid(&payer, &one_time.customer_id);
                all.one_times.push(one_time);
            }
        }
        for customer in &self.named {
            all.keys().for_each(|payer| paid(payer, customer));
        }
        // One who is paid for may pay for others in the same batch.
        let beside = self.beside.iter().chain(billed);
        let beside: HashMap<&CustomerId, &Billed> = match members.is_empty() {
            true => HashMap::new(),
            false => beside.map(|row| (&row.customer_id, row)).collect(),
        };
        let mut credits: HashMap<&CustomerId, Vec<&store::credit::CreditRow>> = HashMap::new();
        for row in &self.credits {
            credits.entry(&row.customer_id).or_default().push(row);
        }
        for (payer, customer) in members {
            let Some(all) = all.get_mut(&payer) else { continue };
            let credits = credits.get(&customer).into_iter().flatten();
            all.credits.extend(credits.copied().cloned());
            all.beside.extend(beside.get(&customer).copied().cloned());
            all.members.extend(documents.get(&customer).map(|text| (customer, text.clone())));
        }
        for credit_row in self.credits {
            if let Some(all) = all.get_mut(&credit_row.customer_id) {
                all.credits.push(credit_row);
            }
        }
        all
    }
}
