//! Changes and cancels of every timing.

use super::Teller;

impl Teller<'_> {
    /// When something takes effect.
    fn when(&mut self) -> String {
        match self.dice.between(0, 6) {
            0..=3 => "now".to_owned(),
            4 => "at period end".to_owned(),
            5 => "at renewal".to_owned(),
            _ => format!("on {}", self.in_days(80)),
        }
    }

    pub(super) fn change(&mut self, subscription: &str) -> String {
        let when = self.when();
        // Some change nothing but the terms.
        let wanted = if self.dice.chance(92) { self.orders() } else { String::new() };
        let mut words = match wanted.is_empty() {
            false => format!("change {subscription} to {wanted} {when}"),
            true => format!("change {subscription} {when}"),
        };
        let prorations = ["", ", prorate now", ", prorate now", ", prorate next", ", no proration"];
        words.push_str(self.dice.pick(&prorations));
        let mut option = |chance: u64, of: &[&str]| {
            if self.dice.chance(chance) {
                words.push_str(self.dice.pick(of));
            }
        };
        option(5, &[", entitled seats 9", ", entitled sso true, entitled most 1.5"]);
        option(8, &[", reset anchor"]);
        option(8, &[", term quarter", ", term year from then", ", term month"]);
        option(6, &[", not renewing", ", renewing"]);
        option(4, &[", charged automatically", ", not charged"]);
        if self.dice.chance(8) {
            words.push_str(&match self.dice.between(0, 4) {
                0 => ", no trial".to_owned(),
                1 => ", still in trial".to_owned(),
                _ => format!(", trial {} days", self.dice.between(2, 45)),
            });
        }
        if self.dice.chance(8) {
            words.push_str(&format!(", minimum {}", self.amount(250)));
        } else if self.dice.chance(3) {
            words.push_str(", no minimum");
        }
        if self.dice.chance(12) {
            words.push_str(&format!(", {}", self.off(&wanted)));
        }
        if self.dice.chance(10) {
            words.push_str(&format!(", with {}", self.once()));
        }
        words
    }

    pub(super) fn cancel(&mut self, subscription: &str) -> String {
        let mut words = format!("cancel {subscription} {}", self.when());
        match self.dice.between(0, 9) {
            0..=3 => words.push_str(", refund prorated"),
            4..=5 => words.push_str(", refund full"),
            6 => words.push_str(&format!(", refund {}", self.amount(30))),
            7 => words.push_str(", charge the rest"),
            _ => {}
        }
        if self.dice.chance(15) {
            words.push_str(", void pending");
        }
        words
    }
}
