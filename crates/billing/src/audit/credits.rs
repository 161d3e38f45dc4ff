//! What is left of a credit is the sum of its log, never below zero; and what invoices say credits
//! paid is what the logs say.

use money::Ratio;

use super::Finding;
use crate::credit::{Action, Entry, balance};
use crate::snapshot::{Credit, Invoice, InvoiceState, Snapshot};

pub(super) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let credits = snapshot.credits.iter().filter_map(|own| log(own));
    credits.chain(snapshot.invoices.iter().filter_map(|own| applied(snapshot, own))).collect()
}

fn log(own: &Credit) -> Option<Finding> {
    let entry = |entry: &crate::snapshot::LogEntry| Entry {
        action: entry.action,
        amount: Ratio::from(entry.amount.minor),
    };
    let entries: Vec<Entry> = own.log.iter().map(entry).collect();
    match balance(&entries) {
        Err(error) => Some(format!("{}: {error}", own.id)),
        Ok(left) if left != Ratio::from(own.balance.minor) => {
            Some(format!("{}: the log has {left} left, not {}", own.id, own.balance))
        }
        Ok(_) => None,
    }
}

/// The log of an invoice comes to its credits, and to nothing once it is void.
fn applied(snapshot: &Snapshot, own: &Invoice) -> Option<Finding> {
    let wanted = match own.state {
        InvoiceState::Void { .. } => 0,
        _ => own.credits.iter().map(|d| i128::from(d.net.minor) + i128::from(d.tax.minor)).sum(),
    };
    let made = |credit: &Credit| {
        own.credits.iter().any(|detail| detail.credit == credit.id && detail.net.is_negative())
    };
    let of_log = |credit: &Credit| -> i128 {
        let entries = credit.log.iter().filter(|entry| entry.invoice.as_ref() == Some(&own.id));
        entries
            .map(|entry| match entry.action {
                Action::Applied => i128::from(entry.amount.minor),
                Action::Restored => -i128::from(entry.amount.minor),
                _ => 0,
            })
            .sum()
    };
    let found: i128 = snapshot.credits.iter().filter(|own| !made(own)).map(|own| of_log(own)).sum();
    let wanted: i128 = if wanted < 0 { 0 } else { wanted };
    (found != wanted).then(|| format!("{}: logs apply {found}, not {wanted}", own.id))
}
