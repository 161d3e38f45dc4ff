//! Subscriptions that are changed and cancelled at once, by share: each state is charged for its
//! days, and of what was paid for the days behind a change come back.

use billing::invoice::InvoiceState;
use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use calendar::{Timestamp, Zone};
use jiff::civil::{Date, Time};
use scenario::{Action, Played, Refunding, Scenario, Subscribing, When};

use super::Life;
use super::book::{Book, Line, Move, found};
use super::price::Price;
use super::quantities::Quantities;

/// What was asked for, day by day.
pub struct Moves(Vec<(Date, Move)>);

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
    let collects = |action: &Action| matches!(action, Action::Rollup { .. } | Action::Move { .. });
    if scenario.steps.iter().any(|step| collects(&step.action)) {
        // What waits is cut by a change, where what was billed would be given back.
        return None;
    }
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
