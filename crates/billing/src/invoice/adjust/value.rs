//! What usage that was noticed later makes of a line that was billed: more, or less.

use calendar::Share;
use money::{Amount, AmountError, Ratio, Rounding};
use serde::{Deserialize, Serialize};

/// What a line that was billed is by usage that was noticed later, before discounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjusts {
    /// The metered value that it was billed by.
    pub was: Ratio,
    pub now: Ratio,
    /// What was billed, with what was missing of minimums and what was adjusted before.
    #[serde(with = "money::compact")]
    pub billed: Amount,
    /// What it comes to now.
    #[serde(with = "money::compact")]
    pub due: Amount,
    /// The net of an advance that it is beyond, which stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advance: Option<Amount>,
}

impl Adjusts {
    /// What comes on top is discounted where it is billed. Of what comes back, discounts were taken
    /// off already: it is the same part of what is left of the line after them.
    pub(crate) fn value(&self, left: Amount) -> Result<(Ratio, Amount), AmountError> {
        let more = self.due.checked_sub(self.billed)?;
        let left = self.beyond(left)?;
        let exact = match self.part_back() {
            Some(part) if more.is_negative() => -(left.or_zero().major() * part.ratio()),
            _ => more.major(),
        };
        let amount = exact.to_minor(more.currency, Rounding::HalfAwayFromZero)?;
        Ok((exact, amount))
    }

    /// What is left of what may come back.
    pub(crate) fn beyond(&self, left: Amount) -> Result<Amount, AmountError> {
        self.advance.map_or(Ok(left), |advance| left.checked_sub(advance))
    }

    /// The part of what was billed that comes back.
    pub fn part_back(&self) -> Option<Share> {
        let less = self.billed.minor.checked_sub(self.due.minor)?;
        Share::new(less, self.billed.minor).ok().filter(|_| less > 0)
    }
}
