//! The load scope: which documents and credits a decision depends on, besides drafts, open invoices
//! and active credits. It is read from what is there, so whoever loads asks again until nothing is
//! missing. What is loaded beyond that changes no decision.

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::command::{AppliesTo, Command};
use crate::id::{CreditHandle, InvoiceHandle, OneTimeHandle, SubscriptionHandle};
use crate::invoice::{Basis, Cause, Invoice, InvoiceState, Line, Reason};
use crate::one_time;
use crate::snapshot::Snapshot;
use crate::subscription::{Status, Subscription};

/// What has to be loaded before a decision can be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    pub invoices: BTreeSet<InvoiceHandle>,
    pub credits: BTreeSet<CreditHandle>,
    pub one_times: BTreeSet<OneTimeHandle>,
    /// Subscriptions of which all open invoices are needed.
    pub open_of: BTreeSet<SubscriptionHandle>,
    /// Whether all open invoices of the payer are needed.
    pub open: bool,
}

impl Missing {
    pub fn is_empty(&self) -> bool {
        self.invoices.is_empty()
            && self.credits.is_empty()
            && self.one_times.is_empty()
            && self.open_of.is_empty()
            && !self.open
    }
}

/// What a command at an instant depends on and is not there. Whoever looks ahead asks for the end
/// of time.
pub fn missing(snapshot: &Snapshot, command: &Command, now: Timestamp) -> Missing {
    let mut scope = Scope { snapshot, wanted: Missing::default() };
    for subscription in &snapshot.subscriptions {
        scope.subscription(
            subscription,
            ends(subscription, command, now),
            changes(subscription, command, now),
        );
    }
    for invoice in &snapshot.invoices {
        match &invoice.state {
            InvoiceState::Draft { basis: Some(basis), .. } => scope.draft(invoice, basis),
            InvoiceState::Draft { basis: None, .. } => scope.collected(invoice),
            InvoiceState::Pending(_) | InvoiceState::Paid { .. } | InvoiceState::Void { .. } => {}
        }
    }
    for late in snapshot.late.iter().filter(|late| late.is_late) {
        scope.wanted.invoices.insert(late.invoice.clone());
        scope.wanted.open_of.insert(late.subscription.clone());
    }
    match command {
        Command::Void(id) => scope.voided(id),
        Command::DropOneTime(id) => {
            scope.wanted.one_times.insert(id.clone());
        }
        Command::Reissue(id) => scope.reissued(id),
        Command::RevokeCredit(id) => {
            scope.wanted.credits.insert(id.clone());
        }
        Command::Consume(wanted) => scope.wanted.credits.extend(wanted.credit.clone()),
        Command::Grant(wanted) => scope.applied(&wanted.applies_to),
        Command::Cancel(asked) if asked.pending_invoices => scope.pending(&asked.subscription),
        _ => {}
    }
    scope.missing()
}

/// Whether a subscription is cancelled by a command or before an instant.
fn ends(subscription: &Subscription, command: &Command, now: Timestamp) -> bool {
    let asked = matches!(command, Command::Cancel(asked) if asked.subscription == subscription.id);
    asked
        || subscription
            .lifecycle
            .cancel
            .as_ref()
            .is_some_and(|cancel| cancel.at <= now && !subscription.is_over())
}

fn changes(subscription: &Subscription, command: &Command, now: Timestamp) -> bool {
    let asked = matches!(command, Command::Change(asked) if asked.subscription == subscription.id);
    asked
        || (!subscription.is_over()
            && subscription.lifecycle.changes.iter().any(|change| change.at <= now))
}

/// Whether an invoice of a subscription may come to less than nothing by its prices alone.
fn pays_out(subscription: &Subscription) -> bool {
    let changes =
        subscription.lifecycle.changes.iter().filter_map(|change| change.wanted.pricings.as_ref());
    let plans = subscription.state.pricings.iter().map(|subscribed| &subscribed.pricing);
    let mut plans = plans.chain(changes.flatten().map(|picked| &picked.pricing));
    let mut components = plans.by_ref().flat_map(|pricing| &pricing.components);
    components.any(|component| component.pricing.base_price.is_some_and(Amount::is_negative))
}

struct Scope<'a> {
    snapshot: &'a Snapshot,
    wanted: Missing,
}

