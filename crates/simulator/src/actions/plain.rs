//! Worlds that the naive model follows in all they do: plain prices, whole days, changes and
//! cancels at once and by share.

use super::Teller;

impl Teller<'_> {
    pub(super) fn plain_deed(&mut self) -> Option<String> {
        let subscription = self.pick(&self.known.subscriptions);
        let invoice = self.pick(&self.known.invoices);
        let words = match self.dice.between(0, 99) {
            0..=17 => self.plain_subscribe(),
            18..=29 => "advance".to_owned(),
            30..=69 => self.plain_change(&subscription?),
            70..=77 => self.plain_cancel(&subscription?),
            78..=89 => self.pay(&invoice?),
            90..=94 => self.grant(),
            _ => self.set(&subscription?),
        };
        Some(words)
    }

    fn plain_subscribe(&mut self) -> String {
        let (customer, wanted) = (self.customer(), self.orders());
        let mut words = format!("subscribe {customer} to {wanted} as {}", self.known.upcoming);
        let shift = match self.dice.between(0, 9) {
            0..=1 => -self.days(70),
            2 => self.days(40),
            _ => 0,
        };
        if shift != 0 {
            words.push_str(&format!(", from {}", (self.later)(shift)));
        }
        if shift < 0 && self.dice.chance(50) {
            words.push_str(", past invoices");
        }
        if self.dice.chance(35) {
            let days = shift + self.days(60) - 30;
            words.push_str(&format!(", anchor {}", (self.later)(days)));
        }
        let trial = if self.dice.chance(15) { self.days(40) } else { 0 };
        if trial > 0 {
            words.push_str(&format!(", trial until {}", (self.later)(shift + trial)));
        }
        if trial == 0 && self.dice.chance(20) {
            let days = shift + self.days(200);
            words.push_str(&format!(", until {}", (self.later)(days)));
        }
        if self.dice.chance(25) {
            words.push_str(&format!(", {}", self.off(&wanted)));
        }
        words
    }

    fn plain_change(&mut self, subscription: &str) -> String {
        let wanted = self.orders();
        let mut words = format!("change {subscription} to {wanted} now, prorate now");
        if self.dice.chance(8) {
            words.push_str(&format!(", {}", self.off(&wanted)));
        }
        words
    }

    fn plain_cancel(&mut self, subscription: &str) -> String {
        let refund =
            self.dice.pick(&[", refund prorated", ", refund prorated", ", refund full", ""]);
        format!("cancel {subscription} now{refund}")
    }
}
