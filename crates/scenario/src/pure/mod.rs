//! The pure core as a world: one snapshot for each customer, decided and projected in memory, and
//! audited after everything that happens.

mod catalog;
mod change;
mod charge;
mod command;
mod credit;
mod entitle;
mod explain;
mod family;
mod foresight;
mod load;
mod move_payer;
mod objects;
mod order;
mod rollup;
mod run;
mod usage;

pub(crate) use entitle::line;
pub use load::Load;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use billing::command::Command;
use billing::customer::country;
use billing::customer::{Company, Customer, TaxRate};
use billing::decide::{next_due, scoped};
use billing::fact::Fact;
use billing::id::{Minted, Noun, SubscriptionHandle};
use billing::pricing::ProductPricing;
use billing::snapshot::Snapshot;
use calendar::{Timestamp, Zone};

use command::handle;
use entitle::Rights;
use family::is_refused;
use foresight::Foresight;
use rollup::RollupState;
use usage::Usage;

use crate::action::Action;
use crate::render::Printer;
use crate::setup::{CustomerSetup, Setup, TaxSetup};
use crate::{Happening, World};

/// Customers in memory.
#[derive(Debug)]
pub struct PureWorld {
    zone: Zone,
    plans: Vec<Arc<ProductPricing>>,
    /// The books of each, with nothing of others.
    customers: Vec<Snapshot>,
    /// The parent of each customer that has one.
    parents: BTreeMap<String, String>,
    /// The subscriptions that parents pay for.
    parent_billed: BTreeSet<SubscriptionHandle>,
    /// What each customer collects, or did.
    rollups: BTreeMap<String, RollupState>,
    /// Whether a subscription was ever paid for by somebody else before.
    moved: bool,
    /// Handles are counted over all customers, so that names are unique in a file.
    minted: Minted,
    now: Timestamp,
    rights: Rights,
    usage: Arc<Usage>,
    /// Holds previews against what comes, where that is wanted.
    foresight: Option<Foresight>,
    /// Everything that was decided, in order.
    facts: Vec<Fact>,
    /// Decides on what this loads too, where that is wanted: it has to be the same.
    load: Option<Load>,
}

impl Default for PureWorld {
    fn default() -> PureWorld {
        PureWorld {
            zone: Zone::UTC,
            plans: Vec::new(),
            customers: Vec::new(),
            parents: BTreeMap::new(),
            parent_billed: BTreeSet::new(),
            rollups: BTreeMap::new(),
            moved: false,
            minted: Minted::default(),
            now: Timestamp::UNIX_EPOCH,
            rights: Rights::default(),
            usage: Arc::default(),
            foresight: None,
            facts: Vec::new(),
            load: None,
        }
    }
}

impl World for PureWorld {
    fn set_up(&mut self, setup: &Setup, at: Timestamp) -> Result<(), String> {
        self.zone = setup.zone.clone();
        self.now = at;
        self.rights = Rights::of(setup);
        self.usage = Arc::new(Usage::of(setup)?);
        self.plans = setup.pricings.iter().map(catalog::plan).collect::<Result<_, _>>()?;
        let company = Arc::new(Company {
            zone: setup.zone.clone(),
            measure: setup.measure,
            due_days: setup.due_days,
            taxes: setup.taxes.iter().map(rate).collect(),
        });
        let open = |customer_setup: &CustomerSetup| {
            let payer = Arc::new(customer(customer_setup));
            Snapshot::new(company.clone(), payer)
        };
        self.customers = setup.customers.iter().map(open).collect();
        let parent = |known: &CustomerSetup| Some((known.name.clone(), known.parent.clone()?));
        self.parents = setup.customers.iter().filter_map(parent).collect();
        Ok(())
    }

    fn advance(&mut self, stops: &[Timestamp]) -> Result<Vec<Happening>, String> {
        let mut happened = Vec::new();
        for to in stops {
            while let Some(due) = self.next_due() {
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
        for place in 0..self.customers.len() {
            let snapshot = self.gather(place)?;
            self.foresight.iter_mut().try_for_each(|foresight| foresight.look(&snapshot, to))?;
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
        match action {
            Action::Entitle { whom, .. } => return self.entitle(whom, action),
            Action::StartManaging(name) => return self.start_managing(name),
            Action::Move { .. } | Action::Rollup { .. } => return self.replant(action),
            Action::Place(wanted) => return self.placed(wanted),
            Action::Use(_) | Action::Amend(_) | Action::VoidEvent { .. } => {
                return self.used(action);
            }
            _ => {}
        }
        let (place, command) = match self.command(action) {
            Ok(asked) => asked,
            Err(refused) => return refused.told(self.now),
        };
        let mut happened = match self.changes_nothing(place, &command) {
            true => Vec::new(),
            false => self.run_with_rights(place, &command, action)?,
        };
        match action {
            Action::Set { subscription, parent_billed: Some(parent_billed), .. }
                if !is_refused(&happened) =>
            {
                happened.extend(self.set_payer(subscription, *parent_billed)?);
            }
            Action::Subscribe(wanted) if !is_refused(&happened) => self.subscribed(wanted)?,
            Action::Void(name) => self.returned(name)?,
            _ => {}
        }
        Ok(happened)
    }

    /// Facts are audited as they happen; what customers are told of them here.
    fn audit(&mut self) -> Result<(), String> {
        usage::audit(self)?;
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

    fn next_due(&self) -> Option<Timestamp> {
        let late = self.customers.iter().any(|known| self.has_late(known)).then_some(self.now);
        let due = self.customers.iter().filter_map(next_due).chain(late);
        due.chain(self.rollups.values().filter_map(|rollup| rollup.turn)).min()
    }

    fn all_due(&mut self) -> Result<Vec<Happening>, String> {
        let mut happened = self.turn_rollups()?;
        for place in 0..self.customers.len() {
            let customer = self.customer(place)?;
            let late = self.has_late(customer);
            if late || next_due(customer).is_some_and(|due| due <= self.now) {
                happened.extend(self.run(place, &Command::RunDue)?);
                happened.extend(self.told_rights(place)?);
            }
        }
        Ok(happened)
    }

    fn show(&self, name: &str) -> Result<Vec<Happening>, String> {
        let (subscription, invoice, credit) = (handle(name), handle(name), handle(name));
        for snapshot in &self.customers {
            let printer = self.printer();
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

    fn printer(&self) -> Printer<'_> {
        Printer { zone: &self.zone, names: &str::to_owned, now: self.now }
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
