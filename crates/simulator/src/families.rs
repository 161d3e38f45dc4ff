//! Worlds in which customers pay for others: trees, parents that pay, and rollups that begin and
//! end. Their chance is a stream of its own, so that all other worlds stay what they are.

use crate::actions::Teller;
use crate::catalog::Catalog;
use crate::dice::Dice;

pub struct Families {
    dice: Dice,
    customers: Vec<String>,
}

impl Families {
    /// Gives some worlds a tree; none to the others.
    pub fn of(seed: u64, catalog: &mut Catalog) -> Option<Families> {
        let mut dice = Dice::new(!seed);
        if !dice.chance(35) {
            return None;
        }
        for place in catalog.customers.len() + 1..=4 {
            let name = format!("c{place}");
            let place = if dice.chance(40) { ", country DE" } else { "" };
            catalog.lines.push(format!("customer {name}{place}"));
            catalog.customers.push(name);
        }
        let customers = catalog.customers.clone();
        let mut families = Families { dice, customers };
        for (place, name) in catalog.customers.iter().enumerate().skip(1) {
            let above = families.customers.get(..place).unwrap_or_default().to_vec();
            if families.dice.chance(75) {
                let above: Vec<&str> = above.iter().map(String::as_str).collect();
                let parent = families.dice.pick(&above);
                let head = format!("customer {name}");
                let line = catalog.lines.iter_mut().find(|line| {
                    line.strip_prefix(&head).is_some_and(|rest| !rest.starts_with(' '))
                });
                line.into_iter().for_each(|line| {
                    *line = line.replacen(&head, &format!("{head} under {parent}"), 1);
                });
            }
        }
        Some(families)
    }

    /// Something that happens to a family, now and then.
    pub fn deed(&mut self, teller: &mut Teller) -> Option<String> {
        if !self.dice.chance(16) {
            return None;
        }
        let customer = self.customer();
        match self.dice.between(0, 9) {
            0..=1 => Some(format!("rollup {customer}, off")),
            2..=5 => Some(self.rollup(&customer, teller)),
            6 => Some(format!("move {customer} under nobody")),
            7..=8 => {
                let parent = self.customer();
                Some(format!("move {customer} under {parent}")).filter(|_| parent < customer)
            }
            _ => {
                let last = u64::try_from(teller.known.subscriptions.len()).ok()?.checked_sub(1)?;
                let place = usize::try_from(self.dice.between(0, last)).ok()?;
                let subscription = teller.known.subscriptions.get(place)?;
                let not = if self.dice.chance(50) { "not " } else { "" };
                Some(format!("set {subscription}, {not}parent-billed"))
            }
        }
    }

    /// Parents pay for some of what is subscribed to.
    pub fn add_to(&mut self, words: &mut String) {
        if words.starts_with("subscribe ") && self.dice.chance(25) {
            words.push_str(", parent-billed");
        }
    }

    fn customer(&mut self) -> String {
        let all: Vec<&str> = self.customers.iter().map(String::as_str).collect();
        self.dice.pick(&all).to_owned()
    }

    fn rollup(&mut self, customer: &str, teller: &Teller) -> String {
        let term = self.dice.pick(&["month", "month", "week", "quarter", "half month"]);
        let mut words = format!("rollup {customer}, every {term}");
        let mut days = |low: i64, most: u64| {
            low.saturating_add(i64::try_from(self.dice.between(0, most)).unwrap_or(0))
        };
        let (start, end) = (days(-40, 90), days(20, 150));
        if self.dice.chance(60) {
            words.push_str(&format!(", from {}", (teller.later)(start)));
        }
        if self.dice.chance(30) {
            words
                .push_str(&format!(", until {}", (teller.later)(start.max(0).saturating_add(end))));
        }
        if self.dice.chance(30) {
            words.push_str(&format!(", due {} days", self.dice.between(0, 40)));
        }
        words
    }
}
