//! What a step asks for as a command of the core, and whose it is.

use billing::command::{AskPause, Command, MarkPaid, PatchSubscription};
use billing::id::{Handle, InvoiceHandle, Kind, SubscriptionHandle};
use billing::invoice::PaymentKind;
use billing::snapshot::Snapshot;
use billing::subscription::Behaviour;
use money::Amount;

use super::family::Refused;
use super::{PureWorld, change, credit, order};
use crate::action::Action;

impl PureWorld {
    pub(super) fn command(&self, action: &Action) -> Result<(usize, Command), Refused> {
        if let Action::Subscribe(wanted) = action {
            let place = self.payer_of(&wanted.customer, wanted.parent_billed)?;
            return self.asked(action, place).map_err(Refused::Wrong);
        }
        self.asked(action, 0).map_err(Refused::Wrong)
    }

    /// The command, where a new subscription is paid for at a place.
    fn asked(&self, action: &Action, place: usize) -> Result<(usize, Command), String> {
        Ok(match action {
            Action::Subscribe(wanted) => {
                let next = self.upcoming_subscription();
                if wanted.name != next {
                    return Err(format!("the subscription is called {next}"));
                }
                (place, order::subscribe(&self.plans, wanted, (self.now, &self.zone))?)
            }
            Action::Grant(wanted) => (self.named(&wanted.customer)?, credit::grant(wanted)?),
            Action::Consume(wanted) => (self.named(&wanted.customer)?, credit::consume(wanted)?),
            Action::Revoke(name) => self.revoked(name)?,
            Action::Charge(wanted) => self.charged(wanted)?,
            Action::Drop(name) => self.dropped(name)?,
            Action::Finalize(name) => self.on_invoice(name, Command::Finalize)?,
            Action::Void(name) => self.on_invoice(name, Command::Void)?,
            Action::Reissue(name) => self.on_invoice(name, Command::Reissue)?,
            Action::Retry(name) => self.on(name, Command::Retry)?,
            Action::Postpone { invoice, to } => self.on_invoice(invoice, |invoice| {
                Command::PatchInvoice { invoice, due_date: Some(*to) }
            })?,
            Action::Pay { invoice, amount, on } => self.on_invoice(invoice, |invoice| {
                let (kind, note) = (PaymentKind::Wire, None);
                let paid = MarkPaid { invoice, amount: *amount, kind, date: *on, note };
                Command::MarkPaid(Box::new(paid))
            })?,
            Action::Set { subscription, due_days, minimum, .. } => {
                let (due_days, minimum) = (due_days.map(Some), *minimum);
                self.on(subscription, |subscription| set(subscription, due_days, minimum))?
            }
            Action::Extend { subscription, to } => {
                self.on(subscription, |subscription| Command::Extend { subscription, end: *to })?
            }
            Action::Pause { subscription, void, until } => {
                self.on(subscription, |subscription| {
                    let behaviour = if *void { Behaviour::Void } else { Behaviour::Draft };
                    Command::Pause(AskPause { subscription, behaviour, resume: *until })
                })?
            }
            Action::Resume(name) => self.on(name, Command::Resume)?,
            Action::BillNext(name) => self.on(name, Command::BillNext)?,
            Action::Change(wanted) => {
                let (place, id) = self.owner(&wanted.subscription)?;
                (place, change::change(&self.plans, id, wanted)?)
            }
            Action::Cancel(wanted) => {
                self.on(&wanted.subscription, |id| change::cancel(id, wanted))?
            }
            Action::UndoChange(name) => self.on(name, Command::UndoChange)?,
            Action::UndoCancel(name) => self.on(name, Command::UndoCancel)?,
            Action::Advance
            | Action::CatchUp
            | Action::Entitle { .. }
            | Action::Use(_)
            | Action::Amend(_)
            | Action::VoidEvent { .. }
            | Action::Place(_)
            | Action::StartManaging(_)
            | Action::Move { .. }
            | Action::Rollup { .. }
            | Action::Show(_)
            | Action::Explain(_) => {
                return Err("that is no command".to_owned());
            }
        })
    }

    /// What is left of a credit is taken in the books of whose it is.
    fn revoked(&self, name: &str) -> Result<(usize, Command), String> {
        let id = handle(name)?;
        let own = |known: &Snapshot| {
            known.credit(&id).is_some_and(|credit| credit.customer == known.payer.id)
        };
        let place = self.customers.iter().position(own);
        Ok((place.ok_or_else(|| format!("there is no {name}"))?, Command::RevokeCredit(id)))
    }

    /// A command about a record, with the customer it belongs to.
    fn on(
        &self,
        name: &str,
        command: impl Fn(SubscriptionHandle) -> Command,
    ) -> Result<(usize, Command), String> {
        let (place, id) = self.owner(name)?;
        Ok((place, command(id)))
    }

    /// A command about an invoice, with the customer it belongs to.
    fn on_invoice(
        &self,
        name: &str,
        command: impl Fn(InvoiceHandle) -> Command,
    ) -> Result<(usize, Command), String> {
        let id = handle(name)?;
        let place = self.customers.iter().position(|snapshot| snapshot.invoice(&id).is_some());
        Ok((place.ok_or_else(|| format!("there is no {name}"))?, command(id)))
    }

    /// The payer of a subscription.
    pub(super) fn owner(&self, name: &str) -> Result<(usize, SubscriptionHandle), String> {
        let id = handle(name)?;
        let place = self.customers.iter().position(|snapshot| snapshot.subscription(&id).is_some());
        Ok((place.ok_or_else(|| format!("there is no {name}"))?, id))
    }
}

/// `S1`, `I2`, `C3`: handles as they are printed.
pub(super) fn handle<K: Kind>(name: &str) -> Result<Handle<K>, String> {
    let number = name.strip_prefix(K::NOUN.letter()).and_then(|number| number.parse().ok());
    number.map(Handle::new).ok_or_else(|| format!("{name:?} names nothing"))
}

/// Details of a subscription that are set.
fn set(
    subscription: SubscriptionHandle,
    due_days: Option<Option<u32>>,
    minimum: Option<Option<Amount>>,
) -> Command {
    let patch = PatchSubscription { subscription, auto_charges: None, due_days, minimum };
    Command::PatchSubscription(Box::new(patch))
}
