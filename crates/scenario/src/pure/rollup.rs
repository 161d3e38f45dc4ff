//! Trees that change, and rollups that begin and end: whoever should pays for what is below.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use billing::command::{Command, SettleWaiting};
use billing::customer::{Rollup, RollupRun};
use billing::id::SubscriptionHandle;
use calendar::Timestamp;

use super::PureWorld;
use super::family::is_refused;
use crate::Happening;
use crate::action::{Action, Rolling};

/// What a customer collects.
#[derive(Clone, Debug)]
pub(super) struct RollupState {
    asked: Rolling,
    start: Timestamp,
    active: bool,
    /// When it next begins or ends.
    pub(super) turn: Option<Timestamp>,
    /// Whether it is on at all.
    on: bool,
    run: Option<RollupRun>,
}

impl RollupState {
    /// What it is at an instant.
    fn at(self, at: Timestamp) -> RollupState {
        let (active, turn) = match (self.on, self.asked.end) {
            (false, _) => (false, None),
            (true, Some(end)) if end <= at => (false, None),
            (true, _) if self.start > at => (false, Some(self.start)),
            (true, end) => (true, end),
        };
        RollupState { active, turn, ..self }
    }
}

/// What one payer, by its place, pays no longer.
#[derive(Default)]
pub(super) struct Gone {
    /// Each with the place of who pays for it.
    pub(super) subscriptions: Vec<(SubscriptionHandle, usize)>,
    customers: BTreeSet<Arc<str>>,
}

pub(super) type Leaving = BTreeMap<usize, Gone>;

impl PureWorld {
    /// The highest customer from this one upwards that collects.
    pub(super) fn collector<'a>(&'a self, customer: &'a str) -> Option<&'a str> {
        let above =
            std::iter::successors(Some(customer), |id| self.parents.get(*id).map(String::as_str));
        above.filter(|id| self.rollups.get(*id).is_some_and(|rollup| rollup.active)).last()
    }

    /// Collects what is at and below a customer, in another way than before, or no longer.
    fn roll_up(&mut self, name: &str, asked: Option<&Rolling>) -> Result<Vec<Happening>, String> {
        let (place, now) = (self.named(name)?, self.now);
        let known = self.rollups.get(name).cloned();
        let Some(asked) = asked else {
            let Some(known) = known.filter(|known| known.on) else { return Ok(Vec::new()) };
            let known = self.with_run(place, known)?;
            return self.turned(name, RollupState { on: false, ..known }.at(now), now);
        };
        let before = known.clone().filter(|known| known.on);
        let start = asked.start.or(before.as_ref().map(|known| known.start)).unwrap_or(now);
        let same = before
            .as_ref()
            .is_some_and(|known| (known.start, known.asked.term) == (start, asked.term));
        let known = match known {
            Some(known) => Some(self.with_run(place, known)?),
            None => None,
        };
        let was = before.is_some_and(|known| known.active);
        let mut run = known.and_then(|known| known.run);
        if was && !same && run.is_none_or(|run| run.at < now) {
            // What waits is billed at the next of the new dates.
            run = Some(RollupRun { at: now, parts: 0 });
        }
        let asked = asked.clone();
        let state = RollupState { asked, start, active: false, turn: None, on: true, run };
        self.turned(name, state.at(now), now)
    }

    /// Rollups begin and end before anything else that is due then.
    pub(super) fn turn_rollups(&mut self) -> Result<Vec<Happening>, String> {
        let mut happened = Vec::new();
        loop {
            let due = self.rollups.iter().filter_map(|(name, known)| Some((known.turn?, name)));
            let due = due.filter(|(at, _)| *at <= self.now);
            let mut due: Vec<(Timestamp, usize, String)> = due
                .map(|(at, name)| Ok((at, self.named(name)?, name.clone())))
                .collect::<Result<_, String>>()?;
            due.sort();
            let Some((at, place, name)) = due.into_iter().next() else { return Ok(happened) };
            let known = self.rollups.get(&name).cloned().ok_or("no such rollup")?;
            let known = self.with_run(place, known)?;
            happened.extend(self.turned(&name, known.at(at), at)?);
        }
    }

    /// With when it last made invoices, as the books say.
    fn with_run(&self, place: usize, known: RollupState) -> Result<RollupState, String> {
        let active = self.customer(place)?.payer.rollup.as_ref();
        Ok(RollupState { run: active.map_or(known.run, |active| active.last), ..known })
    }

    fn turned(
        &mut self,
        name: &str,
        state: RollupState,
        at: Timestamp,
    ) -> Result<Vec<Happening>, String> {
        let before = self.rollups.insert(name.to_owned(), state.clone());
        let leaving = self.leaving(name)?;
        let happened = self.settle(&leaving, at)?;
        if is_refused(&happened) {
            match before {
                Some(before) => self.rollups.insert(name.to_owned(), before),
                None => self.rollups.remove(name),
            };
            return Ok(happened);
        }
        let place = self.named(name)?;
        let rollup = state.active.then(|| Rollup {
            start: state.start,
            zone: self.zone.clone(),
            term: state.asked.term,
            auto_charges: state.asked.charged,
            due_days: state.asked.due_days,
            last: state.run,
            ends: state.turn,
        });
        let payer = &mut self.customers.get_mut(place).ok_or("no such customer")?.payer;
        Arc::make_mut(payer).rollup = rollup;
        self.let_pay(&leaving)?;
        self.reroute(name)?;
        self.look_anew()?;
        Ok(happened)
    }

