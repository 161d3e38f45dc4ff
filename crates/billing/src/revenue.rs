//! When revenue is recognized. What is recognized and what is still deferred always add up to
//! what was invoiced; nothing here posts anything.

use calendar::{Measure, Period, Share, Timestamp, Zone};
use money::{Amount, AmountError, Price, Ratio, Rounding};

use crate::fault::Faults;
use crate::field::Field;

/// How the net of a line becomes revenue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Recognition {
    /// All of it when the invoice is issued.
    Immediate,
    /// By the days of the line's period that have begun to pass.
    #[default]
    Ratable,
    /// By fixed amounts in major units, one at the start of each period; the last period takes
    /// what the amounts leave.
    Scheduled(Vec<Price>),
}

/// What has become revenue and what has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognized {
    pub recognized: Amount,
    pub deferred: Amount,
}

/// A line whose revenue is recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferral {
    pub net: Amount,
    pub issued: Timestamp,
    pub period: Period,
    /// The starts of the scheduled periods; only [`Recognition::Scheduled`] looks at them.
    pub starts: Vec<Timestamp>,
}

impl Recognition {
    /// The state of a line at an instant.
    pub fn at(
        &self,
        line: &Deferral,
        instant: Timestamp,
        zone: &Zone,
    ) -> Result<Recognized, AmountError> {
        let recognized = match self {
            _ if instant < line.issued => Amount::zero(line.net.currency),
            Recognition::Immediate => line.net,
            Recognition::Ratable => ratable(line, instant, zone)?,
            Recognition::Scheduled(amounts) => scheduled(line, amounts, instant)?,
        };
        Ok(Recognized { recognized, deferred: line.net.checked_sub(recognized)? })
    }
}

fn ratable(line: &Deferral, at: Timestamp, zone: &Zone) -> Result<Amount, AmountError> {
    let rest = match Share::remaining(at, line.period, Measure::LocalDays, zone) {
        Ok(rest) => rest.ratio(),
        // A period within one day is over when it has begun.
        Err(_) if at >= line.period.start => Ratio::ZERO,
        Err(_) => Ratio::ONE,
    };
    let passed = Ratio::ONE - rest;
    (line.net.major() * passed).to_minor(line.net.currency, Rounding::HalfAwayFromZero)
}

/// Cumulative, so that each period's part is the difference of two rounded sums.
fn scheduled(line: &Deferral, amounts: &[Price], at: Timestamp) -> Result<Amount, AmountError> {
    let begun = line.starts.iter().filter(|start| **start <= at).count();
    if begun >= amounts.len() || at >= line.period.end {
        return Ok(line.net);
    }
    let sum: Ratio = amounts.iter().take(begun).map(Price::ratio).sum();
    let whole = line.net.major();
    let signed = if whole.is_negative() { (-sum).max(whole) } else { sum.min(whole) };
    signed.to_minor(line.net.currency, Rounding::HalfAwayFromZero)
}

#[derive(Clone, Copy)]
enum Named {
    Immediate,
    Ratable,
    Scheduled,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Recognition> {
    let names = [
        ("IMMEDIATE", Named::Immediate),
        ("RATABLE", Named::Ratable),
        ("SCHEDULED", Named::Scheduled),
    ];
    match field.get("recognition_schedule_type").choice(&names, faults)? {
        Named::Immediate => Some(Recognition::Immediate),
        Named::Ratable => Some(Recognition::Ratable),
        Named::Scheduled => {
            let items = field.get("amount_per_period").items(faults);
            let amounts = items.iter().filter_map(|item| item.price(faults)).collect();
            Some(Recognition::Scheduled(amounts))
        }
    }
}
