//! What a decision looks at: one billed customer, with everything that billing it depends on.
//!
//! Records are shared by pointer, so that a copy of a snapshot costs a few counters and a decision
//! can try its own facts on a copy. Nothing here decides.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::credit::Credit;
use crate::customer::{Company, Customer, TaxRate};
use crate::id::{Handle, Minted};
use crate::invoice::Invoice;
use crate::metering::{Meter, NoUsage};
use crate::subscription::Subscription;

/// One billed customer as the store knows it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub company: Arc<Company>,
    pub customer: Arc<Customer>,
    /// In the order in which they were made.
    pub subscriptions: Vec<Arc<Subscription>>,
    /// Drafts, open ones, those that a command names, and those that `decision::missing` asks for.
    /// More of them change no decision, and where one is missing there is none.
    pub invoices: Vec<Arc<Invoice>>,
    pub open_of: OpenInvoices,
    pub credits: Vec<Arc<Credit>>,
    pub meter: Arc<dyn Meter>,
    /// How many handles of each kind are taken.
    pub minted: Minted,
}

/// Whose open invoices are all there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpenInvoices {
    #[default]
    Everyone,
    Of(BTreeSet<Handle>),
}

impl Snapshot {
    /// Whether all open invoices of a subscription are there.
    pub fn has_open(&self, subscription: &Handle) -> bool {
        match &self.open_of {
            OpenInvoices::Everyone => true,
            OpenInvoices::Of(known) => known.contains(subscription),
        }
    }

    /// A customer of whom nothing is known yet.
    pub fn new(company: Arc<Company>, customer: Arc<Customer>) -> Snapshot {
        Snapshot {
            company,
            customer,
            subscriptions: Vec::new(),
            invoices: Vec::new(),
            open_of: OpenInvoices::default(),
            credits: Vec::new(),
            meter: Arc::new(NoUsage),
            minted: Minted::default(),
        }
    }

    pub fn subscription(&self, id: &Handle) -> Option<&Arc<Subscription>> {
        self.subscriptions.iter().find(|known| known.id == *id)
    }

    pub fn invoice(&self, id: &Handle) -> Option<&Arc<Invoice>> {
        self.invoices.iter().find(|known| known.id == *id)
    }

    pub fn credit(&self, id: &Handle) -> Option<&Arc<Credit>> {
        self.credits.iter().find(|known| known.id == *id)
    }

    /// The rates that apply to this customer: its own, else the company's, by its address.
    pub fn taxes(&self) -> Vec<&TaxRate> {
        let all = self.customer.override_taxes.as_ref();
        all.unwrap_or(&self.company.taxes)
            .iter()
            .filter(|rate| rate.applies(&self.customer))
            .collect()
    }
}
