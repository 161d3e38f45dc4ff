//! Customers that pay for others: the books of each payer are its own, and what of others a
//! decision depends on is laid beside them and put back afterwards.

use std::collections::BTreeSet;
use std::sync::Arc;

use billing::command::Command;
use billing::id::SubscriptionHandle;
use billing::one_time::{OneTime, OneTimeTiming};
use billing::snapshot::Snapshot;
use money::Currency;

use super::PureWorld;
use super::command::handle;
use super::rollup::Leaving;
use crate::Happening;
use crate::action::Subscribing;

/// What the API says of a customer without a parent.
const NO_PARENT: &str = "refused: parent_billed: needs a customer with a parent";

impl PureWorld {
    /// The books of a payer with what of others belongs to them: the customers that it pays for,
    /// their credits, and invoices of its subscriptions that somebody else paid.
    pub(super) fn gather(&self, place: usize) -> Result<Snapshot, String> {
        let mut snapshot = self.customer(place)?.clone();
        snapshot.minted = self.minted;
        let own = snapshot.payer.id.clone();
        let of_subscriptions = snapshot.subscriptions.iter().map(|known| &known.customer);
        let of_invoices = snapshot.invoices.iter().flat_map(|known| {
            known.lines.iter().map(|line| &line.customer).chain([&known.customer])
        });
        let of_orders = snapshot.one_times.iter().map(|known| &known.order.customer);
        let owners = of_subscriptions.chain(of_invoices).chain(of_orders);
        let owners: BTreeSet<Arc<str>> = owners.filter(|id| **id != own).cloned().collect();
        snapshot.customers.retain(|known| known.id == own);
        for other in self.customers.iter().filter(|other| other.payer.id != own) {
            if owners.contains(&other.payer.id) {
                snapshot.customers.push(other.payer.clone());
                snapshot.credits.extend(other.credits.iter().cloned());
            }
            if !self.moved {
                continue;
            }
            let known: Vec<_> = snapshot.subscriptions.iter().map(|known| &known.id).collect();
            let of = |id: &SubscriptionHandle| known.contains(&id);
            let paid = other.invoices.iter();
            let paid = paid.filter(|invoice| invoice.subscriptions().into_iter().any(of));
            snapshot.invoices.extend(paid.cloned().collect::<Vec<_>>());
        }
        snapshot.invoices.sort_by_key(|invoice| invoice.created);
        snapshot.credits.sort_by_key(|credit| credit.created);
        self.meter(&mut snapshot, None);
        Ok(snapshot)
    }

    /// Puts everything back where it belongs.
    pub(super) fn scatter(&mut self, place: usize, mut snapshot: Snapshot) -> Result<(), String> {
        let own = snapshot.payer.id.clone();
        for credit in snapshot.credits.iter().filter(|credit| credit.customer != own) {
            let home = self.customers.iter_mut().find(|other| other.payer.id == credit.customer);
            let Some(home) = home else { continue };
            match home.credits.iter_mut().find(|known| known.id == credit.id) {
                Some(known) => *known = credit.clone(),
                None => home.credits.push(credit.clone()),
            }
        }
        for invoice in snapshot.invoices.iter().filter(|invoice| invoice.payer != own) {
            let home = self.customers.iter_mut().find(|other| other.payer.id == invoice.payer);
            let mut known = home.into_iter().flat_map(|home| &mut home.invoices);
            if let Some(known) = known.find(|known| known.id == invoice.id) {
                *known = invoice.clone();
            }
        }
        snapshot.credits.retain(|credit| credit.customer == own);
        snapshot.invoices.retain(|invoice| invoice.payer == own);
        *self.customers.get_mut(place).ok_or("no such customer")? = snapshot;
        Ok(())
    }

    /// Lays a customer beside the books whom a command is about.
    pub(super) fn join(&self, snapshot: &mut Snapshot, command: &Command) -> Result<(), String> {
        let customer = match command {
            Command::Subscribe(wanted) => &wanted.customer,
            Command::ChargeOnce(wanted) => &wanted.customer,
            _ => return Ok(()),
        };
        if snapshot.customer(customer).is_err() {
            let home = self.customer(self.named(customer)?)?;
            snapshot.customers.push(home.payer.clone());
            snapshot.credits.extend(home.credits.iter().cloned());
        }
        Ok(())
    }

    /// Takes note of who pays for a new subscription.
    pub(super) fn subscribed(&mut self, wanted: &Subscribing) -> Result<(), String> {
        if wanted.parent_billed {
            self.parent_billed.insert(handle(&wanted.name)?);
        }
        self.route(&wanted.customer)?;
        self.look_anew()
    }

    /// Who pays for a customer.
    pub(super) fn payer_of(&self, customer: &str, parent_billed: bool) -> Result<usize, Refused> {
        let payer = match parent_billed {
            true => self.parents.get(customer).ok_or(Refused::Told(NO_PARENT.to_owned()))?,
            false => customer,
        };
        self.named(self.collector(customer).unwrap_or(payer)).map_err(Refused::Wrong)
    }

