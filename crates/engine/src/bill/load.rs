//! Loading what a decision looks at, for many customers at a time: one statement per kind of
//! record, however many customers there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use billing::snapshot::{Company, Customer, Snapshot, Subscription, TaxRate};
use calendar::{Measure, Zone};
use money::Ratio;
use records::company::ProrationUnit;
use records::{DisplayField, Moment, Tax};
use serde::Deserialize;
use store::billed::Billed;

use super::kept::{self, Course, Draft, Plans, Printed, Terms, Unreadable};
use super::plans::plans;
use crate::{Failure, Refusal, Session};

/// One billed customer, ready to be decided.
pub(crate) struct Loaded {
    pub(crate) billed: Billed,
    pub(crate) snapshot: Snapshot,
    pub(crate) customer: BilledCustomer,
    /// What the core does not know of the subscriptions.
    pub(crate) shown: HashMap<String, Shown>,
    /// What the core does not know of the invoices.
    pub(crate) documents: HashMap<String, Document>,
}

/// A subscription as its row has it, and what its invoices show.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) printed: Printed,
    pub(crate) columns: store::subscription::Columns,
}

/// An invoice as its row has it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) columns: store::invoice::Columns,
    pub(crate) kept: kept::InvoiceDocument,
    pub(crate) lines: String,
    pub(crate) derivations: String,
}

impl Document {
    /// Whether its lines still change.
    pub(crate) fn is_draft(&self) -> bool {
        self.columns.status == "DRAFT"
    }
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
    /// Invoices that a command is about, whatever their state, with what belongs to them.
    pub(crate) invoices: Vec<String>,
    /// Subscriptions that a command is about, whatever their state.
    pub(crate) subscriptions: Vec<String>,
}

/// A customer that could not be loaded, and why.
pub(crate) struct Unloaded {
    pub(crate) billed: Billed,
    /// Those of its subscriptions that are not parked yet.
    pub(crate) subscriptions: Vec<String>,
    pub(crate) reason: String,
}

/// Loads one billed customer; none where there is no such customer.
pub(crate) fn load(
    session: &mut Session<'_, '_>,
    billed: Billed,
    named: &Named,
) -> Result<Option<Loaded>, Failure> {
    let (mut loaded, mut unloaded) = load_each(session, vec![billed], named)?;
    match unloaded.pop() {
        Some(own) => {
            let detail = format!("The records of this customer cannot be billed: {}.", own.reason);
            Err(Refusal::conflict("not_billable", detail).into())
        }
        None => Ok(loaded.pop()),
    }
}

/// Loads these billed customers; one that cannot be read does not keep the others from it.
pub(crate) fn load_each(
    session: &mut Session<'_, '_>,
    billed: Vec<Billed>,
    named: &Named,
) -> Result<(Vec<Loaded>, Vec<Unloaded>), Failure> {
    let rows = rows(session, &billed, named)?;
    let plans = plans(session, rows.pricings())?;
    let company = Arc::new(company(session.company())?);
    let (mut loaded, mut unloaded) = (Vec::with_capacity(billed.len()), Vec::new());
    let mut rows = rows.by_customer();
    for billed in billed {
        let Some(own) = rows.remove(&billed.customer_id) else { continue };
        let running = own.subscriptions.iter().filter(|own| own.columns.parked.is_none());
        let subscriptions = running.map(|own| own.columns.id.clone()).collect();
        match own.assemble(&billed, &company, &plans) {
            Ok(own) => loaded.push(own),
            Err(error) => {
                unloaded.push(Unloaded { billed, subscriptions, reason: error.to_string() });
            }
        }
    }
    Ok((loaded, unloaded))
}

/// Everything that was read, before it is put together.
struct Rows {
    customers: Vec<(String, String)>,
    subscriptions: Vec<store::subscription::Billing>,
    invoices: Vec<store::invoice::Billing>,
    credits: Vec<store::credit::CreditRow>,
}

/// The rows of one customer.
#[derive(Default)]
struct Own {
    customer: String,
    subscriptions: Vec<store::subscription::Billing>,
    invoices: Vec<store::invoice::Billing>,
    credits: Vec<store::credit::CreditRow>,
}

