//! New subscriptions with everything that one may come with.

use super::Teller;

impl Teller<'_> {
    pub(super) fn subscribe(&mut self) -> String {
        let (customer, wanted) = (self.customer(), self.orders());
        let mut words = format!("subscribe {customer} to {wanted} as {}", self.known.upcoming);
        for option in self.dates().into_iter().chain(self.terms(&wanted)) {
            words.push_str(", ");
            words.push_str(&option);
        }
        words
    }

    fn dates(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        let shift = match self.dice.between(0, 9) {
            0 => -self.days(70),
            1 => self.days(40),
            _ => 0,
        };
        if shift != 0 {
            all.push(format!("from {}", (self.later)(shift)));
        }
        if self.dice.chance(25) {
            let days = shift + self.days(60) - 30;
            all.push(format!("anchor {}", (self.later)(days)));
        }
        if shift < 0 && self.dice.chance(50) {
            all.push("past invoices".to_owned());
        }
        let trial = self.dice.chance(25).then(|| self.days(45));
        match trial {
            Some(days) if self.dice.chance(20) => all.push(format!("trial {days} days")),
            Some(days) => all.push(format!("trial until {}", (self.later)(shift + days))),
            None => {}
        }
        let paid = shift + trial.unwrap_or(0);
        // The interface has one date for both ends.
        if trial.is_none() && self.dice.chance(20) {
            let days = paid + self.days(200);
            all.push(format!("until {}", (self.later)(days)));
        }
        if self.dice.chance(6) {
            let days = paid + self.days(200);
            all.push(format!("renewal {}", (self.later)(days)));
        }
        if self.dice.chance(10) {
            let (wanted, days) = (self.orders(), shift.max(0) + self.days(120));
            let once = if self.dice.chance(20) { self.once() } else { String::new() };
            let with = if once.is_empty() { "" } else { " with " };
            all.push(format!("then {wanted}{with}{once} on {}", (self.later)(days)));
        }
        if self.dice.chance(12) {
            all.push(format!("with {}", self.once()));
        }
        all
    }

    fn terms(&mut self, wanted: &str) -> Vec<String> {
        let mut all = Vec::new();
        if self.dice.chance(15) {
            all.push("not renewing".to_owned());
        }
        if self.dice.chance(15) {
            let term = self.dice.pick(&["month", "2 months", "quarter", "year"]);
            all.push(format!("term {term}"));
        }
        if self.dice.chance(10) {
            all.push("charged automatically".to_owned());
        }
        if self.dice.chance(10) {
            all.push(format!("due {} days", self.dice.between(0, 45)));
        }
        if self.dice.chance(15) {
            all.push(format!("grace {} days", self.dice.between(1, 6)));
        }
        if self.dice.chance(12) {
            all.push(format!("minimum {}", self.amount(250)));
        }
        for chance in [25, 10] {
            if self.dice.chance(chance) {
                all.push(self.off(wanted));
            }
        }
        all
    }

    /// Some of the pricings, at least one.
    pub(super) fn orders(&mut self) -> String {
        let mut orders: Vec<String> = Vec::new();
        for pricing in &self.catalog.pricings {
            if orders.is_empty() || self.dice.chance(30) {
                orders.push(self.order(pricing));
            }
        }
        if orders.len() > 1 && self.dice.chance(50) {
            orders.remove(0);
        }
        orders.join(" + ")
    }

    fn order(&mut self, pricing: &String) -> String {
        let mut words = pricing.clone();
        if self.dice.chance(50) {
            words.push_str(&format!(" x{}", self.dice.between(1, 9)));
        }
        if self.catalog.custom.contains(pricing) && self.dice.chance(60) {
            words.push_str(&format!(" at {}", self.amount(50)));
        }
        words
    }

    /// Something off what is ordered.
    pub(super) fn off(&mut self, wanted: &str) -> String {
        let mut words = match self.dice.between(0, 2) {
            0 => format!("{}% off", self.dice.between(0, 100)),
            1 => format!("{} off", self.amount(40)),
            _ => format!("{} off per unit", self.amount(5)),
        };
        let ordered = wanted.split(" + ").filter_map(|order| order.split(' ').next());
        let ordered: Vec<String> = ordered.map(str::to_owned).collect();
        if let Some(pricing) = self.pick(&ordered).filter(|text| !text.is_empty())
            && self.dice.chance(25)
        {
            // Each has a product and a component of its own name.
            words.push_str(&match self.dice.between(0, 3) {
                0 => format!(" of product {pricing}"),
                1 => format!(" of {pricing}/{pricing}"),
                _ => format!(" of {pricing}"),
            });
        }
        if self.dice.chance(20) {
            words.push_str(&format!(" at most {}", self.amount(15)));
        }
        if self.dice.chance(40) {
            words.push_str(&format!(" until {}", self.in_days(120)));
        }
        words
    }
}
