//! Looking ahead: the same decisions on a copy, which nobody applies. What is foreseen is what will
//! be billed, as long as nothing intervenes.

use std::sync::Arc;

use calendar::Timestamp;
use money::Currency;

use crate::command::{Command, SettleWaiting};
use crate::decide::decide;
use crate::decide::due::next_due;
use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::adjust::ended;
use crate::invoice::{Invoice, Reason};
use crate::one_time::OneTime;
use crate::project::project;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Behaviour, Subscription};

/// So many instants are looked ahead; whoever has more of them before an invoice has none in sight.
const MOST: usize = 4_000;

/// What is looked at.
#[derive(Clone, Debug)]
pub struct Preview {
    pub subscription: SubscriptionHandle,
    /// Something that might be asked for; nothing for the coming invoice as things are.
    pub command: Option<Command>,
}

/// The invoice that a command makes at once, or else the next one that the subscription gets. There
/// is more than one where an instant makes more.
pub fn preview(
    snapshot: &Snapshot,
    wanted: &Preview,
    now: Timestamp,
) -> Result<Vec<Invoice>, Refusal> {
    let mut ahead = Ahead { snapshot: snapshot.clone(), of: Some(&wanted.subscription) };
    if ahead.snapshot.subscription(&wanted.subscription).is_none() {
        return Err(Refusal::NotFound);
    }
    let due = ahead.go(&Command::RunDue, now)?;
    let made = match &wanted.command {
        Some(command) => ahead.go(command, now)?,
        None => due,
    };
    if !made.is_empty() {
        return Ok(made);
    }
    if ahead.waits() && ahead.snapshot.payer.rollup.is_none() {
        return ahead.go(&Command::BillNext(wanted.subscription.clone()), now).or_else(nothing);
    }
    ahead.first(now, Ahead::bills)
}

/// The next invoice of things that the customer buys once, by themselves, in a currency or in any.
pub fn preview_orders(
    snapshot: &Snapshot,
    currency: Option<Currency>,
    now: Timestamp,
) -> Result<Vec<Invoice>, Refusal> {
    let mut ahead = Ahead { snapshot: snapshot.clone(), of: None };
    let other = |known: &OneTime| currency.is_some_and(|wanted| wanted != known.order.currency);
    ahead.snapshot.one_times.retain(|known| known.due().is_none() || !other(known));
    let made = ahead.go(&Command::RunDue, now)?;
    if !made.is_empty() {
        return Ok(made);
    }
    ahead.first(now, Ahead::has_orders)
}

/// The next invoices of the payer's rollup, in a currency or in any: what waits for it, and what
/// will until its date, or until it ends.
pub fn preview_rollup(
    snapshot: &Snapshot,
    currency: Option<Currency>,
    now: Timestamp,
) -> Result<Vec<Invoice>, Refusal> {
    let mut ahead = Ahead { snapshot: snapshot.clone(), of: None };
    let mut at = now;
    for _ in 0..MOST {
        let mut made = ahead.go(&Command::RunDue, at)?;
        made.retain(|invoice| currency.is_none_or(|wanted| wanted == invoice.currency));
        if !made.is_empty() {
            return Ok(made);
        }
        let due = next_due(&ahead.snapshot);
        let ends = ahead.snapshot.payer.rollup.as_ref().and_then(|rollup| rollup.ends);
        if let Some(end) = ends.filter(|end| due.is_none_or(|due| *end <= due)) {
            // It ends before anything else that is due then.
            let settle = Command::SettleWaiting(Box::new(everything(&ahead.snapshot, end)));
            made = ahead.go(&settle, end.max(now))?;
            made.retain(|invoice| currency.is_none_or(|wanted| wanted == invoice.currency));
            return Ok(made);
        }
        let Some(due) = due else { break };
        at = due.max(now);
    }
    Ok(Vec::new())
}

