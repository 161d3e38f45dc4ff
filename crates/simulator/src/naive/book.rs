//! The lines of one component, counted day by day.

use billing::invoice::Role;
use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use calendar::Timestamp;
use jiff::civil::Date;
use scenario::{Order, Refunding};

use super::grid::{is_boundary, next, period_start};
use super::price::{Price, rounded};
use super::{Life, days};

/// What is asked of a subscription.
pub(super) enum Move {
    /// The whole new set.
    Change(Vec<Order>),
    End(Refunding),
}

/// What a line is: for a period that begins, for the rest of one, for one that is over, or what
/// comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Advance,
    Rest,
    Arrears,
    Back,
}

/// From, until, what, and minor units.
pub(super) type Line = (Date, Date, Kind, i64);

/// The lines that the core made of a component, each with its net, in the order of invoices.
pub(super) fn found(
    life: &Life,
    price: &Price,
    (snapshot, subscription): (&Snapshot, &Subscription),
) -> Vec<(Line, i64)> {
    let mut all = Vec::new();
    for invoice in
        snapshot.invoices.iter().filter(|i| i.subscription.as_ref() == Some(&subscription.id))
    {
        for line in invoice.lines.iter().filter(|line| price.is_of(line)) {
            let kind = match line.role {
                Role::Advance => Kind::Advance,
                Role::ProrationCharge => Kind::Rest,
                Role::Arrears => Kind::Arrears,
                Role::ProrationCredit => Kind::Back,
                Role::Minimum | Role::OneTime | Role::Adjustment => continue,
            };
            let date = |at: Timestamp| life.zone.date(at);
            let (from, until) = (date(line.period.start), date(line.period.end));
            let net = line.amount.minor - line.discount.minor;
            all.push(((from, until, kind, line.amount.minor), net));
        }
    }
    all
}

/// A component on its way through the days.
pub(super) struct Book<'a> {
    pub(super) life: &'a Life,
    pub(super) price: &'a Price,
    /// How many there are, while it is on.
    pub(super) units: Option<i128>,
    /// Whether its first day was billed.
    pub(super) is_open: bool,
    /// Since when it is as it is, while it is on.
    pub(super) begun: Option<Date>,
    /// What was before in the same period and is billed at its end: from, until, units.
    pub(super) left: Vec<(Date, Date, i128)>,
    /// What was billed for time to come.
    pub(super) held: Vec<Paid>,
    pub(super) lines: Vec<Line>,
    /// What the core made, for what it took off by discounts.
    pub(super) billed: Vec<(Line, i64)>,
    /// What was replaced later than this comes back in full.
    pub(super) replaced: Date,
}

/// A line that was paid for time to come: its days, how far they are not given back, and its net.
pub(super) struct Paid {
    from: Date,
    until: Date,
    left: Date,
    net: i64,
    back: i64,
}

impl Book<'_> {
    /// Day after day; none where the core has no line that the model has.
    pub(super) fn live(&mut self, moves: &[(Date, Move)], started: Date) -> Option<()> {
        let life = self.life;
        let first = life.begins(self.price);
        let mut day = first.min(life.first);
        for (_, step) in moves.iter().filter(|(on, _)| *on < day) {
            match step {
                Move::Change(orders) => self.change(day, orders)?,
                Move::End(_) => return Some(()),
            }
        }
        if life.end.is_some_and(|end| end <= life.first) {
            return Some(());
        }
        while day <= life.now {
            if life.end == Some(day) {
                self.close(day);
                return Some(());
            }
            if day == first.max(life.first) {
                self.is_open = true;
                self.open(first, Kind::Advance)?;
            } else if self.is_open && is_boundary(life.anchor, self.price.term, day) {
                self.close(day);
                self.open(day, Kind::Advance)?;
            }
            for (_, known) in moves.iter().filter(|(on, _)| *on == day) {
                match known {
                    Move::Change(orders) => self.change(day, orders)?,
                    Move::End(refund) => {
                        self.close(day);
                        self.end(day, *refund, started);
                        return Some(());
                    }
                }
            }
            day = day.tomorrow().ok()?;
        }
        Some(())
    }

    /// What is billed with a day from which on something is as it is.
    fn open(&mut self, from: Date, kind: Kind) -> Option<()> {
        let Some(units) = self.units else { return Some(()) };
        self.begun = Some(from);
        if self.price.arrears {
            return Some(());
        }
        let boundary = next(self.life.anchor, self.price.term, from);
        let until = self.life.end.map_or(boundary, |end| end.min(boundary));
        let line = (from, until, kind, self.share(units, from, until));
        self.lines.push(line);
        let place = self.billed.iter().position(|(entry, _)| *entry == line)?;
        let (_, net) = self.billed.remove(place);
        self.held.push(Paid { from, until, left: until, net, back: 0 });
        Some(())
    }

    /// What is billed of days that are over.
    fn close(&mut self, day: Date) {
        let open = self.begun.take().zip(self.units);
        let open = open.map(|(from, units)| (from, day, units));
        let parts: Vec<_> = self.left.drain(..).chain(open).collect();
        for (from, until, units) in parts {
            if self.price.arrears && from < until {
                let amount = self.share(units, from, until);
                self.lines.push((from, until, Kind::Arrears, amount));
            }
        }
    }

    fn share(&self, units: i128, from: Date, until: Date) -> i64 {
        let (anchor, term) = (self.life.anchor, self.price.term);
        let (first, last) = (period_start(anchor, term, from), next(anchor, term, from));
        self.price.amount(units, days(from, until), days(first, last))
    }

    fn change(&mut self, day: Date, orders: &[Order]) -> Option<()> {
        let order = orders.iter().find(|order| order.pricing == self.price.pricing);
        let wanted = order.and_then(|order| self.price.units(order));
        let before = std::mem::replace(&mut self.units, wanted);
        if before == wanted || !self.is_open {
            return Some(());
        }
        let open = self.begun.take().zip(before);
        self.left.extend(open.map(|(from, units)| (from, day, units)));
        self.give_back(day);
        self.open(day, Kind::Rest)
    }

    /// The days behind one come back.
    fn give_back(&mut self, day: Date) {
        for paid in self.held.iter_mut().filter(|paid| paid.left > day) {
            let from = day.max(paid.from);
            let wanted =
                rounded(i128::from(paid.net) * days(from, paid.left), days(paid.from, paid.until));
            let amount = wanted.min(paid.net - paid.back);
            if amount != 0 {
                self.lines.push((from, paid.left, Kind::Back, -amount));
                (paid.left, paid.back) = (from, paid.back + amount);
            }
        }
    }

    fn end(&mut self, day: Date, refund: Refunding, started: Date) {
        self.held.retain(|paid| paid.until > day);
        match refund {
            Refunding::Nothing | Refunding::Custom(_) => {}
            // The first day of a subscription is used.
            Refunding::Prorated => self.give_back(day.max(started.tomorrow().unwrap_or(day))),
            Refunding::Full => {
                let replaced = self.replaced;
                let whole = |paid: &&Paid| paid.left > replaced || paid.left == paid.until;
                let held = self.held.iter().filter(|paid| paid.net != paid.back).filter(whole);
                for known in held {
                    self.lines.push((known.from, known.until, Kind::Back, known.back - known.net));
                }
            }
        }
    }
}
