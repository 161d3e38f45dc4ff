//! The time that an estimate is for: a first full period, or a part of one.

use billing::pricing::ItemPricing;
use calendar::{Anchor, CalendarError, Grid, Measure, Period, Share, Term, Timestamp, Zone};
use records::Moment;
use records::catalog::estimate::EstimateRequest;
use records::company::ProrationUnit;

use crate::{Failure, Refusal, Session};

pub(super) struct Dates {
    /// What periods are counted from.
    anchor: Anchor,
    /// The part of a period that is asked for; absent for a whole one.
    part: Option<Period>,
    measure: Measure,
}

/// The part of a period of a component, and how many full ones came before it.
pub(super) struct Served {
    pub share: Share,
    pub before: usize,
}

impl Dates {
    pub fn new(session: &Session<'_, '_>, request: &EstimateRequest) -> Result<Dates, Failure> {
        let company = session.company();
        let zone: Zone = company.preferred_timezone.parse().map_err(|e: CalendarError| {
            Failure::from(store::Error::Broken(format!("a company's time zone: {e}")))
        })?;
        let part = request.period.as_ref().map(|asked| {
            if asked.end_date <= asked.start_date {
                return Err(refuse("before_start", "The end must be after the start."));
            }
            Ok(Period { start: instant(asked.start_date)?, end: instant(asked.end_date)? })
        });
        let part = part.transpose()?;
        let anchor = match (request.at, part) {
            (Some(at), _) => instant(at)?,
            (None, Some(part)) => part.start,
            (None, None) => instant(session.now())?,
        };
        let measure = match company.proration_unit {
            ProrationUnit::Day => Measure::LocalDays,
            ProrationUnit::Second => Measure::Seconds,
        };
        Ok(Dates { anchor: Anchor::new(anchor, zone), part, measure })
    }

    /// The part of a period of this term that is asked for; one-time prices have no term.
    pub fn served(&self, term: Option<Term>) -> Result<Served, Refusal> {
        let Some(part) = self.part else { return Ok(Served { share: Share::FULL, before: 0 }) };
        let term = term.ok_or_else(|| refuse("no_period", "A one-time price has none."))?;
        let grid = self.grid(term)?;
        let whole = grid.period_containing(part.start).map_err(out_of_range)?;
        if part.end > whole.end {
            let detail = format!("The period of this pricing ends at {}.", whole.end);
            return Err(refuse("too_long", &detail));
        }
        if part == whole {
            return Ok(Served { share: Share::FULL, before: before(&grid, part)? });
        }
        let share = Share::of(part, whole, grid.measure(self.measure), self.anchor.zone());
        Ok(Served { share: share.map_err(out_of_range)?, before: 0 })
    }

    /// How many terms of a schedule of minimums came before what is asked for.
    pub fn scheduled(&self, pricing: &ItemPricing, term: Option<Term>) -> Result<usize, Refusal> {
        let (Some(part), Some(schedule)) = (self.part, &pricing.minimum_schedule) else {
            return Ok(0);
        };
        match schedule.term.or(term) {
            Some(term) => before(&self.grid(term)?, part),
            None => Ok(0),
        }
    }

    /// What of an advance for a period of a term counts towards a minimum for a shorter one: its
    /// days in the first of these.
    pub fn counted(&self, term: Option<Term>, shortest: Option<Term>) -> Result<Share, Refusal> {
        let (None, Some(longer), Some(shorter)) = (self.part, term, shortest) else {
            return Ok(Share::FULL);
        };
        if longer == shorter {
            return Ok(Share::FULL);
        }
        let first =
            |term| self.grid(term)?.period_containing(self.anchor.instant()).map_err(out_of_range);
        let (longer, shorter) = (first(longer)?, first(shorter)?);
        match longer.overlap(shorter) {
            Some(shared) if shared != longer => {
                let share = Share::of(shared, longer, Measure::LocalDays, self.anchor.zone());
                share.map_err(out_of_range)
            }
            _ => Ok(Share::FULL),
        }
    }

    fn grid(&self, term: Term) -> Result<Grid, Refusal> {
        Grid::new(self.anchor.clone(), term).map_err(out_of_range)
    }
}

/// How many full periods came before; none before the anchor.
fn before(grid: &Grid, part: Period) -> Result<usize, Refusal> {
    let index = grid.index_at(part.start).map_err(out_of_range)?;
    usize::try_from(index.max(0)).map_err(|_| out_of_range(CalendarError::OutOfRange))
}

fn instant(at: Moment) -> Result<Timestamp, Refusal> {
    let instant = Timestamp::from_microsecond(at.micros());
    instant.map_err(|_| out_of_range(CalendarError::OutOfRange))
}

fn out_of_range(_: CalendarError) -> Refusal {
    refuse("range", "These dates cannot be counted with.")
}

fn refuse(code: &str, detail: &str) -> Refusal {
    Refusal::invalid("/period", code, detail)
}