    /// Who bills something that is bought once: the customer itself, unless the next invoice in
    /// that currency comes to its parent.
    pub(super) fn sells_to(
        &self,
        customer: &str,
        (next, currency): (bool, Currency),
    ) -> Result<usize, String> {
        if let Some(collector) = self.collector(customer) {
            return self.named(collector);
        }
        let own = self.named(customer)?;
        let bills = |snapshot: &Snapshot| {
            let mut all = snapshot.subscriptions.iter();
            all.any(|known| {
                *known.customer == *customer && known.terms.currency == currency && !known.is_over()
            })
        };
        if !next || bills(self.customer(own)?) {
            return Ok(own);
        }
        Ok(self.customers.iter().position(bills).unwrap_or(own))
    }

    /// Lets what a customer bought wait with whoever pays for it.
    pub(super) fn route(&mut self, customer: &str) -> Result<(), String> {
        let is_its =
            |known: &Arc<OneTime>| known.is_pending() && *known.order.customer == *customer;
        let mut waiting: Vec<Arc<OneTime>> = Vec::new();
        for snapshot in &mut self.customers {
            waiting.extend(snapshot.one_times.iter().filter(|known| is_its(known)).cloned());
            snapshot.one_times.retain(|known| !is_its(known));
        }
        waiting.sort_by(|a, b| a.id.cmp(&b.id));
        for known in waiting {
            let next = known.order.timing == OneTimeTiming::Next;
            let place = self.sells_to(customer, (next, known.order.currency))?;
            self.customers.get_mut(place).ok_or("no such customer")?.one_times.push(known);
        }
        Ok(())
    }

    /// Lets what a void invoice billed once wait with whoever gets the next one.
    pub(super) fn returned(&mut self, invoice: &str) -> Result<(), String> {
        let id = handle(invoice)?;
        let known = self.customers.iter().find_map(|snapshot| snapshot.invoice(&id));
        let known = known.ok_or_else(|| format!("there is no {invoice}"))?;
        let mut customers: BTreeSet<Arc<str>> =
            known.lines.iter().map(|line| line.customer.clone()).collect();
        customers.insert(known.customer.clone());
        customers.iter().try_for_each(|customer| self.route(customer))?;
        self.look_anew()
    }

    /// Sets who pays for a subscription.
    pub(super) fn set_payer(
        &mut self,
        name: &str,
        parent_billed: bool,
    ) -> Result<Vec<Happening>, String> {
        let id: SubscriptionHandle = handle(name)?;
        let (place, _) = self.owner(name)?;
        let known = self.customer(place)?.subscription(&id).cloned();
        let customer = known.ok_or_else(|| format!("there is no {name}"))?.customer.clone();
        if parent_billed == self.parent_billed.contains(&id) {
            return Ok(Vec::new());
        }
        let to = match self.payer_of(&customer, parent_billed) {
            Ok(to) => to,
            Err(refused) => return refused.told(self.now),
        };
        let mut leaving = Leaving::default();
        if to != place {
            leaving.entry(place).or_default().subscriptions.push((id.clone(), to));
        }
        let happened = self.settle(&leaving, self.now)?;
        if !is_refused(&happened) {
            match parent_billed {
                true => self.parent_billed.insert(id),
                false => self.parent_billed.remove(&id),
            };
            self.let_pay(&leaving)?;
            self.route(&customer)?;
            self.look_anew()?;
        }
        Ok(happened)
    }

    /// A customer is managed here from now on, whoever pays for what it has.
    pub(super) fn start_managing(&mut self, name: &str) -> Result<Vec<Happening>, String> {
        let own = self.named(name)?;
        if !self.manage(own) {
            return Ok(Vec::new());
        }
        let customer: Arc<str> = name.into();
        let mut happened = Vec::new();
        for place in 0..self.customers.len() {
            let known = &self.customer(place)?.subscriptions;
            if place == own || known.iter().any(|known| known.customer == customer) {
                happened.extend(self.run(place, &Command::TakeOver(customer.clone()))?);
            }
        }
        Ok(happened)
    }
}

/// Whether a payer pays for others.
pub(super) fn is_family(snapshot: &Snapshot) -> bool {
    snapshot.subscriptions.iter().any(|known| known.customer != snapshot.payer.id)
}

/// Why nobody pays.
pub(super) enum Refused {
    Told(String),
    Wrong(String),
}

impl Refused {
    /// What is printed of it.
    pub(super) fn told(self, at: calendar::Timestamp) -> Result<Vec<Happening>, String> {
        match self {
            Refused::Told(line) => Ok(vec![Happening { at, lines: vec![line] }]),
            Refused::Wrong(error) => Err(error),
        }
    }
}

/// Whether something that was asked for was refused.
pub(super) fn is_refused(happened: &[Happening]) -> bool {
    let mut lines = happened.iter().flat_map(|happening| &happening.lines);
    lines.any(|line| line.starts_with("refused: "))
}
