//! What was billed of each subscription, whoever paid and on whatever invoice.

use std::sync::Arc;

use billing::id::SubscriptionHandle;
use billing::invoice::{Cause, Invoice, InvoiceState, Issue, Line, Reason};
use billing::snapshot::Snapshot;

/// The books, each with the invoices of all: those of rollups as each subscription's own, and lines
/// that wait for one as if they were billed. None where nothing at all is billed yet.
pub fn regrouped(customers: &[Snapshot]) -> Option<Vec<Snapshot>> {
    let mut all: Vec<Arc<Invoice>> = Vec::new();
    for snapshot in customers {
        for invoice in &snapshot.invoices {
            match invoice.cause {
                Cause::Rollup { .. } => all.extend(own(invoice, &invoice.lines)),
                _ => all.push(invoice.clone()),
            }
        }
        if snapshot.pending_lines.all().all(|line| line.collected.is_none()) {
            continue;
        }
        let Some(like) = snapshot.invoices.first().or(customers.iter().find_map(first)) else {
            // Nothing was billed yet of what waits.
            return None;
        };
        let issue = Issue { date: like.billing_date, due: like.billing_date };
        let like = Invoice { state: InvoiceState::Pending(issue), ..Invoice::clone(like) };
        let pending = snapshot.pending_lines.all();
        let lines: Vec<Line> = pending.filter(|line| line.collected.is_some()).cloned().collect();
        all.extend(own(&like, &lines));
    }
    let with = |snapshot: &Snapshot| Snapshot { invoices: all.clone(), ..snapshot.clone() };
    Some(customers.iter().map(with).collect())
}

fn first(snapshot: &Snapshot) -> Option<&Arc<Invoice>> {
    snapshot.invoices.first()
}

/// Lines by their subscription and by what made them.
fn own(like: &Invoice, lines: &[Line]) -> Vec<Arc<Invoice>> {
    let mut all: Vec<(SubscriptionHandle, Reason, Vec<Line>)> = Vec::new();
    for line in lines {
        let Some(id) = &line.subscription else { continue };
        let reason = line.collected.map_or(Reason::Cycle, |collected| collected.reason);
        match all.iter_mut().find(|(known, by, _)| (known, *by) == (id, reason)) {
            Some((_, _, lines)) => lines.push(line.clone()),
            None => all.push((id.clone(), reason, vec![line.clone()])),
        }
    }
    let made = all.into_iter().map(|(subscription, reason, lines)| {
        let at = like.billing_date;
        let cause = match reason {
            Reason::Cycle => Cause::Cycle { subscription: subscription.clone(), at },
            _ => like.cause.clone(),
        };
        let subscription = Some(subscription);
        Arc::new(Invoice { subscription, cause, reason, lines, ..like.clone() })
    });
    made.collect()
}
