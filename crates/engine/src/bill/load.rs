//! Loading what a decision looks at, for many customers at a time: one statement per kind of
//! record, however many customers there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use billing::snapshot::{Company, Customer, Snapshot, TaxRate};
use calendar::{Measure, Zone};
use money::Ratio;
use records::company::ProrationUnit;
use records::{DisplayField, Moment, Tax};
use serde::Deserialize;
use store::billed::Billed;

use super::kept::{self, Course, Draft, Plans, Printed, Terms, Unreadable};
use super::plans::plans;
use crate::{Failure, Session};

/// One billed customer, ready to be decided.
pub(crate) struct Loaded {
    pub(crate) billed: Billed,
    pub(crate) snapshot: Snapshot,
    pub(crate) customer: BilledCustomer,
    /// What invoices show of each subscription, and from when on it is past due.
    pub(crate) shown: HashMap<String, Shown>,
    /// The documents of the invoices in the snapshot, and who they are for.
    pub(crate) documents: HashMap<String, kept::InvoiceDocument>,
}

/// What the core does not know of a subscription.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) printed: Printed,
    pub(crate) past_due_at: Option<Moment>,
    pub(crate) parked: Option<store::subscription::Parked>,
}

/// What billing reads of a customer's document.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct BilledCustomer {
    pub(crate) id: String,
    address: Option<Place>,
    override_taxes: Option<Vec<Tax>>,
    pub(crate) managed_externally: bool,
    pub(crate) owner_id: Option<String>,
    pub(crate) invoice_additional_display_fields: Vec<DisplayField>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
    country: Option<String>,
    state: Option<String>,
}

/// What else than the open records of a customer is wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    /// Invoices that a command is about, whatever their state, with their subscriptions and credits.
    pub(crate) invoices: Vec<String>,
    /// Subscriptions that a command is about, whatever their state.
    pub(crate) subscriptions: Vec<String>,
}

/// Loads these billed customers; those that do not exist are left out.
pub(crate) fn load(
    session: &mut Session<'_, '_>,
    billed: Vec<Billed>,
    named: &Named,
) -> Result<Vec<Loaded>, Failure> {
    let rows = rows(session, &billed, named)?;
    let plans = plans(session, rows.pricings()?)?;
    let company = Arc::new(company(session.company())?);
    let mut loaded = Vec::with_capacity(billed.len());
    let mut rows = rows.by_customer()?;
    for billed in billed {
        let Some(own) = rows.remove(&billed.customer_id) else { continue };
        loaded.push(own.assemble(billed, &company, &plans)?);
    }
    Ok(loaded)
}

/// Everything that was read, before it is put together.
struct Rows {
    customers: Vec<(String, String)>,
    subscriptions: Vec<(store::subscription::Billing, Terms)>,
    invoices: Vec<store::invoice::Billing>,
    credits: Vec<store::credit::CreditRow>,
}

/// The rows of one customer.
#[derive(Default)]
struct Own {
    customer: BilledCustomer,
    subscriptions: Vec<(store::subscription::Billing, Terms)>,
    invoices: Vec<store::invoice::Billing>,
    credits: Vec<store::credit::CreditRow>,
}

