//! What a decision looks at: one payer and every customer it pays for, with everything that billing
//! them depends on.
//!
//! Records are shared by pointer, so that a copy of a snapshot costs a few counters and a decision
//! can try its own facts on a copy. Nothing here decides.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::credit::Credit;
use crate::customer::{Company, Customer, TaxRate};
use crate::id::{CreditHandle, InvoiceHandle, Minted, OneTimeHandle, SubscriptionHandle};
use crate::invoice::{Invoice, PendingLines};
use crate::metering::{LatePeriod, Meter, NothingLoaded};
use crate::one_time::OneTime;
use crate::refusal::Refusal;
use crate::subscription::Subscription;

/// One payer as the store knows it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub company: Arc<Company>,
    /// Who gets the invoices.
    pub payer: Arc<Customer>,
    /// Everybody it pays for, itself among them.
    pub customers: Vec<Arc<Customer>>,
    /// In the order in which they were made.
    pub subscriptions: Vec<Arc<Subscription>>,
    /// Drafts, open ones, those that a command names, and those that `decision::missing` asks for.
    /// More of them change no decision, and where one is missing there is none.
    pub invoices: Vec<Arc<Invoice>>,
    pub open_of: OpenInvoices,
    pub credits: Vec<Arc<Credit>>,
    /// Lines that wait for an invoice.
    pub pending_lines: PendingLines,
    /// Those that are not billed yet, those that a command names, and those on drafts.
    pub one_times: Vec<Arc<OneTime>>,
    pub meter: Arc<dyn Meter>,
    /// Billed periods whose usage may be another by now, and those of the same invoices.
    pub late: Vec<LatePeriod>,
    /// How many handles of each kind are taken.
    pub minted: Minted,
}

/// Whose open invoices are all there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpenInvoices {
    #[default]
    Everyone,
    Of(BTreeSet<SubscriptionHandle>),
}

impl Snapshot {
    /// Whether all open invoices of a subscription are there.
    pub fn has_open(&self, subscription: &SubscriptionHandle) -> bool {
        match &self.open_of {
            OpenInvoices::Everyone => true,
            OpenInvoices::Of(known) => known.contains(subscription),
        }
    }

    /// Whether all open invoices of the payer are there.
    pub fn has_all_open(&self) -> bool {
        self.open_of == OpenInvoices::Everyone
    }

    /// A payer of whom nothing is known yet, and who pays for nobody else.
    pub fn new(company: Arc<Company>, payer: Arc<Customer>) -> Snapshot {
        Snapshot {
            company,
            customers: vec![payer.clone()],
            payer,
            subscriptions: Vec::new(),
            invoices: Vec::new(),
            open_of: OpenInvoices::default(),
            credits: Vec::new(),
            pending_lines: PendingLines::default(),
            one_times: Vec::new(),
            meter: Arc::new(NothingLoaded),
            late: Vec::new(),
            minted: Minted::default(),
        }
    }

    pub fn subscription(&self, id: &SubscriptionHandle) -> Option<&Arc<Subscription>> {
        self.subscriptions.iter().find(|known| known.id == *id)
    }

    pub fn invoice(&self, id: &InvoiceHandle) -> Option<&Arc<Invoice>> {
        self.invoices.iter().find(|known| known.id == *id)
    }

    pub fn one_time(&self, id: &OneTimeHandle) -> Option<&Arc<OneTime>> {
        self.one_times.iter().find(|known| known.id == *id)
    }

    pub fn credit(&self, id: &CreditHandle) -> Option<&Arc<Credit>> {
        self.credits.iter().find(|known| known.id == *id)
    }

    /// A customer that the payer pays for.
    pub fn customer(&self, id: &Arc<str>) -> Result<&Arc<Customer>, Refusal> {
        let known = self.customers.iter().find(|known| known.id == *id);
        known.ok_or_else(|| Refusal::CustomerNotLoaded(id.clone()))
    }

    /// The customer whose subscription it is.
    pub fn customer_of(&self, subscription: &Subscription) -> Result<&Arc<Customer>, Refusal> {
        self.customer(&subscription.customer)
    }

    /// The rates that apply to a customer: its own, else the company's, by its address.
    pub fn taxes<'a>(&'a self, customer: &'a Customer) -> impl Iterator<Item = &'a TaxRate> {
        let all = customer.override_taxes.as_ref().unwrap_or(&self.company.taxes);
        all.iter().filter(|rate| rate.applies(customer))
    }
}
