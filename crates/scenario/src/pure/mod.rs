//! The pure core as a world: one snapshot for each customer, decided and projected in memory, and
//! audited after everything that happens.

mod catalog;
mod explain;
mod order;

use std::sync::Arc;

use billing::audit::audit;
use billing::decision::{Command, Fact, Grant, MarkPaid, PatchSubscription};
use billing::decision::{decide, next_due, project};
use billing::snapshot::{
    Company, Customer, Handle, Minted, Noun, PaymentKind, Plan, Snapshot, TaxRate,
};
use calendar::{Timestamp, Zone};

use crate::action::Action;
use crate::render::Printer;
use crate::setup::{CustomerSetup, Setup, TaxSetup};
use crate::{Happening, World};

/// Customers in memory.
#[derive(Debug)]
pub struct PureWorld {
    zone: Zone,
    plans: Vec<Arc<Plan>>,
    customers: Vec<Snapshot>,
    /// Handles are counted over all customers, so that names are unique in a file.
    minted: Minted,
    now: Timestamp,
}

impl Default for PureWorld {
    fn default() -> PureWorld {
        PureWorld {
            zone: Zone::UTC,
            plans: Vec::new(),
            customers: Vec::new(),
            minted: Minted::default(),
            now: Timestamp::UNIX_EPOCH,
        }
    }
}

impl World for PureWorld {
    fn set_up(&mut self, setup: &Setup, at: Timestamp) -> Result<(), String> {
        self.zone = setup.zone.clone();
        self.now = at;
        self.plans = setup.pricings.iter().map(catalog::plan).collect::<Result<_, _>>()?;
        let company = Arc::new(Company {
            zone: setup.zone.clone(),
            measure: setup.measure,
            due_days: setup.due_days,
            taxes: setup.taxes.iter().map(rate).collect(),
        });
        let open = |own: &CustomerSetup| Snapshot::new(company.clone(), Arc::new(customer(own)));
        self.customers = setup.customers.iter().map(open).collect();
        Ok(())
    }

    fn advance(&mut self, stops: &[Timestamp]) -> Result<Vec<Happening>, String> {
        let mut happened = Vec::new();
        for to in stops {
            while let Some(due) = self.customers.iter().filter_map(next_due).min() {
                if due > *to {
                    break;
                }
                self.now = self.now.max(due);
                happened.extend(self.all_due()?);
            }
            self.now = *to;
        }
        Ok(happened)
    }

    fn catch_up(&mut self, to: Timestamp) -> Result<Vec<Happening>, String> {
        self.now = to;
        self.all_due()
    }

    fn act(&mut self, action: &Action) -> Result<Vec<Happening>, String> {
        if let Action::Show(name) = action {
            return self.show(name);
        }
        if let Action::Explain(name) = action {
            return explain::text(self, name);
        }
        let (place, command) = self.command(action)?;
        self.run(place, &command)
    }

    /// Facts are audited as they happen; what customers are told of them here.
    fn audit(&mut self) -> Result<(), String> {
        explain::all_add_up(self)
    }
}

impl PureWorld {
    fn all_due(&mut self) -> Result<Vec<Happening>, String> {
        let mut happened = Vec::new();
        for place in 0..self.customers.len() {
            if next_due(self.customer(place)?).is_some_and(|due| due <= self.now) {
                happened.extend(self.run(place, &Command::Instant)?);
            }
        }
        Ok(happened)
    }

    /// Decides, projects, audits and prints.
    fn run(&mut self, place: usize, command: &Command) -> Result<Vec<Happening>, String> {
        let (minted, now) = (self.minted, self.now);
        let snapshot = self.customers.get_mut(place).ok_or("no such customer")?;
        snapshot.minted = minted;
        let facts: Vec<Fact> = match decide(snapshot, command, now) {
            Ok(facts) => facts,
            Err(refusal) => {
                let lines = vec![format!("refused: {refusal}")];
                return Ok(vec![Happening { at: now, lines }]);
            }
        };
        facts.iter().for_each(|fact| project(snapshot, fact));
        let findings = audit(snapshot);
        if !findings.is_empty() {
            return Err(format!("the audits found: {}", findings.join("; ")));
        }
        self.minted = snapshot.minted;
        let snapshot = self.customer(place)?;
        let printer = self.printer(snapshot);
        Ok(facts.iter().map(|fact| Happening { at: now, lines: printer.fact(fact) }).collect())
    }

    fn command(&self, action: &Action) -> Result<(usize, Command), String> {
        Ok(match action {
            Action::Subscribe(wanted) => {
                let next = self.minted.upcoming(Noun::Subscription, 0).to_string();
                if wanted.name != next {
                    return Err(format!("the subscription is called {next}"));
                }
                (self.named(&wanted.customer)?, order::subscribe(&self.plans, wanted)?)
            }
            Action::Grant { customer, amount, until, of } => {
                let subscription = of.as_deref().map(handle).transpose()?;
                let (name, products) = (String::new(), Vec::new());
                let (amount, expires) = (*amount, *until);
                let grant = Grant { name, amount, expires, subscription, products };
                (self.named(customer)?, Command::Grant(Box::new(grant)))
            }
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
        let id = handle(name)?;
        let owns = |own: &Snapshot| own.subscription(&id).is_some() || own.invoice(&id).is_some();
        let place = self.customers.iter().position(owns);
        Ok((place.ok_or_else(|| format!("there is no {name}"))?, command(id)))
    }

    fn show(&self, name: &str) -> Result<Vec<Happening>, String> {
        let id = handle(name)?;
        for own in &self.customers {
            let printer = self.printer(own);
            let lines = own
                .subscription(&id)
                .map(|own| vec![printer.subscription(own)])
                .or(own.invoice(&id).map(|own| printer.invoice(own)))
                .or(own.credit(&id).map(|own| vec![printer.credit(own)]));
            if let Some(lines) = lines {
                return Ok(vec![Happening { at: self.now, lines }]);
            }
        }
        Err(format!("there is no {name}"))
    }

    fn named(&self, name: &str) -> Result<usize, String> {
        let place = self.customers.iter().position(|own| &*own.customer.id == name);
        place.ok_or_else(|| format!("there is no customer {name}"))
    }

    fn customer(&self, place: usize) -> Result<&Snapshot, String> {
        self.customers.get(place).ok_or_else(|| "no such customer".to_owned())
    }

    fn printer<'a>(&'a self, own: &'a Snapshot) -> Printer<'a> {
        Printer { zone: &self.zone, customer: &own.customer.id, now: self.now }
    }
}

/// `S1`, `I2`, `C3`: handles as they are printed.
fn handle(name: &str) -> Result<Handle, String> {
    let unknown = || format!("{name:?} names nothing");
    let noun = match name.chars().next() {
        Some('S') => Noun::Subscription,
        Some('I') => Noun::Invoice,
        Some('C') => Noun::Credit,
        _ => return Err(unknown()),
    };
    let number = name.get(1..).and_then(|rest| rest.parse().ok()).ok_or_else(unknown)?;
    Ok(Handle::New(noun, number))
}

fn customer(own: &CustomerSetup) -> Customer {
    Customer {
        id: own.name.as_str().into(),
        override_taxes: own.taxes.as_ref().map(|taxes| taxes.iter().map(rate).collect()),
        country: own.country.clone(),
        state: None,
        managed_externally: own.managed_elsewhere,
    }
}

fn rate(own: &TaxSetup) -> TaxRate {
    TaxRate {
        name: own.name.clone(),
        rate: own.rate.clone(),
        country: own.country.clone(),
        region: None,
    }
}
