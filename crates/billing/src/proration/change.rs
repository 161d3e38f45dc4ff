//! The lines of a change in the middle of a period: the unused share of the old lines comes back,
//! the remaining share of the new ones is charged. The day of the change belongs to the new state.

use calendar::{CalendarError, Measure, Period, Share, Timestamp, Zone};
use money::{Amount, AmountError};

use super::prorate;

/// A line that the change touches, at its full amount for the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeLine {
    pub full: Amount,
    pub side: Side,
    /// One-time charges are not prorated.
    pub one_time: bool,
}

/// Which state a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Old,
    New,
}

/// Why the lines of a change could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    #[error(transparent)]
    Amount(#[from] AmountError),
}

/// The amounts of the lines of a change at an instant of a period, in their order.
pub fn change(
    lines: &[ChangeLine],
    at: Timestamp,
    period: Period,
    measure: Measure,
    zone: &Zone,
) -> Result<Vec<Amount>, ChangeError> {
    let remaining = Share::remaining(at, period, measure, zone)?;
    let amount = |line: &ChangeLine| -> Result<Amount, ChangeError> {
        let share = if line.one_time { Share::FULL } else { remaining };
        let part = prorate(line.full, share)?;
        match line.side {
            Side::Old => Ok(part.checked_neg()?),
            Side::New => Ok(part),
        }
    };
    lines.iter().map(amount).collect()
}
