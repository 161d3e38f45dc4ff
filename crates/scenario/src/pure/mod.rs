//! The pure core as a world: one snapshot for each customer, decided and projected in memory, and
//! audited after everything that happens.

mod catalog;
mod change;
mod charge;
mod command;
mod explain;
mod foresight;
mod order;

use std::sync::Arc;

use billing::audit::audit;
use billing::command::Command;
use billing::customer::country;
use billing::customer::{Company, Customer, TaxRate};
use billing::decide::{decide, next_due, scoped};
use billing::fact::Fact;
use billing::id::{Minted, Noun};
use billing::metering::NoUsage;
use billing::pricing::ProductPricing;
use billing::project::project;
use billing::refusal::Refusal;
use billing::snapshot::Snapshot;
use calendar::{Timestamp, Zone};

use command::handle;
use foresight::Foresight;

use crate::action::Action;
use crate::render::Printer;
use crate::setup::{CustomerSetup, Setup, TaxSetup};
use crate::{Happening, World};

/// Customers in memory.
#[derive(Debug)]
pub struct PureWorld {
    zone: Zone,
    plans: Vec<Arc<ProductPricing>>,
    customers: Vec<Snapshot>,
    /// Handles are counted over all customers, so that names are unique in a file.
    minted: Minted,
    now: Timestamp,
    /// Holds previews against what comes, where that is wanted.
    foresight: Option<Foresight>,
    /// Decides on what this loads too, where that is wanted: it has to be the same.
    load: Option<Load>,
}

/// What is loaded of a customer to decide something at an instant.
pub type Load = fn(&Snapshot, &Command, Timestamp) -> Snapshot;

impl Default for PureWorld {
    fn default() -> PureWorld {
        PureWorld {
            zone: Zone::UTC,
            plans: Vec::new(),
            customers: Vec::new(),
            minted: Minted::default(),
            now: Timestamp::UNIX_EPOCH,
            foresight: None,
            load: None,
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
        let open = |customer_setup: &CustomerSetup| {
            let payer = Arc::new(customer(customer_setup));
            Snapshot { meter: Arc::new(NoUsage), ..Snapshot::new(company.clone(), payer) }
        };
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
        // What is billed late was foreseen for its own day.
        let foresight = self.foresight.take();
        let happened = self.all_due();
        self.foresight = foresight;
        if let Some(foresight) = &mut self.foresight {
            self.customers.iter().try_for_each(|snapshot| foresight.look(snapshot, to))?;
        }
        happened
    }

    fn act(&mut self, action: &Action) -> Result<Vec<Happening>, String> {
        if let Action::Show(name) = action {
            return self.show(name);
        }
        if let Action::Explain(name) = action {
            return explain::text(self, name);
        }
        let (place, command) = self.command(action)?;
        if matches!(command, Command::TakeOver) && !self.manage(place) {
            return Ok(Vec::new());
        }
        match self.changes_nothing(place, &command) {
            true => Ok(Vec::new()),
            false => self.run(place, &command),
        }
    }

    /// Facts are audited as they happen; what customers are told of them here.
    fn audit(&mut self) -> Result<(), String> {
        explain::all_add_up(self)
    }
}

impl PureWorld {
    /// A world in which every invoice has to be as it was foreseen, and every decision the same on
    /// what a store loads as on everything that there is.
    pub fn foreseeing() -> PureWorld {
        PureWorld::loading(scoped)
    }

    /// The same with another way to load.
    pub fn loading(load: Load) -> PureWorld {
        let (foresight, load) = (Some(Foresight::default()), Some(load));
        PureWorld { foresight, load, ..PureWorld::default() }
    }

    /// The books of each customer.
    pub fn customers(&self) -> &[Snapshot] {
        &self.customers
    }

    /// What the next subscription is called.
    pub fn upcoming_subscription(&self) -> String {
        self.minted.upcoming_name(Noun::Subscription, 0).to_string()
    }

    /// How many invoices were held against their previews.
    pub fn foreseen(&self) -> usize {
        self.foresight.as_ref().map_or(0, |foresight| foresight.held)
    }

    /// Whether details are set to what they are, which the API does not even ask the core.
    fn changes_nothing(&self, place: usize, command: &Command) -> bool {
        let Command::PatchSubscription(wanted) = command else { return false };
        let subscription = self
            .customers
            .get(place)
            .and_then(|snapshot| snapshot.subscription(&wanted.subscription));
        subscription.is_some_and(|subscription| {
            wanted.due_days.is_none_or(|days| days == subscription.terms.due_days)
                && wanted.minimum.is_none_or(|minimum| minimum == subscription.terms.minimum)
        })
    }

    fn all_due(&mut self) -> Result<Vec<Happening>, String> {
        let mut happened = Vec::new();
        for place in 0..self.customers.len() {
            if next_due(self.customer(place)?).is_some_and(|due| due <= self.now) {
                happened.extend(self.run(place, &Command::RunDue)?);
            }
        }
        Ok(happened)
    }

