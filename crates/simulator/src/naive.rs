//! A second model of what is billed for which time: local days one by one, no cleverness. The core
//! has to agree with it on every plain price, whatever else happens in the world.

mod book;
mod credits;
mod families;
mod grid;
mod moves;
mod price;
mod quantities;

use billing::invoice::{Cause, Invoice, InvoiceState, Line, Role};
use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use calendar::{Timestamp, Zone};
use jiff::civil::{Date, Time};
use scenario::{Action, Played, Scenario, Subscribing};

pub use credits::hold as hold_credits;
use grid::{next, period_start};
use price::Price;

/// One stretch of time: from, until, in minor units, and whether it was waived.
type Charge = (Date, Date, i64, bool);

/// Holds the books against the model, and says of how many subscriptions it knew everything:
/// those that went on as they were, and those that were changed or cancelled.
pub fn hold(scenario: &Scenario, played: &Played, customers: &[Snapshot]) -> Result<Held, String> {
    let Some(customers) = &families::regrouped(customers) else { return Ok(Held::default()) };
    let prices = price::plain(&scenario.setup);
    let now = scenario.steps.last().map_or(Timestamp::UNIX_EPOCH, |step| step.at);
    let mut held = Held::default();
    for (place, step) in scenario.steps.iter().enumerate() {
        let Action::Subscribe(wanted) = &step.action else { continue };
        if played.is_refused(place) {
            continue;
        }
        let entry = customers.iter().find_map(|snapshot| {
            let all = snapshot.subscriptions.iter();
            let is_its = all.filter(|subscription| subscription.terms.created == step.at);
            is_its
                .into_iter()
                .find(|subscription| subscription.id.to_string() == wanted.name)
                .map(|subscription| (snapshot, subscription))
        });
        let known = entry.filter(|(_, subscription)| subscription.parked.is_none());
        let is_managed_here = |each: &Subscription| {
            let mut all = customers.iter().filter(|known| known.payer.id == each.customer);
            all.all(|known| !known.payer.managed_externally)
        };
        let Some((snapshot, each)) = known.filter(|(_, each)| is_managed_here(each)) else {
            continue;
        };
        let Some(life) = Life::new(scenario, wanted, each, now) else { continue };
        if each.lifecycle.changed.is_none() && each.lifecycle.cancel.is_none() {
            for price in &prices {
                compare(&life, wanted, price, (snapshot, each))?;
            }
            held.plain += 1;
        } else if let Some(moves) = moves::moves(scenario, played, wanted, (snapshot, each)) {
            let prices = prices.iter().filter(|price| !price.in_full);
            for price in prices {
                moves.compare(&life, wanted, price, (snapshot, each))?;
            }
            held.moved += 1;
        }
    }
    Ok(held)
}

/// How many subscriptions the model knew, and how many invoices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub plain: u32,
    /// Those that were changed or cancelled.
    pub moved: u32,
    /// Invoices that credits paid.
    pub paid: u32,
}

impl std::iter::Sum for Held {
    fn sum<I: Iterator<Item = Held>>(all: I) -> Held {
        all.fold(Held::default(), |sum, held| Held {
            plain: sum.plain + held.plain,
            moved: sum.moved + held.moved,
            paid: sum.paid + held.paid,
        })
    }
}

fn compare(
    life: &Life,
    wanted: &Subscribing,
    price: &Price,
    (snapshot, subscription): (&Snapshot, &Subscription),
) -> Result<(), String> {
    let order = wanted.orders.iter().find(|order| order.pricing == price.pricing);
    let Some(units) = order.and_then(|order| price.units(order)) else { return Ok(()) };
    let mut wanted = charges(life, price, units);
    let mut found: Vec<Charge> = Vec::new();
    for invoice in
        snapshot.invoices.iter().filter(|i| i.subscription.as_ref() == Some(&subscription.id))
    {
        let lines = invoice.lines.iter().filter(|line| is_of(invoice, line, price));
        let charged: Vec<Charge> = lines.map(|line| charge(life, invoice, line)).collect();
        // What was billed before its time was billed before any pause that its time fell into.
        let ahead = charged.iter().filter(|_| matches!(invoice.cause, Cause::Next { .. }));
        for (from, ..) in ahead {
            wanted.iter_mut().filter(|entry| entry.0 == *from).for_each(|entry| entry.3 = false);
        }
        found.extend(charged);
    }
    // What was billed before its time is looked at when its time has come.
    found.retain(|(from, ..)| *from <= life.now);
    found.sort();
    match found == wanted {
        true => Ok(()),
        false => {
            Err(format!("{} {}: wanted\n{wanted:?}\nfound\n{found:?}", subscription.id, price.name))
        }
    }
}

fn is_of(invoice: &Invoice, line: &Line, price: &Price) -> bool {
    let role = if price.arrears { Role::Arrears } else { Role::Advance };
    let cause = matches!(invoice.cause, Cause::Cycle { .. } | Cause::Next { .. });
    price.is_of(line) && cause && line.role == role
}

