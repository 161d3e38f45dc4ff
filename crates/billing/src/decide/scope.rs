//! The load scope: which documents and credits a decision depends on, besides drafts, open invoices
//! and active credits. It is read from what is there, so whoever loads asks again until nothing is
//! missing. What is loaded beyond that changes no decision.

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::command::Command;
use crate::credit::{Credit, CreditState};
use crate::id::Handle;
use crate::invoice::{Cause, Invoice, InvoiceState, Line, Reason};
use crate::snapshot::{OpenInvoices, Snapshot};
use crate::subscription::{Status, Subscription};

/// What has to be loaded before a decision can be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    pub invoices: BTreeSet<Handle>,
    pub credits: BTreeSet<Handle>,
    /// Subscriptions of which all open invoices are needed.
    pub open_of: BTreeSet<Handle>,
}

impl Missing {
    pub fn is_empty(&self) -> bool {
        self.invoices.is_empty() && self.credits.is_empty() && self.open_of.is_empty()
    }
}

/// What a command at an instant depends on and is not there. Whoever looks ahead asks for the end
/// of time.
pub fn missing(snapshot: &Snapshot, command: &Command, now: Timestamp) -> Missing {
    let mut scope = Scope { snapshot, wanted: Missing::default() };
    for own in &snapshot.subscriptions {
        scope.subscription(own, ends(own, command, now), changes(own, command, now));
    }
    for own in &snapshot.invoices {
        if let InvoiceState::Draft { basis, .. } = &own.state {
            scope.draft(own, basis);
        }
    }
    match command {
        Command::Void(id) => scope.voided(id),
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
    let is_draft = |own: &Invoice| matches!(own.state, InvoiceState::Draft { .. });
    scoped.invoices.retain(|own| is_draft(own) || named == Some(&own.id));
    scoped.credits.retain(|own| own.state == CreditState::Active);
    let mut open = BTreeSet::new();
    scoped.open_of = OpenInvoices::Of(open.clone());
    loop {
        let missing = missing(&scoped, command, now);
        if missing.is_empty() {
            return scoped;
        }
        open.extend(missing.open_of.iter().cloned());
        scoped.open_of = OpenInvoices::Of(open.clone());
        let is_open = |own: &Invoice| {
            let pending = matches!(own.state, InvoiceState::Pending(_));
            pending && own.subscription.as_ref().is_some_and(|id| open.contains(id))
        };
        let known: BTreeSet<Handle> = scoped.invoices.iter().map(|own| own.id.clone()).collect();
        let wanted = |own: &Invoice| {
            known.contains(&own.id) || missing.invoices.contains(&own.id) || is_open(own)
        };
        scoped.invoices = whole.invoices.iter().filter(|own| wanted(own)).cloned().collect();
        let paid: BTreeSet<Handle> = scoped.credits.iter().map(|own| own.id.clone()).collect();
        let wanted = |own: &Credit| paid.contains(&own.id) || missing.credits.contains(&own.id);
        scoped.credits = whole.credits.iter().filter(|own| wanted(own)).cloned().collect();
        let found = |id: &Handle| scoped.invoice(id).is_some();
        if !missing.invoices.iter().all(found) {
            return scoped;
        }
    }
}

/// Whether a subscription is cancelled by a command or before an instant.
fn ends(own: &Subscription, command: &Command, now: Timestamp) -> bool {
    let asked = matches!(command, Command::Cancel(asked) if asked.subscription == own.id);
    asked || own.lifecycle.cancel.as_ref().is_some_and(|cancel| cancel.at <= now && !own.is_over())
}

fn changes(own: &Subscription, command: &Command, now: Timestamp) -> bool {
    let asked = matches!(command, Command::Change(asked) if asked.subscription == own.id);
    asked || (!own.is_over() && own.lifecycle.changes.iter().any(|change| change.at <= now))
}

/// Whether an invoice of a subscription may come to less than nothing by its prices alone.
fn pays_out(own: &Subscription) -> bool {
    let changes = own.lifecycle.changes.iter().filter_map(|change| change.wanted.pricings.as_ref());
    let plans = own.pricings.iter().map(|state| &state.pricing);
    let mut plans = plans.chain(changes.flatten().map(|picked| &picked.pricing));
    let mut components = plans.by_ref().flat_map(|plan| &plan.components);
    components.any(|own| own.pricing.base_price.is_some_and(Amount::is_negative))
}

struct Scope<'a> {
    snapshot: &'a Snapshot,
    wanted: Missing,
}

