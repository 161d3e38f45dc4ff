//! A rollup as the core takes it and as its row has it.

use billing::customer::{Customer, Rollup, RollupRun};
use calendar::{Frequency, Term};
use records::Moment;
use records::customer::RollupConfig;

use super::{Unreadable, instant};

/// An active rollup, with its dates in this zone.
pub(crate) fn rollup(
    zone: &str,
    config: &RollupConfig,
    (run, ends): (store::billed::RollupRun, Option<Moment>),
) -> Result<Rollup, Unreadable> {
    let missing = || Unreadable::Missing("a rollup has no start".to_owned());
    let days = config.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok());
    let last = match run.at {
        Some(at) => Some(RollupRun {
            at: instant(at)?,
            parts: u32::try_from(run.parts).unwrap_or(u32::MAX),
        }),
        None => None,
    };
    Ok(Rollup {
        start: instant(config.start_date.ok_or_else(missing)?)?,
        zone: zone.parse()?,
        term: Term::every(config.frequency.unwrap_or(Frequency::Month)),
        auto_charges: config.auto_charges.unwrap_or(false),
        due_days: days,
        last,
        ends: ends.map(instant).transpose()?,
    })
}

/// When the rollup of a payer last made invoices, where it has an active one.
pub(crate) fn rollup_run(payer: &Customer) -> Option<store::billed::RollupRun> {
    let last = payer.rollup.as_ref()?.last;
    Some(store::billed::RollupRun {
        at: last.map(|last| last.at.into()),
        parts: last.map_or(0, |last| last.parts.into()),
    })
}