impl Scope<'_> {
    fn subscription(&mut self, known: &Subscription, ends: bool, changes: bool) {
        let mut from: Vec<InvoiceHandle> =
            self.snapshot.pending_lines.of(&known.id).iter().filter_map(corrected).collect();
        let pending = self.snapshot.pending_lines.of(&known.id);
        // An amount off is given by the end only where nothing of what runs took it.
        let ended = |line: &Line| line.collected.is_some_and(|by| by.reason == Reason::Cancel);
        if ends || changes || pending.iter().any(ended) {
            from.extend(known.state.advance_invoices.iter().map(|billed| billed.invoice.clone()));
        }
        let live = known.is_live() || known.status == Status::Pending;
        // What is bought once may come to less than nothing.
        let buys = || live && !one_time::lines::next(self.snapshot, known).is_empty();
        if ends || changes || !from.is_empty() || (live && pays_out(known)) || buys() {
            self.wanted.open_of.insert(known.id.clone());
        }
        match ends {
            true => {
                let cancel = known.lifecycle.cancel.as_ref();
                if cancel.is_some_and(|cancel| cancel.pending_invoices) {
                    self.pending(&known.id);
                }
                // What a void lets return to the end is of these.
                let open = self.open(&known.id);
                from.extend(open.iter().flat_map(|invoice| invoice.corrected()).cloned());
                self.whole(known, from);
            }
            false => self.wanted.invoices.extend(from),
        }
    }

    /// What a draft is computed again from, and what it gives back.
    fn draft(&mut self, invoice: &Invoice, basis: &Basis) {
        let lines = invoice.lines.iter().chain(&*basis.pending_lines);
        let basis = &*basis.subscription;
        self.wanted.one_times.extend(invoice.one_times().cloned());
        let mut from: Vec<InvoiceHandle> = lines.filter_map(corrected).collect();
        if matches!(invoice.cause, Cause::Change { .. } | Cause::Cancel { .. }) {
            from.extend(basis.state.advance_invoices.iter().map(|billed| billed.invoice.clone()));
        }
        let buys = invoice.one_times().next().is_some();
        if invoice.reason == Reason::Cancel || !from.is_empty() || pays_out(basis) || buys {
            self.wanted.open_of.insert(basis.id.clone());
        }
        match invoice.reason == Reason::Cancel {
            true => self.whole(basis, from),
            false => self.wanted.invoices.extend(from),
        }
    }

    /// What a draft of a rollup gives back, and of which others.
    fn collected(&mut self, invoice: &Invoice) {
        self.wanted.one_times.extend(invoice.one_times().cloned());
        self.wanted.invoices.extend(invoice.lines.iter().filter_map(corrected));
        self.wanted.open_of.extend(invoice.subscriptions().into_iter().cloned());
    }

    /// What a document corrects, what that corrected, and so on, with the credits that paid; and
    /// the same of documents that made credits of the subscription.
    fn whole(&mut self, subscription: &Subscription, mut from: Vec<InvoiceHandle>) {
        for credit in &self.snapshot.credits {
            let source = credit.source.as_ref();
            let of = source.filter(|source| source.subscription.as_ref() == Some(&subscription.id));
            from.extend(of.map(|source| source.invoice.clone()));
        }
        let mut seen = BTreeSet::new();
        while let Some(id) = from.pop() {
            self.wanted.invoices.insert(id.clone());
            if !seen.insert(id.clone()) {
                continue;
            }
            if let Some(invoice) = self.snapshot.invoice(&id) {
                from.extend(invoice.rests_on().cloned());
                self.wanted
                    .credits
                    .extend(invoice.credits.iter().filter_map(|d| d.credit().cloned()));
                self.wanted.credits.extend(invoice.paid_by().cloned());
            }
        }
    }

    /// What voiding a document touches: what it corrects and where what it gave back went.
    fn voided(&mut self, id: &InvoiceHandle) {
        self.wanted.invoices.insert(id.clone());
        let Some(invoice) = self.snapshot.invoice(id) else { return };
        self.wanted.one_times.extend(invoice.one_times().cloned());
        self.wanted.invoices.extend(invoice.corrected().cloned());
        self.wanted.invoices.extend(invoice.credits.iter().filter_map(|d| d.invoice().cloned()));
        self.wanted.credits.extend(invoice.credits.iter().filter_map(|d| d.credit().cloned()));
        self.wanted.credits.extend(invoice.paid_by().chain(invoice.unit_credits()).cloned());
    }

    /// The invoices that a new credit pays at once.
    fn applied(&mut self, to: &AppliesTo) {
        match to {
            AppliesTo::Nothing => {}
            AppliesTo::All => self.wanted.open = true,
            AppliesTo::These(ids) => self.wanted.invoices.extend(ids.iter().cloned()),
        }
    }

    fn reissued(&mut self, id: &InvoiceHandle) {
        self.wanted.invoices.insert(id.clone());
        let Some(old) = self.snapshot.invoice(id) else { return };
        self.wanted.one_times.extend(old.one_times().cloned());
        self.wanted.open_of.extend(old.subscription.clone());
        let of = old.subscription.as_ref().and_then(|id| self.snapshot.subscription(id));
        if let Some(subscription) = of.filter(|_| old.reason == Reason::Cancel) {
            let pending = self.snapshot.pending_lines.of(&subscription.id);
            self.whole(subscription, pending.iter().filter_map(corrected).collect());
        }
    }

    /// What a cancel voids of a subscription.
    fn pending(&mut self, id: &SubscriptionHandle) {
        self.wanted.open_of.insert(id.clone());
        for invoice in self.open(id) {
            self.voided(&invoice.id);
        }
    }

    /// The drafts and open invoices of a subscription, as far as they are there.
    fn open(&self, id: &SubscriptionHandle) -> Vec<Arc<Invoice>> {
        let of = |invoice: &&Arc<Invoice>| invoice.subscription.as_ref() == Some(id);
        let open = |known: &&Arc<Invoice>| {
            matches!(known.state, InvoiceState::Draft { .. } | InvoiceState::Pending(_))
        };
        self.snapshot.invoices.iter().filter(of).filter(open).cloned().collect()
    }

    fn missing(self) -> Missing {
        let mut wanted = self.wanted;
        // What they sold may come back.
        let known = wanted.invoices.iter().filter_map(|id| self.snapshot.invoice(id));
        wanted.credits.extend(known.flat_map(|invoice| invoice.granted.iter().cloned()));
        wanted.invoices.retain(|id| self.snapshot.invoice(id).is_none());
        wanted.credits.retain(|id| self.snapshot.credit(id).is_none());
        wanted.one_times.retain(|id| self.snapshot.one_time(id).is_none());
        wanted.open_of.retain(|id| !self.snapshot.has_open(id));
        wanted.open &= !self.snapshot.has_all_open();
        wanted
    }
}

fn corrected(line: &Line) -> Option<InvoiceHandle> {
    line.corrects().cloned()
}
