//! Usage in memory: a list of events, counted by the metering that ships, and which billed periods
//! they came too late for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use billing::command::Command;
use billing::definition::Value;
use billing::fact::{Fact, SubscriptionFact};
use billing::id::SubscriptionHandle;
use billing::invoice::{Derivation, Invoice, Line, Role};
use billing::metering::{Event, LatePeriod, Meter, Metered, Metric, UsageNotLoaded};
use billing::pricing::Kind;
use billing::snapshot::Snapshot;
use calendar::{Period, Timestamp};
use money::Ratio;

use super::objects::Thing;
use super::{PureWorld, catalog};
use crate::Happening;
use crate::action::Action;
use crate::setup::Setup;
use crate::using::Using;

/// No event is later than this, in seconds…
const AHEAD: i64 = 300;
/// …or older.
const OLD: i64 = 400 * 86_400;

/// Everything that was used.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    events: Vec<Used>,
    pub(super) objects: Vec<Thing>,
    /// What each component meters, and how.
    metrics: BTreeMap<Arc<str>, (String, Metric)>,
    /// Billed periods that an event came too late for.
    late: BTreeSet<Key>,
    /// What periods were adjusted to.
    adjusted: BTreeMap<Key, Ratio>,
}

/// An event.
#[derive(Clone, Debug)]
struct Used {
    customer: String,
    name: String,
    item: String,
    event: Event,
    void: bool,
}

/// A period of a component of a subscription.
type Key = (SubscriptionHandle, Arc<str>, Timestamp, Timestamp);

/// Usage as a decision asks for it.
#[derive(Debug)]
struct Gauge {
    usage: Arc<Usage>,
    /// Whose each subscription is.
    customers: BTreeMap<SubscriptionHandle, Arc<str>>,
}

impl Meter for Gauge {
    fn used(&self, wanted: &Metered) -> Result<Ratio, UsageNotLoaded> {
        let missing = || UsageNotLoaded::of(wanted);
        let customer = self.customers.get(wanted.subscription).ok_or_else(missing)?;
        let (item, metric) = self.usage.metrics.get(wanted.component).ok_or_else(missing)?;
        if let Some(by) = wanted.objects {
            let there = self.usage.there(customer, item);
            return Ok(metric.measure_objects(&there, wanted.period, by).value);
        }
        let of = |used: &&Used| used.customer == **customer && used.item == *item && !used.void;
        let events = self.usage.events.iter().filter(of).map(|used| used.event.clone());
        Ok(metric.measure(&events.collect::<Vec<_>>(), wanted.period).value)
    }
}

impl Usage {
    pub(super) fn of(setup: &Setup) -> Result<Usage, String> {
        let mut metrics = BTreeMap::new();
        for pricing in &setup.pricings {
            for piece in &pricing.pieces {
                let id = format!("{}/{}", pricing.name, piece.name);
                let metered = catalog::metered(piece)?;
                metrics.extend(metered.map(|known| (id.as_str().into(), known)));
            }
        }
        Ok(Usage { metrics, ..Usage::default() })
    }

    /// The item that a file calls so.
    pub(super) fn item(&self, name: &str) -> Result<String, String> {
        let mut all = self.metrics.values().map(|(item, _)| item);
        all.find(|item| *item == name).cloned().ok_or_else(|| format!("{name} is no item"))
    }
}

