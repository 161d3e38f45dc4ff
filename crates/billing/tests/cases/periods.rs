//! Period cases: boundaries from an anchor, first boundaries and periods around a target.

use billing::definition::Value;
use calendar::{Anchor, Grid, Span, Timestamp};

use crate::Answer;
use crate::read::{grid, grid_on_day, instant, integer, like, said, term, zone};

/// More periods than any published case has; a case with more is an error and not a long wait.
const MOST_PERIODS: usize = 100_000;

/// The parts of periods that a service from start to end has, one after the other.
pub fn spans(grid: &Grid, start: Timestamp, end: Timestamp) -> Result<Vec<Span>, String> {
    let (mut spans, mut at) = (Vec::new(), start);
    while at < end {
        if spans.len() == MOST_PERIODS {
            return Err(format!("more than {MOST_PERIODS} periods"));
        }
        let span = grid.span_at(at, start, Some(end)).map_err(said)?;
        at = span.period.end;
        spans.push(span);
    }
    Ok(spans)
}

/// Boundary zero, in the month of the start, else the next one that is not before the start.
fn first_from(grid: &Grid, start: Timestamp) -> Result<Timestamp, String> {
    let zero = grid.boundary(0).map_err(said)?;
    if zero < start { grid.next_boundary_from(start).map_err(said) } else { Ok(zero) }
}

pub fn sequence(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let grid = grid(inputs, "anchor", &zone)?;
    let mut dates = Vec::new();
    for n in 0..integer(inputs, "n")? {
        dates.push(like(inputs, "anchor", grid.boundary(n).map_err(said)?, &zone));
    }
    Ok(vec![("dates", Value::List(dates))])
}

pub fn next_date(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let grid = grid(inputs, "anchor", &zone)?;
    let current = instant(inputs, "current_start", &zone)?;
    let next = grid.next_boundary_after(current).map_err(said)?;
    Ok(vec![("next", like(inputs, "current_start", next, &zone))])
}

pub fn first_boundary(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let start = instant(inputs, "start", &zone)?;
    let first = first_from(&grid_on_day(inputs, &zone)?, start)?;
    Ok(vec![("first", like(inputs, "start", first, &zone))])
}

pub fn period_containing(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let grid = grid_on_day(inputs, &zone)?;
    let start = instant(inputs, "start", &zone)?;
    let target = instant(inputs, "target", &zone)?;
    let first = first_from(&grid, start)?;
    // Before the first boundary there is one stub; a start on that boundary has none.
    let (from, to) = match target.max(start) < first {
        true => (start, first),
        false => {
            let span: Span = grid.span_at(target, start, None).map_err(said)?;
            (span.period.start, span.period.end)
        }
    };
    let written = |instant| like(inputs, "start", instant, &zone);
    Ok(vec![("start", written(from)), ("end", written(to))])
}

pub fn local_periods(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let (start, end) = (instant(inputs, "start", &zone)?, instant(inputs, "end", &zone)?);
    let anchor = match inputs.get("anchor") {
        Value::Null => start,
        _ => instant(inputs, "anchor", &zone)?,
    };
    let grid = Grid::new(Anchor::new(anchor, zone.clone()), term(inputs)?).map_err(said)?;
    let spans = spans(&grid, start, end)?;
    let ends = spans.iter().map(|span| like(inputs, "start", span.period.end, &zone));
    Ok(vec![("ends", Value::List(ends.collect()))])
}
