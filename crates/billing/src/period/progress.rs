//! How far a component is billed: which period is open, what was billed for it in advance, and what
//! later periods have to know of earlier ones.

use calendar::{CalendarError, Measure, Period, Share, Span, Timestamp, Zone};
use money::{Amount, Ratio, Rounding};
use serde::{Deserialize, Serialize};

use crate::pricing::Carryover;

/// The progress of one component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentProgress {
    /// The running period, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<RunningPeriod>,
    /// When the first period begins of what a change added for later.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<Timestamp>,
    /// From when on it is billed, where a change added it.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// The last two advances: a minimum of a shorter period may need the one before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
pub struct RunningPeriod {
    pub span: Span,
    /// How its shares are counted, settled when it began.
    pub measure: Measure,
    /// What is served of it, where a change added the component or removed it inside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Period>,
    /// Whether it was billed elsewhere: it ran when the customer was taken over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
}

/// What was billed in advance for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    pub period: Period,
    #[serde(with = "money::compact")]
    pub amount: Amount,
}

impl RunningPeriod {
    /// All of a span, from its start to its end.
    pub fn new(span: Span, measure: Measure) -> RunningPeriod {
        RunningPeriod { span, measure, part: None, elsewhere: false }
    }

    /// The time that is billed.
    pub fn served(&self) -> Period {
        self.part.unwrap_or(self.span.period)
    }

    /// The part of the grid period that is billed.
    pub fn share(&self, zone: &Zone) -> Result<Share, CalendarError> {
        Share::of(self.served(), self.span.grid, self.measure, zone)
    }

    /// What is served of it before an instant, if anything is.
    pub fn until(self, at: Timestamp) -> Option<RunningPeriod> {
        let served = self.served();
        let part = Period::new(served.start, served.end.min(at)).ok()?;
        Some(RunningPeriod { part: Some(part), ..self })
    }

    /// The same as a last stub that ends at an instant.
    pub fn ended(self, at: Timestamp) -> Option<RunningPeriod> {
        let mut running = self.until(at)?;
        running.span.period.end = at.min(running.span.period.end);
        Some(running)
    }

    /// The time that a minimum is asked for: from when the pricing was on, to when it went.
    pub fn asked(&self) -> Period {
        Period { start: self.span.period.start, end: self.served().end }
    }
}

impl ComponentProgress {
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

    /// What was billed in advance for what is served of a period, by its share where that was cut.
    pub fn advance_within(
        &self,
        running: &RunningPeriod,
        zone: &Zone,
    ) -> Result<Option<Amount>, money::AmountError> {
        let served = running.served();
        let exact = self.advance_for(served);
        let around = |advance: &&Advance| {
            advance.period.start == served.start && advance.period.end > served.end
        };
        let around = self.advances.iter().find(around).filter(|_| exact.is_none());
        let Some(around) = around else { return Ok(exact) };
        let used = Share::of(served, around.period, running.measure, zone);
        let used = used.map_or(Ratio::ZERO, |share| share.ratio());
        let exact = around.amount.major() * used;
        Ok(Some(exact.to_minor(around.amount.currency, Rounding::HalfAwayFromZero)?))
    }

    /// What was left unbilled before an instant; nothing of what a change added for later.
    pub fn skipped_until(&self, at: Timestamp) -> Vec<Period> {
        if self.from.is_some() && self.opens.is_some() {
            return Vec::new();
        }
        let until = |period: &Period| Period::new(period.start, period.end.min(at)).ok();
        self.skipped.iter().filter_map(until).collect()
    }

    /// When its next period ends or begins.
    pub fn next(&self) -> Option<Timestamp> {
        self.running.map(|running| running.span.period.end).or(self.opens)
    }

    /// What was billed in advance for exactly this period.
    pub fn advance_for(&self, period: Period) -> Option<Amount> {
        self.advances.iter().find(|advance| advance.period == period).map(|known| known.amount)
    }

    /// Until when the time from an instant on was billed before it came.
    pub fn billed_through(&self, at: Timestamp) -> Option<Timestamp> {
        let advances = self.advances.iter().map(|advance| advance.period);
        advances.filter(|period| period.start <= at && at < period.end).map(|known| known.end).max()
    }
}