impl PureWorld {
    /// Takes note of an event, or of what became of one.
    pub(super) fn used(&mut self, action: &Action) -> Result<Vec<Happening>, String> {
        let usage = Arc::make_mut(&mut self.usage);
        let (now, known) = (self.now, usage.events.clone());
        let place = |customer: &str, event: &str| {
            known.iter().position(|used| used.customer == customer && used.name == event)
        };
        let missing = || "there is no such event".to_owned();
        let (item, customer, moved) = match action {
            Action::Use(wanted) if place(&wanted.customer, &wanted.event).is_some() => {
                return Ok(Vec::new());
            }
            Action::Use(wanted) => {
                let (item, at) = (usage.item(&wanted.item)?, wanted.at.unwrap_or(now));
                let (early, late) = (now.as_second() - OLD, now.as_second() + AHEAD);
                let why = match at.as_second() {
                    at if at > late => Some("at most 5 minutes ahead of the company's time"),
                    at if at < early => Some("at most 400 days old by the company's time"),
                    _ => None,
                };
                if let Some(why) = why {
                    let lines = vec![format!("refused: an event is {why}")];
                    return Ok(vec![Happening { at: now, lines }]);
                }
                let received = u64::try_from(known.len()).map_err(|error| error.to_string())?;
                let event = Event { timestamp: at, received, properties: properties(wanted)? };
                let (customer, name) = (wanted.customer.clone(), wanted.event.clone());
                let used = Used { customer, name, item: item.clone(), event, void: false };
                usage.events.push(used);
                (item, &wanted.customer, vec![at])
            }
            Action::Amend(wanted) => {
                let place = place(&wanted.customer, &wanted.event).ok_or_else(missing)?;
                let used = usage.events.get_mut(place).ok_or_else(missing)?;
                let before = used.event.timestamp;
                used.event.timestamp = wanted.at.unwrap_or(before);
                used.event.properties = properties(wanted)?;
                (used.item.clone(), &wanted.customer, vec![before, used.event.timestamp])
            }
            Action::VoidEvent { customer, event } => {
                let place = place(customer, event).ok_or_else(missing)?;
                let used = usage.events.get_mut(place).ok_or_else(missing)?;
                used.void = true;
                (used.item.clone(), customer, vec![used.event.timestamp])
            }
            _ => return Err("that is no usage".to_owned()),
        };
        let customer = customer.clone();
        moved.into_iter().try_for_each(|at| self.note_late(&customer, &item, (at, Some(at))))?;
        self.look_anew()?;
        Ok(Vec::new())
    }

    /// Takes note of the billed periods that something came too late for: an event of an instant,
    /// or an object that is another from then on.
    pub(super) fn note_late(
        &mut self,
        customer: &str,
        item: &str,
        (at, until): (Timestamp, Option<Timestamp>),
    ) -> Result<(), String> {
        let known = self.customers.iter().flat_map(|snapshot| &snapshot.invoices);
        let mut late = Vec::new();
        let over = known.flat_map(billed_of).filter(|(key, _)| key.3 <= self.now);
        for (key, _) in over {
            let Some((metered, metric)) = self.usage.metrics.get(&key.1) else { continue };
            let begun = metric.aggregator.looks_back() || until.is_none_or(|until| until >= key.2);
            if metered == item && begun && at < key.3 && self.is_of(&key.0, customer) {
                late.push(key);
            }
        }
        Arc::make_mut(&mut self.usage).late.extend(late);
        Ok(())
    }

    fn is_of(&self, subscription: &SubscriptionHandle, customer: &str) -> bool {
        let mut all = self.customers.iter().filter_map(|known| known.subscription(subscription));
        all.any(|known| &*known.customer == customer)
    }

    /// Lets a decision ask for usage.
    pub(super) fn meter(&self, snapshot: &mut Snapshot, command: Option<&Command>) {
        let all = self.customers.iter().flat_map(|known| &known.subscriptions);
        let mut customers: BTreeMap<SubscriptionHandle, Arc<str>> =
            all.map(|known| (known.id.clone(), known.customer.clone())).collect();
        if let Some(Command::Subscribe(wanted)) = command {
            customers.insert(self.minted.upcoming(0), wanted.customer.clone());
        }
        snapshot.meter = Arc::new(Gauge { usage: self.usage.clone(), customers });
        snapshot.late = self.late(snapshot);
    }