fn rows(session: &mut Session<'_, '_>, billed: &[Billed], named: &Named) -> Result<Rows, Failure> {
    let company = session.company_id().to_owned();
    let ids: Vec<String> = billed.iter().map(|own| own.customer_id.clone()).collect();
    let tx = &mut *session.tx;
    let mut subscriptions = store::subscription::of_customers(tx, &company, ids.clone())?;
    let mut invoices = store::invoice::drafts_of(tx, &company, ids.clone())?;
    let mut credits = store::credit::active_of(tx, &company, ids.clone())?;
    let missing: Vec<String> = missing(&named.invoices, invoices.iter().map(|i| &i.columns.id));
    invoices.extend(store::invoice::billing_by_ids(tx, &company, missing)?);
    let wanted = invoices.iter().filter_map(|own| own.columns.subscription_id.clone());
    let wanted: Vec<String> = wanted.chain(named.subscriptions.iter().cloned()).collect();
    let missing = self::missing(&wanted, subscriptions.iter().map(|s| &s.columns.id));
    subscriptions.extend(store::subscription::billing_by_ids(tx, &company, missing)?);
    let used = used_credits(&invoices)?;
    let missing = self::missing(&used, credits.iter().map(|c| &c.id));
    credits.extend(store::credit::by_ids(tx, &company, missing)?);
    subscriptions.sort_by(|a, b| key(&a.columns).cmp(&key(&b.columns)));
    let subscriptions = subscriptions.into_iter().map(|own| {
        let terms = kept::read(&own.terms)?;
        Ok((own, terms))
    });
    let subscriptions = subscriptions.collect::<Result<_, Unreadable>>()?;
    Ok(Rows {
        customers: store::customer::documents(tx, &company, ids)?,
        subscriptions,
        invoices,
        credits,
    })
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

/// The credits that paid these invoices or were made by them.
fn used_credits(invoices: &[store::invoice::Billing]) -> Result<Vec<String>, Unreadable> {
    let mut used = Vec::new();
    for invoice in invoices.iter().filter(|own| own.columns.status != "DRAFT") {
        let document: kept::InvoiceDocument = kept::read(&invoice.doc)?;
        used.extend(document.credit_details.into_iter().filter_map(|own| own.credit_id));
    }
    Ok(used)
}

impl Rows {
    /// Every pricing that any of these needs.
    fn pricings(&self) -> Result<Vec<String>, Unreadable> {
        let mut ids = BTreeSet::new();
        for (_, terms) in &self.subscriptions {
            ids.extend(terms.pricings().map(str::to_owned));
        }
        for own in &self.invoices {
            ids.extend(kept::pricings_of_lines(&own.derivations)?);
            if let Some(draft) = &own.draft {
                ids.extend(Draft::pricings(draft)?);
            }
        }
        Ok(ids.into_iter().collect())
    }

    fn by_customer(self) -> Result<HashMap<String, Own>, Unreadable> {
        let mut all: HashMap<String, Own> = HashMap::with_capacity(self.customers.len());
        for (id, document) in self.customers {
            let customer = BilledCustomer { id: id.clone(), ..kept::read(&document)? };
            all.insert(id, Own { customer, ..Own::default() });
        }
        for own in self.subscriptions {
            if let Some(all) = all.get_mut(&own.0.columns.billed_customer_id) {
                all.subscriptions.push(own);
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
        Ok(all)
    }
}

impl Own {
    fn assemble(
        self,
        billed: Billed,
        company: &Arc<Company>,
        plans: &Plans,
    ) -> Result<Loaded, Unreadable> {
        let customer = Arc::new(customer(&self.customer)?);
        let mut snapshot = Snapshot::new(Arc::clone(company), customer);
        let (mut shown, mut documents) = (HashMap::new(), HashMap::new());
        for (row, terms) in self.subscriptions {
            let course: Course = kept::read(&row.progress)?;
            let own = Shown {
                printed: terms.printed().clone(),
                past_due_at: row.columns.past_due_at,
                parked: row.columns.parked,
            };
            snapshot.subscriptions.push(Arc::new(terms.restore(&row.columns.id, course, plans)?));
            shown.insert(row.columns.id, own);
        }
        for row in self.invoices {
            snapshot.invoices.push(Arc::new(kept::invoice(&row, plans)?));
            documents.insert(row.columns.id, kept::read(&row.doc)?);
        }
        let credits = self.credits.iter().map(|row| kept::credit(row).map(Arc::new));
        snapshot.credits = credits.collect::<Result<_, _>>()?;
        Ok(Loaded { billed, snapshot, customer: self.customer, shown, documents })
    }
}

fn company(own: &records::Company) -> Result<Company, Unreadable> {
    let zone: Zone = own.preferred_timezone.parse()?;
    let measure = match own.proration_unit {
        ProrationUnit::Day => Measure::LocalDays,
        ProrationUnit::Second => Measure::Seconds,
    };
    let due_days = own.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok());
    let taxes = own.taxes.iter().map(rate).collect::<Result<_, _>>()?;
    Ok(Company { zone, measure, due_days, taxes })
}

fn customer(own: &BilledCustomer) -> Result<Customer, Unreadable> {
    let taxes = own.override_taxes.as_ref();
    let place = own.address.clone().unwrap_or_default();
    Ok(Customer {
        id: own.id.as_str().into(),
        override_taxes: taxes.map(|all| all.iter().map(rate).collect()).transpose()?,
        country: place.country,
        state: place.state,
        managed_externally: own.managed_externally,
    })
}

fn rate(own: &Tax) -> Result<TaxRate, Unreadable> {
    let unread = |_| Unreadable::Missing(format!("the rate of the tax {}", own.name));
    Ok(TaxRate {
        name: own.name.clone(),
        rate: Ratio::parse_decimal(own.rate.as_str()).map_err(unread)?,
        country: own.country.clone(),
        region: own.region.clone(),
    })
}
