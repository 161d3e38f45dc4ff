//! Previews held against what comes: whatever is foreseen after a step is billed later, unless
//! somebody does something first.

use std::collections::BTreeMap;
use std::sync::Arc;

use billing::command::Command;
use billing::decide::{Preview, preview, preview_orders, scoped};
use billing::id::SubscriptionHandle;
use billing::invoice::{Invoice, InvoiceState, Reason};
use billing::snapshot::Snapshot;
use calendar::Timestamp;

/// The coming invoices of every subscription, and of every customer for what is bought by itself,
/// as they were foreseen last.
#[derive(Debug, Default)]
pub struct Foresight {
    coming: BTreeMap<SubscriptionHandle, Vec<String>>,
    orders: BTreeMap<String, Vec<String>>,
    /// How many were compared.
    pub held: usize,
}

impl Foresight {
    /// Looks ahead for every subscription of a customer, with the handles that are free now.
    pub fn look(&mut self, snapshot: &Snapshot, now: Timestamp) -> Result<(), String> {
        let snapshot = &scoped(snapshot, &Command::RunDue, Timestamp::MAX);
        for subscription in &snapshot.subscriptions {
            let wanted = Preview { subscription: subscription.id.clone(), command: None };
            let coming = preview(snapshot, &wanted, now).map_err(|error| error.to_string())?;
            self.coming.insert(subscription.id.clone(), coming.iter().map(summary).collect());
        }
        let orders = preview_orders(snapshot, None, now).map_err(|error| error.to_string())?;
        let customer = snapshot.payer.id.to_string();
        self.orders.insert(customer, orders.iter().map(summary).collect());
        Ok(())
    }

    /// Holds the invoices that time made against what was foreseen.
    pub fn hold(&mut self, before: &Snapshot, after: &Snapshot) -> Result<(), String> {
        for subscription in &after.subscriptions {
            let made = made(before, after, Some(&subscription.id));
            if made.is_empty() || before.subscription(&subscription.id).is_none() {
                continue;
            }
            self.held += held(self.coming.get(&subscription.id), &made)?;
        }
        let made = made(before, after, None);
        if !made.is_empty() {
            self.held += held(self.orders.get(&*after.payer.id), &made)?;
        }
        Ok(())
    }

    /// Holds what a command bills at once against its preview.
    pub fn hold_command(
        &mut self,
        (before, after): (&Snapshot, &Snapshot),
        command: &Command,
        now: Timestamp,
    ) -> Result<(), String> {
        let subscription = match command {
            Command::Change(ask_change) => &ask_change.subscription,
            Command::Cancel(ask_cancel) => &ask_cancel.subscription,
            Command::BillNext(id) => id,
            _ => return Ok(()),
        };
        let made: Vec<String> = made(before, after, Some(subscription))
            .iter()
            .map(|invoice| summary(invoice))
            .collect();
        let loaded = scoped(before, command, Timestamp::MAX);
        let command = Some(command.clone());
        let wanted = Preview { subscription: subscription.clone(), command };
        let foreseen = preview(&loaded, &wanted, now).map_err(|error| error.to_string())?;
        let foreseen: Vec<String> = foreseen.iter().map(summary).collect();
        self.held += made.len();
        match made.is_empty() || made == foreseen {
            true => Ok(()),
            false => Err(format!("foreseen was\n{foreseen:#?}\nand billed\n{made:#?}")),
        }
    }
}

/// Holds invoices against what was foreseen, if anything was.
fn held(foreseen: Option<&Vec<String>>, made: &[&Invoice]) -> Result<usize, String> {
    let Some(foreseen) = foreseen else { return Ok(0) };
    let made: Vec<String> = made.iter().map(|invoice| summary(invoice)).collect();
    match made == *foreseen {
        true => Ok(1),
        false => Err(format!("foreseen was\n{foreseen:#?}\nand is\n{made:#?}")),
    }
}

/// The invoices of a subscription, or of none, that were not there before.
fn made<'a>(
    before: &Snapshot,
    after: &'a Snapshot,
    of: Option<&SubscriptionHandle>,
) -> Vec<&'a Invoice> {
    let is_its = |invoice: &&Arc<Invoice>| match of {
        Some(id) if invoice.reason == Reason::Rollup => invoice.subscriptions().contains(id),
        Some(id) => invoice.subscription.as_ref() == Some(id),
        None => invoice.subscription.is_none() && invoice.reason == Reason::OneTime,
    };
    let its = after.invoices.iter().filter(is_its);
    its.filter(|invoice| before.invoice(&invoice.id).is_none()).map(|invoice| &**invoice).collect()
}

/// Everything of an invoice but its name.
fn summary(invoice: &Invoice) -> String {
    let state = match &invoice.state {
        InvoiceState::Draft { until, .. } => format!("draft until {until:?}"),
        other => format!("{other:?}"),
    };
    let lines: Vec<String> = invoice
        .lines
        .iter()
        .map(|line| {
            let (name, role, period) = (line.name(), line.role, line.period);
            format!("{name} {role:?} {period:?} x{} {:?} {}", line.units, line.share, line.amount)
        })
        .collect();
    let (date, reason, totals) = (invoice.billing_date, invoice.reason, &invoice.totals);
    format!("{date} {reason:?} {state} {totals:?} {lines:#?}")
}
