//! The load scope in memory: of everything that there is, what a store would load for a command.

use std::collections::BTreeSet;

use calendar::Timestamp;

use crate::command::Command;
use crate::credit::{Credit, CreditState};
use crate::decide::scope::missing;
use crate::id::{CreditHandle, InvoiceHandle, OneTimeHandle};
use crate::invoice::{Invoice, InvoiceState};
use crate::snapshot::{OpenInvoices, Snapshot};

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
        let before = (size(&scoped), open.len(), scoped.has_all_open());
        open.extend(missing.open_of.iter().cloned());
        let everything = missing.open || scoped.has_all_open();
        scoped.open_of = match everything {
            true => OpenInvoices::Everyone,
            false => OpenInvoices::Of(open.clone()),
        };
        let is_open = |invoice: &Invoice| {
            let pending = matches!(invoice.state, InvoiceState::Pending(_));
            let of = invoice.subscriptions().iter().any(|id| open.contains(*id));
            pending && (everything || of)
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
        if (size(&scoped), open.len(), scoped.has_all_open()) == before {
            return scoped;
        }
    }
}