/// All that waits for a rollup that ends, each to be paid by whose it is.
fn everything(snapshot: &Snapshot, at: Timestamp) -> SettleWaiting {
    let waits = |known: &&Arc<Subscription>| !snapshot.pending_lines.of(&known.id).is_empty();
    let subscriptions = snapshot.subscriptions.iter().filter(waits);
    SettleWaiting {
        subscriptions: subscriptions
            .map(|known| (known.id.clone(), known.customer.clone()))
            .collect(),
        customers: snapshot.customers.iter().map(|known| known.id.clone()).collect(),
        at,
    }
}

/// What only corrects an invoice that is gone makes none.
fn nothing(refusal: Refusal) -> Result<Vec<Invoice>, Refusal> {
    match refusal {
        Refusal::NothingToBill => Ok(Vec::new()),
        other => Err(other),
    }
}

/// A copy that runs ahead.
struct Ahead<'a> {
    snapshot: Snapshot,
    /// Absent for what is bought once, by itself.
    of: Option<&'a SubscriptionHandle>,
}

impl Ahead<'_> {
    /// The first invoices that time makes, as long as there are any to come.
    fn first(
        &mut self,
        now: Timestamp,
        coming: fn(&Self) -> bool,
    ) -> Result<Vec<Invoice>, Refusal> {
        for _ in 0..MOST {
            if !coming(self) {
                break;
            }
            let Some(due) = next_due(&self.snapshot) else { break };
            let made = self.go(&Command::RunDue, due.max(now))?;
            if !made.is_empty() {
                return Ok(made);
            }
        }
        Ok(Vec::new())
    }

    /// Whether anything is to be billed by itself.
    fn has_orders(&self) -> bool {
        self.snapshot.one_times.iter().any(|known| known.due().is_some())
    }

    fn subscription(&self) -> Option<&Arc<Subscription>> {
        self.of.and_then(|id| self.snapshot.subscription(id))
    }

    /// Whether the subscription gets invoices at all, as things are.
    fn bills(&self) -> bool {
        self.subscription().is_some_and(|known| {
            let customer = self.snapshot.customer_of(known);
            let elsewhere = customer.is_ok_and(|customer| customer.managed_externally);
            let waits = || !self.snapshot.pending_lines.of(&known.id).is_empty();
            let collected = self.snapshot.payer.rollup.is_some();
            // What a pause keeps waits until somebody ends it.
            let kept = known
                .lifecycle
                .pause
                .is_some_and(|pause| pause.behaviour == Behaviour::Draft && pause.resume.is_none());
            let kept = kept && known.known_end().is_none();
            let adjusts = ended::date(&self.snapshot, known).is_some();
            let live = !known.is_over() || adjusts || (collected && waits());
            let bills = live && !(collected && kept);
            known.parked.is_none() && bills && !elsewhere
        })
    }

    /// Whether everything is over and something is left that is billed on request.
    fn waits(&self) -> bool {
        self.subscription().is_some_and(|known| {
            known.is_over()
                && !self.snapshot.pending_lines.of(&known.id).is_empty()
                && ended::date(&self.snapshot, known).is_none()
        })
    }

    /// Decides and projects, and answers the new invoices of the subscription.
    fn go(&mut self, command: &Command, at: Timestamp) -> Result<Vec<Invoice>, Refusal> {
        let known: Vec<InvoiceHandle> =
            self.snapshot.invoices.iter().map(|invoice| invoice.id.clone()).collect();
        for fact in decide(&self.snapshot, command, at)? {
            project(&mut self.snapshot, &fact)?;
        }
        let of = |invoice: &Invoice| {
            let collected = invoice.reason == Reason::Rollup;
            let has = |id| collected && invoice.subscriptions().contains(id);
            invoice.subscription.as_ref() == self.of || self.of.is_some_and(has)
        };
        let billed = self.snapshot.invoices.iter().filter(|each| of(each));
        let made = billed.filter(|invoice| !known.contains(&invoice.id));
        Ok(made.map(|invoice| Invoice::clone(invoice)).collect())
    }
}
