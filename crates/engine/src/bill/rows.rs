//! The rows that decisions look at, before they are put together: one statement per kind of
//! record, however many customers there are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use calendar::Timestamp;
use records::Moment;
use store::billed::Billed;

use super::kept::{self, Course, Draft, KeptLife};
use super::load::Named;
use crate::{Failure, Session};

/// The lives of those subscriptions that have one that can be read.
type Lives = HashMap<String, KeptLife>;

/// Everything that was read, before it is put together.
pub(super) struct Rows {
    customers: Vec<(String, String)>,
    subscriptions: Vec<store::subscription::Billing>,
    lives: Lives,
    invoices: Vec<store::invoice::Billing>,
    credits: Vec<store::credit::CreditRow>,
}

/// The rows of one customer.
#[derive(Default)]
pub(super) struct Own {
    pub(super) customer: String,
    pub(super) subscriptions: Vec<(store::subscription::Billing, Option<KeptLife>)>,
    pub(super) invoices: Vec<store::invoice::Billing>,
    pub(super) credits: Vec<store::credit::CreditRow>,
}

pub(super) fn rows(
    session: &mut Session<'_, '_>,
    billed: &[Billed],
    named: &Named,
) -> Result<Rows, Failure> {
    let company = session.company_id().to_owned();
    let now = kept::instant(session.now())?;
    let ids: Vec<String> = billed.iter().map(|own| own.customer_id.clone()).collect();
    let tx = &mut *session.tx;
    let mut subscriptions = store::subscription::of_customers(tx, &company, ids.clone())?;
    let mut invoices = store::invoice::open_of(tx, &company, ids.clone())?;
    let mut credits = store::credit::active_of(tx, &company, ids.clone())?;
    let wanted: Vec<String> = named.invoices.iter().chain(&named.corrected).cloned().collect();
    by_ids(tx, &company, &mut invoices, &wanted)?;
    let wanted = invoices.iter().filter_map(|own| own.columns.subscription_id.clone());
    let wanted: Vec<String> = wanted.chain(named.subscriptions.iter().cloned()).collect();
    let missing = missing(&wanted, subscriptions.iter().map(|s| &s.columns.id));
    subscriptions.extend(store::subscription::billing_by_ids(tx, &company, missing)?);
    documents(tx, &company, &mut subscriptions, &named.billed)?;
    let lives = lives(&subscriptions);
    let corrected = corrected(&lives, &invoices, named);
    by_ids(tx, &company, &mut invoices, &corrected)?;
    let since = since((&subscriptions, &lives), (&invoices, &corrected), named, now);
    for own in store::invoice::since(tx, &company, &since)? {
        if !invoices.iter().any(|known| known.columns.id == own.columns.id) {
            invoices.push(own);
        }
    }
    invoices.sort_by(|a, b| {
        (a.columns.created_at, &a.columns.id).cmp(&(b.columns.created_at, &b.columns.id))
    });
    let missing = self::missing(&used_credits(&invoices), credits.iter().map(|c| &c.id));
    credits.extend(store::credit::by_ids(tx, &company, missing)?);
    subscriptions.sort_by(|a, b| key(&a.columns).cmp(&key(&b.columns)));
    let customers = store::customer::documents(tx, &company, ids)?;
    Ok(Rows { customers, subscriptions, lives, invoices, credits })
}

/// What cannot be read is told when it is put together.
fn lives(subscriptions: &[store::subscription::Billing]) -> Lives {
    let read = |own: &store::subscription::Billing| {
        let life = kept::read(own.life.as_deref()?).ok()?;
        Some((own.columns.id.clone(), life))
    };
    subscriptions.iter().filter_map(read).collect()
}

/// Reads those of these invoices that are not there yet.
fn by_ids(
    tx: &mut store::Tx<'_>,
    company: &str,
    invoices: &mut Vec<store::invoice::Billing>,
    wanted: &[String],
) -> Result<(), Failure> {
    let missing = missing(wanted, invoices.iter().map(|own| &own.columns.id));
    invoices.extend(store::invoice::billing_by_ids(tx, company, missing)?);
    Ok(())
}

/// Reads the documents of these subscriptions: what is asked for may rewrite them.
fn documents(
    tx: &mut store::Tx<'_>,
    company: &str,
    subscriptions: &mut [store::subscription::Billing],
    wanted: &[String],
) -> Result<(), Failure> {
    let lacking = subscriptions.iter_mut().filter(|own| own.doc.is_none());
    let mut lacking: Vec<_> = lacking.filter(|own| wanted.contains(&own.columns.id)).collect();
    let ids = lacking.iter().map(|own| own.columns.id.clone()).collect();
    for row in store::subscription::by_ids(tx, company, ids)? {
        let own = lacking.iter_mut().find(|own| own.columns.id == row.columns.id);
        own.into_iter().for_each(|own| own.doc = Some(row.doc.clone()));
    }
    Ok(())
}