    /// The periods that are late, and all others of their invoices.
    fn late(&self, snapshot: &Snapshot) -> Vec<LatePeriod> {
        let mut last: BTreeMap<Key, (&Invoice, &Line)> = BTreeMap::new();
        for invoice in &snapshot.invoices {
            for (key, line) in billed(invoice) {
                let ahead = last.get(&key).is_some_and(|_| line.is_ahead());
                if !ahead && snapshot.subscription(&key.0).is_some() {
                    last.insert(key, (invoice, line));
                }
            }
        }
        let is_late = |key: &Key| self.usage.late.contains(key);
        let late = last.iter().filter(|(key, _)| is_late(key));
        let invoices: BTreeSet<_> = late.map(|(_, (invoice, _))| &invoice.id).collect();
        let wanted = last.iter().filter(|(_, (invoice, _))| invoices.contains(&invoice.id));
        let period = |(key, (invoice, line)): (&Key, &(&Invoice, &Line))| {
            let (subscription, component) = (key.0.clone(), key.1.clone());
            let metered = self.usage.adjusted.get(key).cloned().unwrap_or_else(|| metered_by(line));
            let (period, is_late) = (Period { start: key.2, end: key.3 }, is_late(key));
            let invoice = invoice.id.clone();
            LatePeriod { subscription, component, period, invoice, metered, is_late }
        };
        wanted.map(period).collect()
    }

    /// Whether a payer has to look at a period again.
    pub(super) fn has_late(&self, snapshot: &Snapshot) -> bool {
        let waits = |key: &Key| {
            let known = snapshot.subscription(&key.0);
            known.is_some_and(|known| known.parked.is_none())
        };
        let standing = snapshot.invoices.iter().flat_map(|invoice| billed(invoice));
        !self.usage.late.is_empty()
            && standing.into_iter().any(|(key, _)| self.usage.late.contains(&key) && waits(&key))
    }

    /// Takes note of what was adjusted.
    pub(super) fn adjusted(&mut self, facts: &[Fact]) {
        for fact in facts {
            let Fact::Subscription { subscription, fact, .. } = fact else { continue };
            let SubscriptionFact::UsageAdjusted { component, period, metered } = fact else {
                continue;
            };
            let key = (subscription.clone(), component.clone(), period.start, period.end);
            let usage = Arc::make_mut(&mut self.usage);
            usage.late.remove(&key);
            usage.adjusted.insert(key, metered.clone());
        }
    }
}

/// What is billed of a period is what was used in it, unless somebody still has to look.
pub(super) fn audit(world: &PureWorld) -> Result<(), String> {
    for snapshot in &world.customers {
        let mut metered = snapshot.clone();
        world.meter(&mut metered, None);
        for (key, line) in snapshot.invoices.iter().flat_map(billed_of) {
            let runs = snapshot.subscription(&key.0).is_none_or(|known| known.parked.is_some());
            let adjusted = world.usage.adjusted.get(&key).cloned();
            let by = adjusted.unwrap_or_else(|| metered_by(line));
            if runs || line.is_ahead() || world.usage.late.contains(&key) {
                continue;
            }
            let period = Period { start: key.2, end: key.3 };
            // Objects are weighed by the share of their line, which the core's own audit follows.
            if line.component.as_ref().is_none_or(|component| component.counts_objects) {
                continue;
            }
            let (subscription, component) = (&key.0, &*key.1);
            let wanted = Metered { subscription, component, period, objects: None };
            let used = metered.meter.used(&wanted).map_err(|error| error.to_string())?;
            if used != by {
                return Err(format!("{} of {} is billed by {by} and used {used}", key.1, key.0));
            }
        }
    }
    Ok(())
}

fn billed_of(invoice: &Arc<Invoice>) -> Vec<(Key, &Line)> {
    billed(invoice)
}

/// The metered lines of an invoice that stands.
fn billed(invoice: &Invoice) -> Vec<(Key, &Line)> {
    let stands = invoice.lines.iter().filter(|_| invoice.stands());
    let metered = stands.filter_map(|line| {
        let component = line.component.as_ref().filter(|known| known.kind == Kind::Usage)?;
        let bills = line.is_ahead() || line.role == Role::Arrears;
        let subscription = line.subscription.clone().filter(|_| bills)?;
        let Period { start, end } = line.period;
        Some(((subscription, component.id.clone(), start, end), line))
    });
    metered.collect()
}

/// What a line was billed by.
fn metered_by(line: &Line) -> Ratio {
    match &line.derivation {
        Derivation::Charge { used: Some(used), .. } => used.metered.clone(),
        _ => Ratio::ZERO,
    }
}

pub(super) fn properties(wanted: &Using) -> Result<Value, String> {
    serde_json::from_str(&wanted.properties().to_string()).map_err(|error| error.to_string())
}
