//! Long lives: a few subscriptions that are changed and paid again and again before they end.

use super::Teller;

impl Teller<'_> {
    pub(super) fn long_deed(&mut self) -> Option<String> {
        let few = self.known.subscriptions.len() < 2;
        if few && (self.known.subscriptions.is_empty() || self.dice.chance(10)) {
            return Some(self.subscribe());
        }
        let subscription = self.pick(&self.known.subscriptions)?;
        let invoice = self.pick(&self.known.invoices);
        let words = match self.dice.between(0, 99) {
            0..=1 => self.subscribe(),
            2..=8 => "advance".to_owned(),
            9..=26 => self.pay(&invoice?),
            27..=30 => format!("void {}", invoice?),
            31 => format!("reissue {}", invoice?),
            32 => self.grant(),
            33..=34 => self.charge(),
            35..=41 => format!("bill next {subscription}"),
            42..=84 => self.change(&subscription),
            85..=93 => self.cancel(&subscription),
            94..=97 => format!("undo cancel {subscription}"),
            98 => self.pause(&subscription),
            _ => format!("resume {subscription}"),
        };
        Some(words)
    }
}
