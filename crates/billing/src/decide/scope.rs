//! The load scope: which documents and credits a decision depends on, besides drafts, open invoices
//! and active credits. It is read from what is there, so whoever loads asks again until nothing is
//! missing. What is loaded beyond that changes no decision.

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::command::Command;
use crate::credit::{Credit, CreditState};
use crate::id::{CreditHandle, InvoiceHandle, OneTimeHandle, SubscriptionHandle};
use crate::invoice::{Basis, Cause, Invoice, InvoiceState, Line, Reason};
use crate::one_time;
use crate::snapshot::{OpenInvoices, Snapshot};
use crate::subscription::{Status, Subscription};

/// What has to be loaded before a decision can be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    pub invoices: BTreeSet<InvoiceHandle>,
    pub credits: BTreeSet<CreditHandle>,
    pub one_times: BTreeSet<OneTimeHandle>,
    /// Subscriptions of which all open invoices are needed.
    pub open_of: BTreeSet<SubscriptionHandle>,
}

impl Missing {
    pub fn is_empty(&self) -> bool {
        self.invoices.is_empty()
            && self.credits.is_empty()
            && self.one_times.is_empty()
            && self.open_of.is_empty()
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
    match command {
        Command::Void(id) => scope.voided(id),
        Command::DropOneTime(id) => {
            scope.wanted.one_times.insert(id.clone());
        }
        Command::Reissue(id) => scope.reissued(id),
        Command::Cancel(asked) if asked.pending_invoices => scope.pending(&asked.subscription),
        _ => {}
    }
    scope.missing()
}

/// What a store loads for a command of everything that there is: drafts, active credits, the
/// invoice that is named, and what is missing then. Tests decide on it and on the whole.
pub fn scoped(whole: &Snapshot, command: &Command, now: Timestamp) -> Snapshot {
    let mut scoped = whole.clone();
    let named = match command {
        Command::Void(id) | Command::Reissue(id) | Command::Finalize(id) => Some(id),
        Command::MarkPaid(paid) => Some(&paid.invoice),
        Command::PatchInvoice { invoice, .. } => Some(invoice),
        _ => None,
    };
    let is_draft = |each: &Invoice| matches!(each.state, InvoiceState::Draft { .. });
    scoped.invoices.retain(|invoice| is_draft(invoice) || named == Some(&invoice.id));
    scoped.credits.retain(|credit| credit.state == CreditState::Active);
    scoped.one_times.retain(|one_time| one_time.is_pending());
    let mut open = BTreeSet::new();
    scoped.open_of = OpenInvoices::Of(open.clone());
    loop {
        let missing = missing(&scoped, command, now);
        if missing.is_empty() {
            return scoped;
        }
        let size =
            |known: &Snapshot| (known.invoices.len(), known.credits.len(), known.one_times.len());
        let before = (size(&scoped), open.len());
        open.extend(missing.open_of.iter().cloned());
        scoped.open_of = OpenInvoices::Of(open.clone());
        let is_open = |invoice: &Invoice| {
            let pending = matches!(invoice.state, InvoiceState::Pending(_));
            pending && invoice.subscriptions().iter().any(|id| open.contains(*id))
        };
        let known: BTreeSet<InvoiceHandle> =
            scoped.invoices.iter().map(|invoice| invoice.id.clone()).collect();
        let wanted = |invoice: &Invoice| {
            known.contains(&invoice.id)
                || missing.invoices.contains(&invoice.id)
                || is_open(invoice)
        };
        scoped.invoices =
            whole.invoices.iter().filter(|invoice| wanted(invoice)).cloned().collect();
        let paid: BTreeSet<CreditHandle> =
            scoped.credits.iter().map(|credit| credit.id.clone()).collect();
        let wanted =
            |credit: &Credit| paid.contains(&credit.id) || missing.credits.contains(&credit.id);
        scoped.credits = whole.credits.iter().filter(|credit| wanted(credit)).cloned().collect();
        let known: BTreeSet<OneTimeHandle> =
            scoped.one_times.iter().map(|each| each.id.clone()).collect();
        let wanted = |id: &OneTimeHandle| known.contains(id) || missing.one_times.contains(id);
        scoped.one_times =
            whole.one_times.iter().filter(|each| wanted(&each.id)).cloned().collect();
        // What is not to be found is left to the decision, which then says so.
        if (size(&scoped), open.len()) == before {
            return scoped;
        }
    }
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
        wanted.invoices.retain(|id| self.snapshot.invoice(id).is_none());
        wanted.credits.retain(|id| self.snapshot.credit(id).is_none());
        wanted.one_times.retain(|id| self.snapshot.one_time(id).is_none());
        wanted.open_of.retain(|id| !self.snapshot.has_open(id));
        wanted
    }
}

fn corrected(line: &Line) -> Option<InvoiceHandle> {
    line.corrects().cloned()
}