impl Scope<'_> {
    fn subscription(&mut self, own: &Subscription, ends: bool, changes: bool) {
        let mut from: Vec<Handle> =
            own.lifecycle.pending_lines.iter().filter_map(corrected).collect();
        if ends || changes {
            from.extend(own.progress.advance_invoices.iter().map(|own| own.invoice.clone()));
        }
        let live = own.is_live() || own.status == Status::Pending;
        if ends || changes || !from.is_empty() || (live && pays_out(own)) {
            self.wanted.open_of.insert(own.id.clone());
        }
        match ends {
            true => {
                let cancel = own.lifecycle.cancel.as_ref();
                if cancel.is_some_and(|cancel| cancel.pending_invoices) {
                    self.pending(&own.id);
                }
                // What a void lets return to the end is of these.
                let open = self.open(&own.id);
                from.extend(open.iter().flat_map(|own| own.corrected()).cloned());
                self.whole(own, from);
            }
            false => self.wanted.invoices.extend(from),
        }
    }

    /// What a draft is computed again from, and what it gives back.
    fn draft(&mut self, own: &Invoice, basis: &Subscription) {
        let lines = own.lines.iter().chain(&basis.lifecycle.pending_lines);
        let mut from: Vec<Handle> = lines.filter_map(corrected).collect();
        if matches!(own.cause, Cause::Change { .. } | Cause::Cancel { .. }) {
            from.extend(basis.progress.advance_invoices.iter().map(|own| own.invoice.clone()));
        }
        if own.reason == Reason::Cancel || !from.is_empty() || pays_out(basis) {
            self.wanted.open_of.insert(basis.id.clone());
        }
        match own.reason == Reason::Cancel {
            true => self.whole(basis, from),
            false => self.wanted.invoices.extend(from),
        }
    }

    /// What a document corrects, what that corrected, and so on, with the credits that paid; and
    /// the same of documents that made credits of the subscription.
    fn whole(&mut self, own: &Subscription, mut from: Vec<Handle>) {
        for credit in &self.snapshot.credits {
            let source = credit.source.as_ref();
            let of = source.filter(|source| source.subscription.as_ref() == Some(&own.id));
            from.extend(of.map(|source| source.invoice.clone()));
        }
        let mut seen = BTreeSet::new();
        while let Some(id) = from.pop() {
            self.wanted.invoices.insert(id.clone());
            if !seen.insert(id.clone()) {
                continue;
            }
            if let Some(own) = self.snapshot.invoice(&id) {
                from.extend(own.rests_on().cloned());
                self.wanted.credits.extend(own.credits.iter().filter_map(|d| d.credit().cloned()));
            }
        }
    }

    /// What voiding a document touches: what it corrects and where what it gave back went.
    fn voided(&mut self, id: &Handle) {
        self.wanted.invoices.insert(id.clone());
        let Some(own) = self.snapshot.invoice(id) else { return };
        self.wanted.invoices.extend(own.corrected().cloned());
        self.wanted.invoices.extend(own.credits.iter().filter_map(|d| d.invoice().cloned()));
        self.wanted.credits.extend(own.credits.iter().filter_map(|d| d.credit().cloned()));
    }

    fn reissued(&mut self, id: &Handle) {
        self.wanted.invoices.insert(id.clone());
        let Some(old) = self.snapshot.invoice(id) else { return };
        self.wanted.open_of.extend(old.subscription.clone());
        let of = old.subscription.as_ref().and_then(|id| self.snapshot.subscription(id));
        if let Some(own) = of.filter(|_| old.reason == Reason::Cancel) {
            self.whole(own, own.lifecycle.pending_lines.iter().filter_map(corrected).collect());
        }
    }

    /// What a cancel voids of a subscription.
    fn pending(&mut self, id: &Handle) {
        self.wanted.open_of.insert(id.clone());
        for own in self.open(id) {
            self.voided(&own.id);
        }
    }

    /// The drafts and open invoices of a subscription, as far as they are there.
    fn open(&self, id: &Handle) -> Vec<Arc<Invoice>> {
        let of = |own: &&Arc<Invoice>| own.subscription.as_ref() == Some(id);
        let open = |own: &&Arc<Invoice>| {
            matches!(own.state, InvoiceState::Draft { .. } | InvoiceState::Pending(_))
        };
        self.snapshot.invoices.iter().filter(of).filter(open).cloned().collect()
    }

    fn missing(self) -> Missing {
        let mut wanted = self.wanted;
        wanted.invoices.retain(|id| self.snapshot.invoice(id).is_none());
        wanted.credits.retain(|id| self.snapshot.credit(id).is_none());
        wanted.open_of.retain(|id| !self.snapshot.has_open(id));
        wanted
    }
}

fn corrected(line: &Line) -> Option<Handle> {
    line.corrects().cloned()
}