    /// Gives a customer another parent, and whoever should pays.
    fn place_under(
        &mut self,
        customer: &str,
        parent: Option<&str>,
    ) -> Result<Vec<Happening>, String> {
        let all = self.customers.iter().flat_map(|snapshot| &snapshot.subscriptions);
        let paid = all.filter(|known| *known.customer == *customer && !known.is_over());
        let paid = paid.filter(|known| self.parent_billed.contains(&known.id)).count();
        if parent.is_none() && paid > 0 {
            let line =
                format!("refused: the parent pays for {paid} live subscriptions of the customer");
            return Ok(vec![Happening { at: self.now, lines: vec![line] }]);
        }
        let before = match parent {
            Some(parent) => self.parents.insert(customer.to_owned(), parent.to_owned()),
            None => self.parents.remove(customer),
        };
        let leaving = self.leaving(customer)?;
        let happened = self.settle(&leaving, self.now)?;
        if is_refused(&happened) {
            match before {
                Some(before) => self.parents.insert(customer.to_owned(), before),
                None => self.parents.remove(customer),
            };
            return Ok(happened);
        }
        self.let_pay(&leaving)?;
        self.reroute(customer)?;
        self.look_anew()?;
        Ok(happened)
    }

    /// Another place in a tree, or another rollup.
    pub(super) fn replant(&mut self, action: &Action) -> Result<Vec<Happening>, String> {
        let (top, happened) = match action {
            Action::Move { customer, parent } => {
                (customer, self.place_under(customer, parent.as_deref())?)
            }
            Action::Rollup { customer, rollup } => {
                (customer, self.roll_up(customer, rollup.as_ref())?)
            }
            _ => return Err("nothing of a tree changes".to_owned()),
        };
        self.and_due(top, happened)
    }

    /// With what is due at once of whoever pays in a tree from now on.
    fn and_due(
        &mut self,
        top: &str,
        mut happened: Vec<Happening>,
    ) -> Result<Vec<Happening>, String> {
        if is_refused(&happened) {
            return Ok(happened);
        }
        let mut payers: BTreeSet<String> =
            self.collector(top).map(str::to_owned).into_iter().collect();
        payers.extend(self.tree(top).iter().map(|id| id.to_string()));
        for payer in payers {
            let place = self.named(&payer)?;
            happened.extend(self.run(place, &Command::RunDue)?);
        }
        Ok(happened)
    }

    /// Everybody at and below a customer.
    fn tree(&self, top: &str) -> Vec<Arc<str>> {
        let all = self.customers.iter().map(|snapshot| snapshot.payer.id.clone());
        let below = |id: &Arc<str>| {
            let mut above =
                std::iter::successors(Some(&**id), |id| self.parents.get(*id).map(String::as_str));
            above.any(|id| id == top)
        };
        all.filter(below).collect()
    }

    /// What others pay for in a tree than those who do.
    fn leaving(&self, top: &str) -> Result<Leaving, String> {
        let members = self.tree(top);
        let mut leaving = Leaving::new();
        for (place, snapshot) in self.customers.iter().enumerate() {
            let its = snapshot.subscriptions.iter().filter(|it| members.contains(&it.customer));
            for known in its {
                let waits = !snapshot.pending_lines.of(&known.id).is_empty();
                let parent_billed = self.parent_billed.contains(&known.id);
                let Ok(to) = self.payer_of(&known.customer, parent_billed) else { continue };
                if to == place || (known.is_over() && !waits) {
                    continue;
                }
                let gone = leaving.entry(place).or_default();
                gone.customers.insert(known.customer.clone());
                if !known.is_over() {
                    gone.subscriptions.push((known.id.clone(), to));
                }
            }
            let bought = snapshot.one_times.iter().filter(|known| known.is_pending());
            for known in bought.filter(|known| members.contains(&known.order.customer)) {
                let customer = &known.order.customer;
                if self.collector(customer) != Some(&*snapshot.payer.id) {
                    leaving.entry(place).or_default().customers.insert(customer.clone());
                }
            }
        }
        Ok(leaving)
    }

    /// Bills what waits to whoever paid until now.
    pub(super) fn settle(
        &mut self,
        leaving: &Leaving,
        at: Timestamp,
    ) -> Result<Vec<Happening>, String> {
        let mut happened = Vec::new();
        for (place, gone) in leaving {
            let subscriptions = gone.subscriptions.iter().map(|(id, to)| {
                Ok::<_, String>((id.clone(), self.customer(*to)?.payer.id.clone()))
            });
            let settle = SettleWaiting {
                subscriptions: subscriptions.collect::<Result<_, _>>()?,
                customers: gone.customers.iter().cloned().collect(),
                at,
            };
            happened.extend(self.run(*place, &Command::SettleWaiting(Box::new(settle)))?);
            if is_refused(&happened) {
                break;
            }
        }
        Ok(happened)
    }

    /// Whoever pays foresees other invoices.
    pub(super) fn look_anew(&mut self) -> Result<(), String> {
        let Some(mut foresight) = self.foresight.take() else { return Ok(()) };
        let mut all = (0..self.customers.len()).map(|place| self.gather(place));
        let looked = all.try_for_each(|known| foresight.look(&known?, self.now));
        self.foresight = Some(foresight);
        looked
    }

    /// What anybody in a tree bought waits with whoever pays for it.
    fn reroute(&mut self, top: &str) -> Result<(), String> {
        let members = self.tree(top);
        members.iter().try_for_each(|member| self.route(member))
    }
}
