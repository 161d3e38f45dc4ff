//! Loading what a decision looks at, for many customers at a time: one statement per kind of
//! record, however many customers there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use billing::command::{AskPause, Command};
use billing::company::{Company, Customer, TaxRate};
use billing::country;
use billing::id::Handle;
use billing::snapshot::{OpenInvoices, Snapshot};
use billing::subscription::Subscription;
use calendar::{Measure, Timestamp, Zone};
use money::Ratio;
use records::company::ProrationUnit;
use records::{DisplayField, Tax};
use serde::Deserialize;
use store::billed::Billed;

use super::kept::{self, Course, KeptLife, Notes, Plans, Printed, Terms, Unreadable};
use super::plans::plans;
use super::rows::{Own, rows};
use super::scope::complete;
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
    /// Its life as it is kept, and what the core does not know of it.
    pub(crate) life: Option<String>,
    pub(crate) notes: Notes,
    /// Where its life may rewrite it.
    pub(crate) doc: Option<String>,
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
    /// Those of them whose documents may be rewritten.
    pub(crate) rewritten: Vec<String>,
}

impl Named {
    /// With what a command is about by itself.
    pub(crate) fn by(mut self, command: &Command) -> Named {
        let mut changed = None;
        match command {
            Command::Change(asked) => changed = Some(&asked.subscription),
            Command::Cancel(asked) => changed = Some(&asked.subscription),
            Command::Void(invoice) | Command::Reissue(invoice) => {
                self.invoices.push(invoice.to_string());
            }
            Command::UndoChange(own)
            | Command::UndoCancel(own)
            | Command::Extend { subscription: own, .. }
            | Command::Pause(AskPause { subscription: own, .. })
            | Command::Resume(own)
            | Command::BillNext(own)
            | Command::Retry(own) => self.subscriptions.push(own.to_string()),
            Command::PatchSubscription(own) => {
                self.subscriptions.push(own.subscription.to_string())
            }
            Command::Instant
            | Command::Subscribe(_)
            | Command::Grant(_)
            | Command::Finalize(_)
            | Command::MarkPaid(_)
            | Command::PatchInvoice { .. } => {}
        }
        for own in changed.into_iter().map(Handle::to_string) {
            self.subscriptions.push(own.clone());
            self.rewritten.push(own);
        }
        self
    }
}

/// What is decided, as far as it says what has to be loaded.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) named: &'a Named,
    pub(crate) command: &'a Command,
    /// Until when things are decided.
    pub(crate) until: Timestamp,
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
    scope: Scope<'_>,
) -> Result<Option<Loaded>, Failure> {
    let (mut loaded, mut unloaded) = load_each(session, vec![billed], scope)?;
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
    scope: Scope<'_>,
) -> Result<(Vec<Loaded>, Vec<Unloaded>), Failure> {
    let rows = rows(session, &billed, scope.named)?;
    let mut plans = plans(session, rows.pricings())?;
    let company = Arc::new(company(session.company())?);
    let (mut loaded, mut unloaded) = (Vec::with_capacity(billed.len()), Vec::new());
    let mut rows = rows.by_customer();
    for billed in billed {
        let Some(own) = rows.remove(&billed.customer_id) else { continue };
        let running = own.subscriptions.iter().filter(|(own, _)| own.columns.parked.is_none());
        let subscriptions = running.map(|(own, _)| own.columns.id.clone()).collect();
        match own.assemble(&billed, &company, &plans) {
            Ok(own) => loaded.push(own),
            Err(error) => {
                unloaded.push(Unloaded { billed, subscriptions, reason: error.to_string() });
            }
        }
    }
    complete(session, &mut loaded, &mut unloaded, (scope, &mut plans))?;
    Ok((loaded, unloaded))
}

impl Own {
    pub(super) fn assemble(
        self,
        billed: &Billed,
        company: &Arc<Company>,
        plans: &Plans,
    ) -> Result<Loaded, Unreadable> {
        let (document, mut snapshot) = blank(&billed.customer_id, &self.customer, company)?;
        let (mut shown, mut documents) = (HashMap::new(), HashMap::new());
        for (row, read) in self.subscriptions {
            let store::subscription::Billing { columns, terms, progress, life, doc } = row;
            let own = match (read, &life) {
                (Some(own), _) => own,
                (None, Some(text)) => kept::read(text)?,
                (None, None) => KeptLife::default(),
            };
            let texts = (terms.as_str(), progress.as_str());
            let (restored, printed, notes) = subscription(&columns, texts, own, plans)?;
            snapshot.subscriptions.push(Arc::new(restored));
            shown.insert(columns.id.clone(), Shown { printed, columns, life, notes, doc });
        }
        snapshot.open_of = OpenInvoices::Of(BTreeSet::new());
        let (customer, billed) = (document, billed.clone());
        documents.reserve(self.invoices.len());
        let mut loaded = Loaded { billed, snapshot, customer, shown, documents };
        loaded.add(self.invoices, &self.credits, plans)?;
        Ok(loaded)
    }
}

impl Loaded {
    /// Adds invoices and credits, in the order in which they were made.
    pub(super) fn add(
        &mut self,
        invoices: Vec<store::invoice::Billing>,
        credits: &[store::credit::CreditRow],
        plans: &Plans,
    ) -> Result<(), Unreadable> {
        for row in invoices {
            if self.documents.contains_key(&row.columns.id) {
                continue;
            }
            self.snapshot.invoices.push(Arc::new(kept::invoice(&row, plans)?));
            let kept = kept::read(&row.doc)?;
            let store::invoice::Billing { columns, lines, derivations, .. } = row;
            let document = Document { columns, kept, lines, derivations };
            self.documents.insert(document.columns.id.clone(), document);
        }
        let snapshot = &mut self.snapshot;
        snapshot.invoices.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        for row in credits {
            let credit = kept::credit(row)?;
            if snapshot.credit(&credit.id).is_none() {
                snapshot.credits.push(Arc::new(credit));
            }
        }
        snapshot.credits.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(())
    }
}

/// A subscription again from its row, terms, progress and life, what its invoices show, and what
/// the core does not know of its life.
pub(crate) fn subscription(
    columns: &store::subscription::Columns,
    (terms, progress): (&str, &str),
    life: KeptLife,
    plans: &Plans,
) -> Result<(Subscription, Printed, Notes), Unreadable> {
    let terms: Terms = kept::read(terms)?;
    let course: Course = kept::read(progress)?;
    let printed = terms.printed().clone();
    let (mut restored, notes) = terms.restore(&columns.id, (course, life), plans)?;
    restored.parked = columns.parked.as_ref().map(|parked| parked.reason.clone());
    Ok((restored, printed, notes))
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
        country: place.country.map(country::understood),
        state: place.state,
        managed_externally: own.managed_externally,
    })
}

fn rate(own: &Tax) -> Result<TaxRate, Unreadable> {
    let unread = |_| Unreadable::Missing(format!("the rate of the tax {}", own.name));
    Ok(TaxRate {
        name: own.name.clone(),
        rate: Ratio::parse_decimal(own.rate.as_str()).map_err(unread)?,
        country: own.country.clone().map(country::understood),
        region: own.region.clone(),
    })
}
