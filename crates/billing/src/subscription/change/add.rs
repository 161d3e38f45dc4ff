//! Putting a component on: at once for the rest of its period, with the billing date of the same
//! instant, or at the next boundary where the running period is left as it is.

use std::sync::Arc;

use calendar::{Grid, Period, Timestamp};

use crate::invoice::pending_lines;
use crate::period::{Advance, ComponentProgress, Priced, RunningPeriod};
use crate::pricing::{ChargeType, ProrationType};
use crate::refusal::Refusal;
use crate::subscription::change::components::ComponentChange;

impl ComponentChange<'_> {
    /// The progress of a component that comes, or whose configuration is another.
    pub(crate) fn add(
        &mut self,
        priced: &Priced,
        old: Option<&ComponentProgress>,
    ) -> Result<ComponentProgress, Refusal> {
        let mut resumed = self.resumed.iter();
        if let Some((_, progress)) = resumed.find(|(known, _)| known.id == priced.component.id) {
            return Ok(progress.clone());
        }
        let mut progress = match old {
            Some(old) => ComponentProgress {
                // What was added for later begins now, or later still.
                from: old.from.map(|from| if old.opens.is_some() { self.at } else { from }),
                skipped: old.skipped_until(self.at),
                pulled: old.pulled.clone(),
                spent: old.spent.clone(),
                ..ComponentProgress::default()
            },
            None => ComponentProgress { from: Some(self.at), ..ComponentProgress::default() },
        };
        if let Some(handed) = self.take_over(priced) {
            self.carry_on(priced, &mut progress, handed)?;
            return Ok(progress);
        }
        let opens = self.opens(priced)?;
        if let Some(opens) = opens {
            progress.opens = Some(opens);
            progress.skipped = old.map(|old| old.skipped_until(opens)).unwrap_or_default();
            progress.from = progress.from.map(|from| if from == self.at { opens } else { from });
            return Ok(progress);
        }
        self.open(priced, &mut progress)?;
        Ok(progress)
    }

    /// When the first period begins, where that is not a matter of this change.
    fn opens(&self, priced: &Priced) -> Result<Option<Timestamp>, Refusal> {
        if self.change.wanted.reset_anchor {
            return Ok(None);
        }
        let grid = priced.subscription.grid(priced.component.term)?;
        let metric = priced.component.metric.as_ref();
        // It follows itself, or what priced the same usage.
        let before = self.ending.iter().filter(|ending| {
            let itself = ending.component.id == priced.component.id;
            itself || (metric.is_some() && ending.component.metric.as_ref() == metric)
        });
        if let Some(until) = before.map(|known| known.until).max() {
            return Ok(Some(until));
        }
        let unprorated = priced.component.pricing.proration_type == ProrationType::None;
        if self.leaves() || unprorated {
            let boundary = match self.bills_now {
                true => grid.next_boundary_from(self.at)?,
                false => grid.next_boundary_after(self.at)?,
            };
            let paid = self.ending.iter().map(|ending| ending.until).max();
            return Ok(Some(paid.map_or(boundary, |paid| paid.min(boundary))));
        }
        let begins = self.bills_now && grid.next_boundary_from(self.at)? == self.at;
        Ok(begins.then_some(self.at))
    }

    /// Begins the rest of the running period, or a full one where the anchor is new.
    fn open(&mut self, priced: &Priced, progress: &mut ComponentProgress) -> Result<(), Refusal> {
        let after = priced.subscription;
        let grid = after.grid(priced.component.term)?;
        let since = priced.since.max(after.served_from());
        let span = grid.span_at(self.at, since, after.known_end())?;
        let measure = self.measure(&grid, span.grid);
        let part = Period::new(self.at, span.period.end)?;
        let part = Some(part).filter(|part| *part != span.period);
        let running = RunningPeriod { span, measure, part, elsewhere: false };
        progress.running = Some(running);
        if priced.component.charge_type() == ChargeType::PostOnly {
            return Ok(());
        }
        let period = running.served();
        let elsewhere = self.snapshot.customer_of(self.subscription)?.managed_externally;
        if elsewhere || self.is_waived(span.grid.start) {
            progress.skip(period);
            return Ok(());
        }
        let line = match self.change.wanted.reset_anchor {
            true => priced.advance(running)?,
            false => priced.remainder(running)?,
        };
        if Priced::is_empty(&line) {
            progress.skip(period);
            return Ok(());
        }
        progress.advanced(Advance { period, amount: line.amount });
        self.charges.push(line);
        Ok(())
    }

    /// Whether a period began in a pause that waives: nothing is billed of it.
    fn is_waived(&self, start: Timestamp) -> bool {
        let from = self.subscription.lifecycle.pause.map(|pause| pause.from);
        pending_lines::waives(self.subscription) && from.is_some_and(|from| from <= start)
    }

    /// Shares of one period are all counted in one way, settled when it began.
    fn measure(&self, grid: &Grid, period: Period) -> calendar::Measure {
        let components = self.subscription.state.components();
        let running = components.filter_map(|(_, state)| state.progress.running);
        let same =
            running.filter(|running| running.span.grid == period).map(|running| running.measure);
        same.last().unwrap_or_else(|| grid.measure(self.snapshot.company.measure))
    }

    /// The running period of usage that cannot be cut and that this component prices from now on.
    fn take_over(&mut self, priced: &Priced) -> Option<ComponentProgress> {
        let metric = priced.component.metric.as_ref()?;
        let term = priced.component.term;
        let same = |(of, progress): &(Arc<str>, ComponentProgress)| {
            of == metric && progress.running.is_some_and(|running| self.is_of(running, term))
        };
        let place = self.handed_over.iter().position(same)?;
        Some(self.handed_over.remove(place).1)
    }

    fn is_of(&self, running: RunningPeriod, term: calendar::Term) -> bool {
        let grid = self.subscription.grid(term).and_then(|grid| grid.period_containing(self.at));
        grid.is_ok_and(|grid| grid == running.span.grid)
    }

    /// Goes on with a running period as a whole; what is known of its rest is charged anew.
    fn carry_on(
        &mut self,
        priced: &Priced,
        progress: &mut ComponentProgress,
        handed: ComponentProgress,
    ) -> Result<(), Refusal> {
        let running = handed.running.ok_or(Refusal::Mismatched)?;
        progress.from = progress.from.map(|_| running.served().start);
        progress.running = Some(running);
        if priced.component.charge_type() == ChargeType::PostOnly {
            return Ok(());
        }
        let period = running.served();
        let used = handed.advances.iter().find(|advance| advance.period.start == period.start);
        let rest = RunningPeriod { part: Period::new(self.at, period.end).ok(), ..running };
        let line = priced.remainder(rest)?;
        let amount = match used {
            Some(used) => used.amount.checked_add(line.amount)?,
            None => line.amount,
        };
        progress.advanced(Advance { period, amount });
        if !Priced::is_empty(&line) {
            self.charges.push(line);
        }
        Ok(())
    }
}
