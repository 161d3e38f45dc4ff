//! Worlds in which customers pay ahead: pricings that sell credits, credits that are given, used
//! and taken back, and usage that units pay. Their chance is a stream of its own, so that all other
//! worlds stay what they are.

use crate::actions::Teller;
use crate::catalog::{Catalog, amount, amount_between};
use crate::dice::Dice;

/// Makes the stream another than those of the world and of its families.
const STREAM: u64 = 0x5EED_0F0C_4ED1_7500;

pub struct Prepaid {
    dice: Dice,
    /// Metered components, each with an item of its name.
    items: Vec<String>,
    pricings: Vec<String>,
    events: u64,
}

impl Prepaid {
    /// Lets some worlds sell credits; none of the others.
    pub fn of(seed: u64, catalog: &mut Catalog) -> Option<Prepaid> {
        let mut dice = Dice::new(seed ^ STREAM);
        if !dice.chance(40) {
            return None;
        }
        let named = |line: &String| line.split(' ').nth(1).map(str::to_owned);
        let metered = |line: &&String| line.contains(" metered");
        let items: Vec<String> = catalog.lines.iter().filter(metered).filter_map(named).collect();
        for line in &mut catalog.lines {
            let is_sold = line.starts_with("pricing ") && !line.contains(" metered");
            if is_sold && !line.contains(", sells ") && dice.chance(35) {
                line.push_str(&sells(&mut dice, (catalog.currency, &items), &catalog.pricings));
            }
        }
        Some(Prepaid { dice, items, pricings: catalog.pricings.clone(), events: 0 })
    }

    /// Something that happens to credits, now and then.
    pub fn deed(&mut self, teller: &mut Teller) -> Option<String> {
        if !self.dice.chance(22) {
            return None;
        }
        let customer = self.one_of(&teller.catalog.customers)?;
        match self.dice.between(0, 9) {
            0..=3 => Some(self.grant(&customer, teller)),
            4..=5 => Some(self.consume(&customer, teller)),
            6 => Some(format!("revoke {}", self.one_of(&teller.known.credits)?)),
            _ => self.usage(&customer),
        }
    }

    fn grant(&mut self, customer: &str, teller: &Teller) -> String {
        let value = self.value(teller.catalog.currency, 150);
        let mut words = format!("grant {customer} {value}");
        if self.dice.chance(60) {
            let days = i64::try_from(self.dice.between(1, 120)).unwrap_or(1);
            words.push_str(&format!(", until {}", (teller.later)(days)));
        }
        if self.dice.chance(35)
            && let Some(product) = self.one_of(&self.pricings.clone())
        {
            words.push_str(&format!(", for product {product}"));
        }
        if let Some(of) = self.one_of(&teller.known.subscriptions).filter(|_| self.dice.chance(20))
        {
            words.push_str(&format!(", for {of}"));
        }
        if self.dice.chance(25) {
            words.push_str(", pays open");
        }
        words
    }

    fn consume(&mut self, customer: &str, teller: &Teller) -> String {
        let value = self.value(teller.catalog.currency, 40);
        let mut words = format!("consume {customer} {value}");
        if self.dice.chance(20)
            && let Some(credit) = self.one_of(&teller.known.credits)
        {
            words.push_str(&format!(", of {credit}"));
        }
        words
    }

    fn usage(&mut self, customer: &str) -> Option<String> {
        let item = self.one_of(&self.items.clone())?;
        self.events += 1;
        let (units, event) = (self.dice.between(1, 60), self.events);
        Some(format!("use {customer} {item} {units} as prepaid{event}"))
    }

    /// Money, or units where anything is metered.
    fn value(&mut self, currency: &str, most: u64) -> String {
        match self.one_of(&self.items.clone()).filter(|_| self.dice.chance(40)) {
            Some(item) => {
                let (whole, half) = (self.dice.between(0, most), self.dice.pick(&["", ".5"]));
                format!("{whole}{half} units of {item}")
            }
            None => format!("{} {currency}", amount(&mut self.dice, currency, most)),
        }
    }

    fn one_of(&mut self, all: &[String]) -> Option<String> {
        let last = u64::try_from(all.len()).ok()?.checked_sub(1)?;
        all.get(usize::try_from(self.dice.between(0, last)).ok()?).cloned()
    }
}

/// What a pricing sells, for how long, and for which of the pricings' products.
fn sells(dice: &mut Dice, (currency, items): (&str, &[String]), pricings: &[String]) -> String {
    let names: Vec<&str> = items.iter().map(String::as_str).collect();
    let sold = match !names.is_empty() && dice.chance(40) {
        true => format!("{} units of {}", dice.between(1, 90), dice.pick(&names)),
        false => amount_between(dice, currency, (1, 120)),
    };
    let until = dice.pick(&["", " until period end", " until period end", " until term end"]);
    let products: Vec<&str> = pricings.iter().map(String::as_str).collect();
    match dice.chance(25) {
        true => format!(", sells {sold}{until} for {}", dice.pick(&products)),
        false => format!(", sells {sold}{until}"),
    }
}
