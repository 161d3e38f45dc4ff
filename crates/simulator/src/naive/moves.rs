//! Subscriptions that are changed and cancelled at once, by share: each state is charged for its
//! days, and of what was paid for the days behind a change come back.

use billing::invoice::{InvoiceState, Role};
use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use calendar::{Timestamp, Zone};
use jiff::civil::{Date, Time};
use scenario::{Action, Order, Played, Refunding, Scenario, Subscribing, When};

use super::grid::{is_boundary, next, period_start};
use super::price::{Price, rounded};
use super::quantities::Quantities;
use super::{Life, days};

/// What was asked for, day by day.
pub struct Moves(Vec<(Date, Move)>);

enum Move {
    /// The whole new set.
    Change(Vec<Order>),
    End(Refunding),
}

/// What a line is: for a period that begins, for the rest of one, for one that is over, or what
/// comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Advance,
    Rest,
    Arrears,
    Back,
}

/// From, until, what, and minor units.
type Line = (Date, Date, Kind, i64);

/// What was asked of a subscription, if that is all that the model knows of.
pub fn moves(
    scenario: &Scenario,
    played: &Played,
    wanted: &Subscribing,
    (snapshot, subscription): (&Snapshot, &Subscription),
) -> Option<Moves> {
    let of = snapshot.invoices.iter().filter(|i| i.subscription.as_ref() == Some(&subscription.id));
    let is_final = |state: &InvoiceState| {
        matches!(state, InvoiceState::Pending(_) | InvoiceState::Paid { .. })
    };
    let steps = scenario.steps.iter().enumerate();
    let mut made = steps.filter(|(place, _)| !played.is_refused(*place)).map(|(_, step)| step);
    let all_final = of.into_iter().all(|invoice| is_final(&invoice.state));
    if !all_final || !wanted.changes.is_empty() || wanted.not_renewing {
        return None;
    }
    let mut quantities = Quantities::new(&scenario.setup, &wanted.orders);
    let mut moves = Vec::new();
    made.try_for_each(|step| {
        let entry = read(&scenario.setup.zone, step.at, &step.action, &wanted.name)?;
        moves.extend(entry.map(|(on, step)| match step {
            Move::Change(orders) => (on, Move::Change(quantities.follow(&orders))),
            end => (on, end),
        }));
        Some(())
    })?;
    Some(Moves(moves))
}

/// A move of a subscription, or nothing where it is not one of its; none where the model has no
/// word for it.
#[allow(clippy::option_option)]
fn read(zone: &Zone, at: Timestamp, action: &Action, name: &str) -> Option<Option<(Date, Move)>> {
    let step = match action {
        Action::Change(changing) if changing.subscription == name => {
            let at_once = matches!(changing.when, None | Some(When::Now));
            let plain =
                !changing.reset_anchor && changing.term.is_none() && changing.renews.is_none();
            let plain = plain && changing.trial.is_none();
            let known = at_once && plain && changing.proration == Some("IMMEDIATE");
            Move::Change(changing.orders.clone().filter(|_| known)?)
        }
        Action::Cancel(cancelling) if cancelling.subscription == name => {
            let known = matches!(cancelling.when, Some(When::Now))
                && !cancelling.remaining
                && !cancelling.pending;
            let known = known && !matches!(cancelling.refund, Refunding::Custom(_));
            Move::End(Some(cancelling.refund).filter(|_| known)?)
        }
        Action::Pause { subscription: text, .. }
        | Action::BillNext(text)
        | Action::UndoCancel(text)
        | Action::Extend { subscription: text, .. }
            if text == name =>
        {
            return None;
        }
        _ => return Some(None),
    };
    let local = zone.local(at);
    (local.time() == Time::midnight()).then(|| Some((local.date(), step)))
}

impl Moves {
    pub fn compare(
        &self,
        life: &Life,
        wanted: &Subscribing,
        price: &Price,
        (snapshot, subscription): (&Snapshot, &Subscription),
    ) -> Result<(), String> {
        if self.is_custom(wanted, price) {
            return Ok(());
        }
        // What was replaced comes back in full from some day on, that on which the longest of the
        // periods began that run at the end. One price does not know which.
        let mut days = self.0.iter().map(|(day, _)| *day).chain([Date::MAX]);
        let first = self.lived(life, (wanted, price, Date::MIN), (snapshot, subscription));
        match days
            .any(|day| self.lived(life, (wanted, price, day), (snapshot, subscription)).is_ok())
        {
            true => Ok(()),
            false => first,
        }
    }

    fn lived(
        &self,
        life: &Life,
        (wanted, price, replaced): (&Subscribing, &Price, Date),
        (snapshot, subscription): (&Snapshot, &Subscription),
    ) -> Result<(), String> {
        let mut found = found(life, price, (snapshot, subscription));
        let mut book = Book {
            replaced,
            life,
            price,
            units: units(wanted, price),
            is_open: false,
            begun: None,
            left: Vec::new(),
            held: Vec::new(),
            lines: Vec::new(),
            billed: found.clone(),
        };
        let listed = |lines: &[Line]| format!("{lines:?}").replace("), (", ")\n (");
        let failed = |book: &Book, found: &[(Line, i64)]| {
            let found: Vec<Line> = found.iter().map(|(line, _)| *line).collect();
            let (id, name, wanted) = (&subscription.id, &price.name, listed(&book.lines));
            Err(format!("{id} {name}: wanted\n{wanted}\nfound\n{}", listed(&found)))
        };
        if book.live(&self.0, life.zone.date(subscription.terms.start)).is_none() {
            return failed(&book, &found);
        }
        found.sort();
        book.lines.sort();
        match found.iter().map(|(line, _)| line).eq(&book.lines) {
            true => Ok(()),
            false => failed(&book, &found),
        }
    }

    /// Whether it ever had a price of its own.
    fn is_custom(&self, wanted: &Subscribing, price: &Price) -> bool {
        let changed = self.0.iter().flat_map(|(_, step)| match step {
            Move::Change(orders) => orders.as_slice(),
            Move::End(_) => &[],
        });
        let mut orders = wanted.orders.iter().chain(changed);
        orders.any(|order| order.pricing == price.pricing && price.units(order).is_none())
    }
}

fn units(wanted: &Subscribing, price: &Price) -> Option<i128> {
    let order = wanted.orders.iter().find(|order| order.pricing == price.pricing);
    order.and_then(|order| price.units(order))
}

/// The lines that the core made of a component, each with its net, in the order of invoices.
fn found(
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
                Role::Minimum => continue,
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
struct Book<'a> {
    life: &'a Life,
    price: &'a Price,
    /// How many there are, while it is on.
    units: Option<i128>,
    /// Whether its first day was billed.
    is_open: bool,
    /// Since when it is as it is, while it is on.
    begun: Option<Date>,
    /// What was before in the same period and is billed at its end: from, until, units.
    left: Vec<(Date, Date, i128)>,
    /// What was billed for time to come.
    held: Vec<Paid>,
    lines: Vec<Line>,
    /// What the core made, for what it took off by discounts.
    billed: Vec<(Line, i64)>,
    /// What was replaced later than this comes back in full.
    replaced: Date,
}

/// A line that was paid for time to come: its days, how far they are not given back, and its net.
struct Paid {
    from: Date,
    until: Date,
    left: Date,
    net: i64,
    back: i64,
}

impl Book<'_> {
    /// Day after day; none where the core has no line that the model has.
    fn live(&mut self, moves: &[(Date, Move)], started: Date) -> Option<()> {
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
