//! One billed customer, ready to be decided, and what of it is wanted.

use std::collections::HashMap;
use std::sync::Arc;

use billing::command::{AskPause, Command};
use billing::pricing::Pricings;
use billing::snapshot::Snapshot;
use calendar::Timestamp;
use records::{CustomerId, InvoiceId, OneTimeId, SubscriptionId};
use store::billed::Billed;
use store::one_time::OneTimeRow;

use super::customer::BilledCustomer;
use super::meter::Usage;
use crate::bill::stored::{self, InvoiceText, OneTimeText, ShownDetails, Unreadable};

/// One billed customer, ready to be decided.
pub(crate) struct Loaded {
    pub(crate) billed: Billed,
    pub(crate) snapshot: Snapshot,
    /// What its meter knows.
    pub(crate) usage: Arc<Usage>,
    /// The payer and everyone it pays for.
    pub(crate) customers: HashMap<CustomerId, BilledCustomer>,
    /// Others whose records this decision may change, as they were before those were read: who has
    /// credits here, and who paid for its subscriptions before.
    pub(crate) beside: Vec<Billed>,
    /// What the core does not know of the subscriptions.
    pub(crate) shown: HashMap<SubscriptionId, Shown>,
    /// What the core does not know of the invoices.
    pub(crate) documents: HashMap<InvoiceId, Document>,
    /// One-time charges as their rows have them, and what their own invoice shows.
    pub(crate) one_times: HashMap<OneTimeId, (OneTimeRow, OneTimeText)>,
}

/// A subscription as its row has it, and what its invoices show.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) text: InvoiceText,
    pub(crate) columns: store::subscription::Columns,
    /// Its life as it is stored, and what the core does not know of it.
    pub(crate) life: Option<String>,
    pub(crate) notes: ShownDetails,
    /// Where its life may rewrite it.
    pub(crate) doc: Option<String>,
}

/// An invoice as its row has it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) columns: store::invoice::Columns,
    pub(crate) fields: stored::InvoiceDocument,
    pub(crate) lines: String,
    pub(crate) derivations: String,
}

impl Document {
    /// Whether its lines still change.
    pub(crate) fn is_draft(&self) -> bool {
        self.columns.status == "DRAFT"
    }
}

/// What else than the open records of a customer is wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoadScope {
    /// Invoices that a command is about, whatever their state, with what belongs to them.
    pub(crate) invoices: Vec<InvoiceId>,
    /// Subscriptions that a command is about, whatever their state.
    pub(crate) subscriptions: Vec<SubscriptionId>,
    /// Those of them whose documents may be rewritten.
    pub(crate) rewritten: Vec<SubscriptionId>,
    /// Customers that a command is about and that the payer did not pay for before.
    pub(crate) customers: Vec<CustomerId>,
}

impl LoadScope {
    /// With what a command is about by itself.
    pub(crate) fn by(mut self, command: &Command) -> LoadScope {
        let mut changed = None;
        match command {
            Command::Change(asked) => changed = Some(&asked.subscription),
            Command::Cancel(asked) => changed = Some(&asked.subscription),
            Command::Void(invoice) | Command::Reissue(invoice) => {
                self.invoices.push(invoice.to_string().into());
            }
            Command::UndoChange(id)
            | Command::UndoCancel(id)
            | Command::Extend { subscription: id, .. }
            | Command::Pause(AskPause { subscription: id, .. })
            | Command::Resume(id)
            | Command::BillNext(id)
            | Command::Retry(id) => self.subscriptions.push(id.to_string().into()),
            Command::PatchSubscription(patch_subscription) => {
                self.subscriptions.push(patch_subscription.subscription.to_string().into())
            }
            Command::SettleWaiting(wanted) => {
                let ids = wanted.subscriptions.iter().map(|(id, _)| id.to_string().into());
                self.subscriptions.extend(ids);
            }
            Command::Subscribe(wanted) => self.customers.push((&*wanted.customer).into()),
            Command::ChargeOnce(wanted) => self.customers.push((&*wanted.customer).into()),
            Command::RunDue
            | Command::DropOneTime(_)
            | Command::CountObjects
            | Command::TakeOver(_)
            | Command::Grant(_)
            | Command::RevokeCredit(_)
            | Command::Consume(_)
            | Command::Finalize(_)
            | Command::MarkPaid(_)
            | Command::PatchInvoice { .. } => {}
        }
        if let Some(handle) = changed {
            let id = SubscriptionId::from(handle.to_string());
            self.subscriptions.push(id.clone());
            self.rewritten.push(id);
        }
        self
    }
}

/// What is decided, as far as it says what has to be loaded.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) named: &'a LoadScope,
    pub(crate) command: &'a Command,
    /// Until when things are decided.
    pub(crate) until: Timestamp,
}

/// A customer that could not be loaded, and why.
pub(crate) struct Unloaded {
    pub(crate) billed: Billed,
    /// Those of its subscriptions that are not parked yet.
    pub(crate) subscriptions: Vec<SubscriptionId>,
    pub(crate) reason: String,
}

impl Loaded {
    /// Whether a credit of a customer may be used here.
    pub(super) fn knows(&self, customer: &CustomerId) -> bool {
        self.customers.contains_key(customer)
    }

    /// Adds one-time charges.
    pub(super) fn buy(
        &mut self,
        rows: Vec<OneTimeRow>,
        pricings: &Pricings,
    ) -> Result<(), Unreadable> {
        for row in rows.into_iter().filter(|row| row.billed_customer_id == self.billed.customer_id)
        {
            let (one_time, text) = stored::one_time(&row, pricings)?;
            if self.snapshot.one_time(&one_time.id).is_none() {
                self.snapshot.one_times.push(Arc::new(one_time));
                self.one_times.insert(row.id.clone(), (row, text));
            }
        }
        Ok(())
    }

    /// Adds invoices and credits, in the order in which they were made.
    pub(super) fn add(
        &mut self,
        invoices: Vec<store::invoice::Billing>,
        credits: &[store::credit::CreditRow],
        pricings: &Pricings,
    ) -> Result<(), Unreadable> {
        for row in invoices {
            if self.documents.contains_key(&row.columns.id) {
                continue;
            }
            self.snapshot.invoices.push(Arc::new(stored::invoice(&row, pricings)?));
            let fields = stored::read(&row.doc)?;
            let store::invoice::Billing { columns, lines, derivations, .. } = row;
            let document = Document { columns, fields, lines, derivations };
            self.documents.insert(document.columns.id.clone(), document);
        }
        let snapshot = &mut self.snapshot;
        snapshot.invoices.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        for row in credits {
            let credit = stored::credit(row)?;
            if snapshot.credit(&credit.id).is_none() {
                snapshot.credits.push(Arc::new(credit));
            }
        }
        snapshot.credits.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(())
    }
}
