//! How far a subscription is billed: which periods are open, what was billed for them in advance,
//! and what later periods have to know of earlier ones.

use calendar::{Measure, Period, Span, Timestamp};
use money::{Amount, Ratio};
use serde::{Deserialize, Serialize};

use crate::pricing::Carryover;

/// The progress of all components, plan by plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub places: Vec<Place>,
    /// Per plan: what was billed in arrears since its running minimum period began.
    pub counted: Vec<Ratio>,
    /// The same for the whole subscription.
    pub counted_all: Ratio,
    /// The last billing date that made an invoice, and how many its local day has.
    #[serde(with = "calendar::micros::paired", default, skip_serializing_if = "Option::is_none")]
    pub day: Option<(Timestamp, u32)>,
}

/// The progress of one component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The running period, once there is one.
    pub open: Option<Open>,
    /// The last two advances: a minimum of a shorter period may need the one before.
    pub advances: Vec<Advance>,
    #[serde(default, skip_serializing_if = "Carryover::is_empty")]
    pub carryover: Carryover,
    /// Spending above earlier minimums that counts towards the next one.
    #[serde(default, skip_serializing_if = "Ratio::is_zero")]
    pub pulled: Ratio,
    /// What was spent so far of a minimum over a whole term.
    #[serde(default, skip_serializing_if = "Ratio::is_zero")]
    pub spent: Ratio,
    /// Time that was left unbilled on purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Period>,
}

/// A running period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    pub span: Span,
    /// How its shares are counted, settled when it began.
    pub measure: Measure,
}

/// What was billed in advance for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    pub period: Period,
    pub amount: Amount,
}

impl Progress {
    /// Takes over what usage moved, from the same subscription an instant ago; periods stay.
    pub fn count_on(&mut self, from: &Progress) {
        let same =
            self.places.len() == from.places.len() && self.counted.len() == from.counted.len();
        if !same {
            return;
        }
        self.counted.clone_from(&from.counted);
        self.counted_all.clone_from(&from.counted_all);
        for (own, from) in self.places.iter_mut().zip(&from.places) {
            own.carryover.clone_from(&from.carryover);
            own.pulled.clone_from(&from.pulled);
            own.spent.clone_from(&from.spent);
        }
    }
}

impl Place {
    pub fn advanced(&mut self, advance: Advance) {
        if self.advances.len() >= 2 {
            self.advances.remove(0);
        }
        self.advances.push(advance);
    }

    /// Leaves a period unbilled; one that follows the last joins it.
    pub fn skip(&mut self, period: Period) {
        match self.skipped.last_mut() {
            Some(last) if last.end == period.start => last.end = period.end,
            _ => self.skipped.push(period),
        }
    }

    /// What was billed in advance for exactly this period.
    pub fn advance_for(&self, period: Period) -> Option<Amount> {
        self.advances.iter().find(|own| own.period == period).map(|own| own.amount)
    }

    /// What was billed in advance for the period that begins at an instant.
    pub fn advanced_from(&self, start: Timestamp) -> Option<Amount> {
        self.advances.iter().find(|own| own.period.start == start).map(|own| own.amount)
    }
}