fn charge(life: &Life, invoice: &Invoice, line: &Line) -> Charge {
    let waived = match &invoice.state {
        // Taken back by somebody: it was billed in its time, or kept as a draft.
        InvoiceState::Void { issue: None, at } => *at == invoice.created,
        _ => false,
    };
    let date = |at: Timestamp| life.zone.date(at);
    (date(line.period.start), date(line.period.end), line.amount.minor, waived)
}

/// Every stretch of time that begins, or is over, until now.
fn charges(life: &Life, price: &Price, units: i128) -> Vec<Charge> {
    let mut all = Vec::new();
    if life.end.is_some_and(|end| end <= life.first) {
        // It was over when it was made.
        return all;
    }
    let mut from = life.begins(price);
    while life.end.is_none_or(|end| from < end) {
        let boundary = next(life.anchor, price.term, from);
        let until = life.end.map_or(boundary, |end| end.min(boundary));
        let billed = if price.arrears { until } else { from.max(life.first) };
        if billed > life.now || (price.arrears && until > life.now) {
            break;
        }
        let first = period_start(life.anchor, price.term, from);
        let amount = price.amount(units, days(from, until), days(first, boundary));
        all.push((from, until, amount, life.is_waived(billed)));
        from = until;
    }
    all
}

fn days(from: Date, until: Date) -> i128 {
    i128::from((until - from).get_days())
}

/// When a subscription was paid for, in local days.
struct Life {
    zone: Zone,
    now: Date,
    /// The first day that is paid for.
    paid: Date,
    /// The first day on which anything was billed.
    first: Date,
    anchor: Date,
    end: Option<Date>,
    /// From, until, and only those that waive.
    pauses: Vec<(Timestamp, Timestamp)>,
}

impl Life {
    /// None where days are not enough to tell.
    fn new(
        scenario: &Scenario,
        wanted: &Subscribing,
        subscription: &Subscription,
        now: Timestamp,
    ) -> Option<Life> {
        let zone = scenario.setup.zone.clone();
        let whole = |at: Timestamp| zone.local(at).time() == Time::midnight();
        let paid = match subscription.lifecycle.trial {
            Some(trial) => trial.end,
            None => subscription.lifecycle.converted.unwrap_or(subscription.terms.start),
        };
        let anchor = wanted.anchor.unwrap_or(paid);
        // One that was cancelled knew of no end but its own before.
        let end = match &subscription.lifecycle.cancel {
            Some(cancel) => cancel.before,
            None => subscription.known_end(),
        };
        let plain = scenario.setup.measure == calendar::Measure::LocalDays;
        if !plain || ![paid, anchor].iter().chain(&end).all(|at| whole(*at)) {
            return None;
        }
        // A trial that never became paid has nothing to pay.
        let unpaid = subscription.lifecycle.trial.is_some();
        let first = if wanted.past_invoices { paid } else { paid.max(subscription.terms.created) };
        Some(Life {
            now: zone.date(now),
            paid: zone.date(paid),
            first: zone.date(first),
            anchor: zone.date(anchor),
            end: if unpaid { Some(zone.date(paid)) } else { end.map(|end| zone.date(end)) },
            pauses: pauses(scenario, &wanted.name, now),
            zone,
        })
    }

    /// Where the first period that is billed begins.
    fn begins(&self, price: &Price) -> Date {
        match self.first < self.paid {
            true => self.paid,
            false => self.paid.max(period_start(self.anchor, price.term, self.first)),
        }
    }

    /// A pause begins after what its day bills, and ends before it.
    fn is_waived(&self, billed: Date) -> bool {
        let Ok(at) = self.zone.instant(billed.at(0, 0, 0, 0)) else { return false };
        self.pauses.iter().any(|(from, until)| *from < at && at < *until)
    }
}

/// The times in which what would be billed is waived, as they were asked for.
fn pauses(scenario: &Scenario, name: &str, now: Timestamp) -> Vec<(Timestamp, Timestamp)> {
    let mut all: Vec<(Timestamp, Timestamp, bool)> = Vec::new();
    let forever = Timestamp::MAX;
    for step in &scenario.steps {
        match &step.action {
            Action::Pause { subscription, void, until } if subscription == name => {
                let running = all.last().is_some_and(|(_, end, _)| *end > step.at);
                let wrong = until.is_some_and(|until| until <= step.at);
                if !running && !wrong {
                    all.push((step.at, until.unwrap_or(forever), *void));
                }
            }
            Action::Resume(subscription) if subscription == name => {
                let running = all.last_mut().filter(|(_, end, _)| *end > step.at);
                running.into_iter().for_each(|(_, end, _)| *end = step.at);
            }
            _ => {}
        }
    }
    all.retain(|(from, _, void)| *void && *from <= now);
    all.into_iter().map(|(from, until, _)| (from, until)).collect()
}
