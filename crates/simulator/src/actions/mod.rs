//! What people might do next, at random, in the words of a scenario. Most of it is possible; what
//! is refused has to leave the books as they were.

mod ask;
mod long;
mod plain;
mod subscribe;

use crate::catalog::{Catalog, amount};
use crate::dice::Dice;

/// What a deed may name.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub upcoming: String,
    pub subscriptions: Vec<String>,
    pub invoices: Vec<String>,
    pub one_times: Vec<String>,
    pub credits: Vec<String>,
}

/// Chance, and everything that a deed may speak of.
pub struct Teller<'a> {
    pub dice: &'a mut Dice,
    pub catalog: &'a Catalog,
    pub known: &'a Known,
    /// Writes the date so many days from now.
    pub later: &'a dyn Fn(i64) -> String,
}

/// One deed, or none where there is nothing yet to do it to.
pub fn action(teller: &mut Teller) -> Option<String> {
    match (teller.catalog.plain, teller.catalog.long) {
        (true, _) => teller.plain_deed(),
        (_, true) => teller.long_deed(),
        _ => teller.any_deed(),
    }
}

impl Teller<'_> {
    fn any_deed(&mut self) -> Option<String> {
        let subscription = self.pick(&self.known.subscriptions);
        let invoice = self.pick(&self.known.invoices);
        let words = match self.dice.between(0, 99) {
            0..=13 => self.subscribe(),
            14..=21 => "advance".to_owned(),
            22 => self.entitle(),
            23 => "catch-up".to_owned(),
            24..=25 => self.grant(),
            26..=28 => self.charge(),
            29..=36 => self.pay(&invoice?),
            37..=41 => format!("void {}", invoice?),
            42..=43 => format!("reissue {}", invoice?),
            44..=45 => format!("finalize {}", invoice?),
            46 => format!("postpone {} to {}", invoice?, self.in_days(60)),
            47..=49 => self.set(&subscription?),
            50..=53 => format!("extend {} to {}", subscription?, self.in_days(60)),
            54..=60 => self.pause(&subscription?),
            61..=65 => format!("resume {}", subscription?),
            66..=71 => format!("bill next {}", subscription?),
            72..=85 => self.change(&subscription?),
            86..=92 => self.cancel(&subscription?),
            93..=95 => format!("undo change {}", subscription?),
            96..=97 => format!("undo cancel {}", subscription?),
            98 => format!("drop {}", self.pick(&self.known.one_times)?),
            _ => format!("retry {}", subscription?),
        };
        Some(words)
    }

    fn pick(&mut self, of: &[String]) -> Option<String> {
        let last = u64::try_from(of.len()).ok()?.checked_sub(1)?;
        of.get(usize::try_from(self.dice.between(0, last)).ok()?).cloned()
    }

    fn customer(&mut self) -> String {
        self.pick(&self.catalog.customers).unwrap_or_default()
    }

    fn days(&mut self, most: u64) -> i64 {
        i64::try_from(self.dice.between(1, most)).unwrap_or(1)
    }

    /// A date in so many days at most.
    fn in_days(&mut self, most: u64) -> String {
        let days = self.days(most);
        (self.later)(days)
    }

    fn amount(&mut self, most: u64) -> String {
        amount(self.dice, self.catalog.currency, most)
    }

    fn grant(&mut self) -> String {
        let (customer, amount) = (self.customer(), self.amount(150));
        let mut words = format!("grant {customer} {amount} {}", self.catalog.currency);
        if self.dice.chance(50) {
            words.push_str(&format!(", until {}", self.in_days(150)));
        }
        if let Some(text) = self.pick(&self.known.subscriptions).filter(|_| self.dice.chance(20)) {
            words.push_str(&format!(", for {text}"));
        }
        words
    }

    /// Values of its own for a customer or a subscription.
    fn entitle(&mut self) -> String {
        let whom = match self.pick(&self.known.subscriptions).filter(|_| self.dice.chance(50)) {
            Some(subscription) => subscription,
            None => self.customer(),
        };
        let values = ["seats 40", "seats 1, sso true", "tier silver, least 2", "nothing"];
        format!("entitle {whom} {}", self.dice.pick(&values))
    }

    /// Something that is bought once, or given; on the next invoice, later, or now.
    fn charge(&mut self) -> String {
        let mut words = format!("charge {} {}", self.customer(), self.once());
        match self.dice.between(0, 9) {
            0..=5 => words.push_str(", next"),
            6..=7 => words.push_str(&format!(", on {}", self.in_days(60))),
            _ => {}
        }
        if self.dice.chance(25) {
            words.push_str(&format!(", {}% off once", self.dice.between(1, 60)));
        }
        if self.dice.chance(15) {
            words.push_str(&format!(", {} off less", self.amount(40)));
        }
        words
    }

    /// One or two things at a price of their own.
    fn once(&mut self) -> String {
        let items = (0..self.dice.between(1, 2)).map(|_| {
            let (sign, amount) = (if self.dice.chance(10) { "-" } else { "" }, self.amount(90));
            let units = self.dice.between(1, 4);
            format!("{sign}{amount} {} x{units}", self.catalog.currency)
        });
        items.collect::<Vec<_>>().join(" + ")
    }

    fn pay(&mut self, invoice: &str) -> String {
        let mut words = format!("pay {invoice}");
        if self.dice.chance(40) {
            words.push_str(&format!(" {}", self.amount(150)));
        }
        if self.dice.chance(10) {
            let days = -self.days(20);
            words.push_str(&format!(" on {}", (self.later)(days)));
        }
        words
    }

    fn set(&mut self, subscription: &str) -> String {
        match self.dice.between(0, 2) {
            0 => format!("set {subscription}, due {} days", self.dice.between(0, 60)),
            1 => format!("set {subscription}, minimum {}", self.amount(250)),
            _ => format!("set {subscription}, no minimum"),
        }
    }

    fn pause(&mut self, subscription: &str) -> String {
        let how = self.dice.pick(&["keep drafts", "void"]);
        match self.dice.chance(60) {
            true => format!("pause {subscription}, {how}, until {}", self.in_days(90)),
            false => format!("pause {subscription}, {how}"),
        }
    }
}