    /// Decides, projects, audits and prints.
    fn run(&mut self, place: usize, command: &Command) -> Result<Vec<Happening>, String> {
        let (minted, now) = (self.minted, self.now);
        let snapshot = self.customers.get_mut(place).ok_or("no such customer")?;
        snapshot.minted = minted;
        let before = self.foresight.is_some().then(|| snapshot.clone());
        let decided = decide(snapshot, command, now);
        if let Some(load) = self.load {
            same(&decided, &decide(&load(snapshot, command, now), command, now))?;
        }
        let facts: Vec<Fact> = match decided {
            Ok(facts) => facts,
            Err(refusal) if matches!(command, Command::RunDue) => {
                return Err(format!("what is due is refused: {refusal}"));
            }
            Err(refusal) => {
                let lines = vec![format!("refused: {refusal}")];
                return Ok(vec![Happening { at: now, lines }]);
            }
        };
        let projected = facts.iter().try_for_each(|fact| project(snapshot, fact));
        projected.map_err(|error| error.to_string())?;
        let findings = audit(snapshot);
        if !findings.is_empty() {
            return Err(format!("the audits found: {}", findings.join("; ")));
        }
        self.minted = snapshot.minted;
        self.foresee(place, command, before)?;
        let snapshot = self.customer(place)?;
        let printer = self.printer(snapshot);
        Ok(facts.iter().map(|fact| Happening { at: now, lines: printer.fact(fact) }).collect())
    }

    fn foresee(
        &mut self,
        place: usize,
        command: &Command,
        before: Option<Snapshot>,
    ) -> Result<(), String> {
        let after = self.customers.get(place).ok_or("no such customer")?;
        let (Some(foresight), Some(before)) = (&mut self.foresight, before) else { return Ok(()) };
        match command {
            Command::RunDue => foresight.hold(&before, after)?,
            command => foresight.hold_command((&before, after), command, self.now)?,
        }
        foresight.look(after, self.now)
    }

    fn show(&self, name: &str) -> Result<Vec<Happening>, String> {
        let (subscription, invoice, credit) = (handle(name), handle(name), handle(name));
        for snapshot in &self.customers {
            let printer = self.printer(snapshot);
            let subscription = subscription.iter().find_map(|id| snapshot.subscription(id));
            let invoice = invoice.iter().find_map(|id| snapshot.invoice(id));
            let credit = credit.iter().find_map(|id| snapshot.credit(id));
            let lines = subscription
                .map(|subscription| vec![printer.subscription(subscription)])
                .or(invoice.map(|invoice| printer.invoice(invoice)))
                .or(credit.map(|credit| vec![printer.credit(credit)]));
            if let Some(lines) = lines {
                return Ok(vec![Happening { at: self.now, lines }]);
            }
        }
        Err(format!("there is no {name}"))
    }

    fn named(&self, name: &str) -> Result<usize, String> {
        let place = self.customers.iter().position(|snapshot| &*snapshot.payer.id == name);
        place.ok_or_else(|| format!("there is no customer {name}"))
    }

    fn customer(&self, place: usize) -> Result<&Snapshot, String> {
        self.customers.get(place).ok_or_else(|| "no such customer".to_owned())
    }

    fn printer<'a>(&'a self, snapshot: &'a Snapshot) -> Printer<'a> {
        Printer { zone: &self.zone, customer: &snapshot.payer.id, now: self.now }
    }
}

fn customer(customer_setup: &CustomerSetup) -> Customer {
    Customer {
        id: customer_setup.name.as_str().into(),
        override_taxes: customer_setup.taxes.as_ref().map(|taxes| taxes.iter().map(rate).collect()),
        country: customer_setup.country.clone().map(country::understood),
        state: None,
        managed_externally: customer_setup.managed_elsewhere,
        rollup: None,
    }
}

fn rate(tax_setup: &TaxSetup) -> TaxRate {
    TaxRate {
        name: tax_setup.name.clone(),
        rate: tax_setup.rate.clone(),
        country: tax_setup.country.clone().map(country::understood),
        region: None,
    }
}

/// What is decided does not depend on how much was loaded.
fn same(
    whole: &Result<Vec<Fact>, Refusal>,
    scoped: &Result<Vec<Fact>, Refusal>,
) -> Result<(), String> {
    let (whole, scoped) = (format!("{whole:?}"), format!("{scoped:?}"));
    if whole == scoped {
        return Ok(());
    }
    let at = whole.bytes().zip(scoped.bytes()).position(|(a, b)| a != b);
    let at = at.unwrap_or(whole.len().min(scoped.len()));
    let near = |text: &str| text.chars().skip(at.saturating_sub(60)).take(160).collect::<String>();
    Err(format!("what was loaded decides otherwise: {} and {}", near(&whole), near(&scoped)))
}