fn rows(session: &mut Session<'_, '_>, billed: &[Billed], named: &Named) -> Result<Rows, Failure> {
    let company = session.company_id().to_owned();
    let ids: Vec<String> = billed.iter().map(|own| own.customer_id.clone()).collect();
    let tx = &mut *session.tx;
    let mut subscriptions = store::subscription::of_customers(tx, &company, ids.clone())?;
    let mut invoices = store::invoice::open_of(tx, &company, ids.clone())?;
    let mut credits = store::credit::active_of(tx, &company, ids.clone())?;
    let missing: Vec<String> = missing(&named.invoices, invoices.iter().map(|i| &i.columns.id));
    invoices.extend(store::invoice::billing_by_ids(tx, &company, missing)?);
    let wanted = invoices.iter().filter_map(|own| own.columns.subscription_id.clone());
    let wanted: Vec<String> = wanted.chain(named.subscriptions.iter().cloned()).collect();
    let missing = self::missing(&wanted, subscriptions.iter().map(|s| &s.columns.id));
    subscriptions.extend(store::subscription::billing_by_ids(tx, &company, missing)?);
    let missing = self::missing(&used_credits(&invoices), credits.iter().map(|c| &c.id));
    credits.extend(store::credit::by_ids(tx, &company, missing)?);
    subscriptions.sort_by(|a, b| key(&a.columns).cmp(&key(&b.columns)));
    let customers = store::customer::documents(tx, &company, ids)?;
    Ok(Rows { customers, subscriptions, invoices, credits })
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
    fn pricings(&self) -> Vec<String> {
        let mut ids = BTreeSet::new();
        for own in &self.subscriptions {
            ids.extend(kept::pricings_of_terms(&own.terms).unwrap_or_default());
        }
        for own in &self.invoices {
            ids.extend(kept::pricings_of_lines(&own.derivations).unwrap_or_default());
            let draft = own.draft.as_deref().map(Draft::pricings);
            ids.extend(draft.and_then(Result::ok).unwrap_or_default());
        }
        ids.into_iter().collect()
    }

    fn by_customer(self) -> HashMap<String, Own> {
        let mut all: HashMap<String, Own> = HashMap::with_capacity(self.customers.len());
        for (id, customer) in self.customers {
            all.insert(id, Own { customer, ..Own::default() });
        }
        for own in self.subscriptions {
            if let Some(all) = all.get_mut(&own.columns.billed_customer_id) {
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
        all
    }
}

impl Own {
    fn assemble(
        self,
        billed: &Billed,
        company: &Arc<Company>,
        plans: &Plans,
    ) -> Result<Loaded, Unreadable> {
        let (document, mut snapshot) = blank(&billed.customer_id, &self.customer, company)?;
        let (mut shown, mut documents) = (HashMap::new(), HashMap::new());
        for row in self.subscriptions {
            let texts = (row.terms.as_str(), row.progress.as_str());
            let (restored, printed) = subscription(&row.columns, texts, plans)?;
            snapshot.subscriptions.push(Arc::new(restored));
            shown.insert(row.columns.id.clone(), Shown { printed, columns: row.columns });
        }
        for row in self.invoices {
            snapshot.invoices.push(Arc::new(kept::invoice(&row, plans)?));
            let kept = kept::read(&row.doc)?;
            let store::invoice::Billing { columns, lines, derivations, .. } = row;
            let document = Document { columns, kept, lines, derivations };
            documents.insert(document.columns.id.clone(), document);
        }
        let credits = self.credits.iter().map(|row| kept::credit(row).map(Arc::new));
        snapshot.credits = credits.collect::<Result<_, _>>()?;
        let billed = billed.clone();
        Ok(Loaded { billed, snapshot, customer: document, shown, documents })
    }
}

/// A subscription again from its row, terms and progress, and what its invoices show.
pub(crate) fn subscription(
    columns: &store::subscription::Columns,
    (terms, progress): (&str, &str),
    plans: &Plans,
) -> Result<(Subscription, Printed), Unreadable> {
    let terms: Terms = kept::read(terms)?;
    let course: Course = kept::read(progress)?;
    let printed = terms.printed().clone();
    let mut restored = terms.restore(&columns.id, course, plans)?;
    restored.parked = columns.parked.as_ref().map(|parked| parked.reason.clone());
    Ok((restored, printed))
}

/// A customer as its document has it, and a snapshot of it without any records.
pub(crate) fn blank(
    id: &str,
    document: &str,
    company: &Arc<Company>,
) -> Result<(BilledCustomer, Snapshot), Unreadable> {
    let document: BilledCustomer = kept::read(document)?;
    let document = BilledCustomer { id: id.to_owned(), ..document };
    let snapshot = Snapshot::new(Arc::clone(company), Arc::new(customer(&document)?));
    Ok((document, snapshot))
}

/// A company's settings as the core takes them.
pub(crate) fn company(own: &records::Company) -> Result<Company, Unreadable> {
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
