//! The log of a credit. What is left of a credit is the sum of its log, always, and never below
//! zero.

use money::Ratio;
use serde::{Deserialize, Serialize};

/// What happened to a credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Action {
    Issued,
    Restored,
    Applied,
    Consumed,
    Expired,
    Revoked,
}

/// One line of the log; amounts are positive, whatever the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub action: Action,
    pub amount: Ratio,
}

/// Why a log is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    #[error("entry {0} has an amount below zero")]
    Negative(usize),
    #[error("entry {0} takes more than is left")]
    Overdrawn(usize),
}

impl Action {
    pub fn adds(self) -> bool {
        matches!(self, Action::Issued | Action::Restored)
    }
}

/// What is left after all entries.
pub fn balance(log: &[Entry]) -> Result<Ratio, LogError> {
    let mut left = Ratio::ZERO;
    for (place, entry) in log.iter().enumerate() {
        if entry.amount.is_negative() {
            return Err(LogError::Negative(place));
        }
        match entry.action.adds() {
            true => left += &entry.amount,
            false => left -= &entry.amount,
        }
        if left.is_negative() {
            return Err(LogError::Overdrawn(place));
        }
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_adds_up_and_never_overdraws() {
        let entry = |action, amount: i64| Entry { action, amount: amount.into() };
        let mut log = vec![entry(Action::Issued, 100), entry(Action::Applied, 30)];
        assert_eq!(balance(&log), Ok(Ratio::from(70)));
        log.push(entry(Action::Consumed, 71));
        assert_eq!(balance(&log), Err(LogError::Overdrawn(2)));
        log.pop();
        log.extend([entry(Action::Restored, 30), entry(Action::Expired, 100)]);
        assert_eq!(balance(&log), Ok(Ratio::ZERO));
        assert_eq!(balance(&[entry(Action::Issued, -1)]), Err(LogError::Negative(0)));
    }
}