/// From when on what was billed for a subscription is looked at: since the oldest running period
/// where it changes or ends now, and since an invoice of which something came back or will.
fn since(
    (subscriptions, lives): (&[store::subscription::Billing], &Lives),
    (invoices, corrected): (&[store::invoice::Billing], &[String]),
    named: &Named,
    now: Timestamp,
) -> Vec<(String, Moment)> {
    let mut all: BTreeMap<String, Moment> = BTreeMap::new();
    let mut note = |id: &str, at: Moment| {
        let known = all.entry(id.to_owned()).or_insert(at);
        *known = at.min(*known);
    };
    for own in subscriptions {
        let id = &own.columns.id;
        if !named.billed.contains(id) && !lives.get(id).is_some_and(|life| life.turns(now)) {
            continue;
        }
        let course = kept::read::<Course>(&own.progress).ok();
        if let Some(oldest) = course.and_then(|course| course.oldest()) {
            note(id, oldest.into());
        }
    }
    for own in invoices {
        let id = &own.columns.id;
        if !named.corrected.contains(id) && !corrected.contains(id) {
            continue;
        }
        if let Some(id) = &own.columns.subscription_id {
            // What was billed before its time may be given back before that comes.
            note(id, own.columns.billing_date.min(own.columns.created_at));
        }
    }
    all.into_iter().collect()
}

/// The invoices of which drafts, lines that wait, and invoices that a command is about give
/// something back.
fn corrected(lives: &Lives, invoices: &[store::invoice::Billing], named: &Named) -> Vec<String> {
    let about = |own: &&store::invoice::Billing| {
        let columns = &own.columns;
        columns.status == "DRAFT"
            || named.corrected.contains(&columns.id)
            || named.invoices.contains(&columns.id)
    };
    let lines = invoices.iter().filter(about);
    let lines = lines.filter_map(|own| kept::corrected(&own.derivations).ok()).flatten();
    lives.values().flat_map(KeptLife::corrects).chain(lines).collect()
}

fn key(columns: &store::subscription::Columns) -> (Moment, &str) {
    (columns.created_at, &columns.id)
}

fn missing<'a>(wanted: &[String], have: impl Iterator<Item = &'a String>) -> Vec<String> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let have: BTreeSet<&String> = have.collect();
    let wanted: BTreeSet<&String> = wanted.iter().filter(|id| !have.contains(id)).collect();
    wanted.into_iter().cloned().collect()
}

/// The credits that paid these invoices or were made by them; what cannot be read is told when it
/// is put together.
fn used_credits(invoices: &[store::invoice::Billing]) -> Vec<String> {
    let issued = invoices.iter().filter(|own| own.columns.status != "DRAFT");
    let documents = issued.filter_map(|own| kept::read::<kept::InvoiceDocument>(&own.doc).ok());
    documents.flat_map(|own| own.credit_details).filter_map(|own| own.credit_id).collect()
}

impl Rows {
    /// Every pricing that any of these needs, as far as they can be read.
    pub(super) fn pricings(&self) -> Vec<String> {
        let mut ids = BTreeSet::new();
        for own in &self.subscriptions {
            ids.extend(kept::pricings_of_terms(&own.terms).unwrap_or_default());
        }
        let ahead = self.lives.values().flat_map(KeptLife::pricings);
        ids.extend(ahead.map(str::to_owned));
        for own in &self.invoices {
            ids.extend(kept::pricings_of_lines(&own.derivations).unwrap_or_default());
            let draft = own.draft.as_deref().map(Draft::pricings);
            ids.extend(draft.and_then(Result::ok).unwrap_or_default());
        }
        ids.into_iter().collect()
    }

    pub(super) fn by_customer(mut self) -> HashMap<String, Own> {
        let mut all: HashMap<String, Own> = HashMap::with_capacity(self.customers.len());
        for (id, customer) in self.customers {
            all.insert(id, Own { customer, ..Own::default() });
        }
        for own in self.subscriptions {
            if let Some(all) = all.get_mut(&own.columns.billed_customer_id) {
                let life = self.lives.remove(&own.columns.id);
                all.subscriptions.push((own, life));
            }
        }
        for own in self.invoices {
            if let Some(all) = all.get_mut(&own.columns.billed_customer_id) {
                all.invoices.push(own);
            }
        }
        for own in self.credits {
            if let Some(all) = all.get_mut(&own.customer_id) {
                all.credits.push(own);
            }
        }
        all
    }
}
