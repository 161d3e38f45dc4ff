//! What a step asks for as a command of the core, and whose it is.

use billing::command::{AskPause, Command, Grant, MarkPaid, PatchSubscription};
use billing::id::{Handle, Noun};
use billing::invoice::PaymentKind;
use billing::snapshot::Snapshot;
use billing::subscription::Behaviour;

use super::{PureWorld, change, charge, order};
use crate::action::Action;

impl PureWorld {
    pub(super) fn command(&self, action: &Action) -> Result<(usize, Command), String> {
        Ok(match action {
            Action::Subscribe(wanted) => {
                let next = self.minted.upcoming(Noun::Subscription, 0).to_string();
                if wanted.name != next {
                    return Err(format!("the subscription is called {next}"));
                }
                (
                    self.named(&wanted.customer)?,
                    order::subscribe(&self.plans, wanted, (self.now, &self.zone))?,
                )
            }
            Action::Grant { customer, amount, until, of } => {
                let subscription = of.as_deref().map(handle).transpose()?;
                let (name, products) = (String::new(), Vec::new());
                let (amount, expires) = (*amount, *until);
                let grant = Grant { name, amount, expires, subscription, products };
                (self.named(customer)?, Command::Grant(Box::new(grant)))
            }
            Action::Charge(wanted) => {
                (self.named(&wanted.customer)?, charge::charge(&self.plans, wanted)?)
            }
            Action::Drop(name) => self.on(name, Command::DropOneTime)?,
            Action::StartManaging(name) => (self.named(name)?, Command::TakeOver),
            Action::Finalize(name) => self.on(name, Command::Finalize)?,
            Action::Void(name) => self.on(name, Command::Void)?,
            Action::Reissue(name) => self.on(name, Command::Reissue)?,
            Action::Retry(name) => self.on(name, Command::Retry)?,
            Action::Postpone { invoice, to } => {
                self.on(invoice, |invoice| Command::PatchInvoice { invoice, due_date: Some(*to) })?
            }
            Action::Pay { invoice, amount, on } => self.on(invoice, |invoice| {
                let (kind, note) = (PaymentKind::Wire, None);
                let paid = MarkPaid { invoice, amount: *amount, kind, date: *on, note };
                Command::MarkPaid(Box::new(paid))
            })?,
            Action::Set { subscription, due_days, minimum } => {
                self.on(subscription, |subscription| {
                    let (due_days, minimum) = (due_days.map(Some), *minimum);
                    let patch =
                        PatchSubscription { subscription, auto_charges: None, due_days, minimum };
                    Command::PatchSubscription(Box::new(patch))
                })?
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
            Action::Advance | Action::CatchUp | Action::Show(_) | Action::Explain(_) => {
                return Err("that is no command".to_owned());
            }
        })
    }

    /// A command about a record, with the customer it belongs to.
    fn on(
        &self,
        name: &str,
        command: impl Fn(Handle) -> Command,
    ) -> Result<(usize, Command), String> {
        let (place, id) = self.owner(name)?;
        Ok((place, command(id)))
    }

    /// The customer that a record belongs to.
    fn owner(&self, name: &str) -> Result<(usize, Handle), String> {
        let id = handle(name)?;
        let owns = |snapshot: &Snapshot| {
            snapshot.subscription(&id).is_some()
                || snapshot.invoice(&id).is_some()
                || snapshot.one_time(&id).is_some()
        };
        let place = self.customers.iter().position(owns);
        Ok((place.ok_or_else(|| format!("there is no {name}"))?, id))
    }
}

/// `S1`, `I2`, `C3`: handles as they are printed.
pub(super) fn handle(name: &str) -> Result<Handle, String> {
    let unknown = || format!("{name:?} names nothing");
    let noun = match name.chars().next() {
        Some('S') => Noun::Subscription,
        Some('I') => Noun::Invoice,
        Some('C') => Noun::Credit,
        Some('O') => Noun::OneTime,
        _ => return Err(unknown()),
    };
    let number = name.get(1..).and_then(|rest| rest.parse().ok()).ok_or_else(unknown)?;
    Ok(Handle::New(noun, number))
}
