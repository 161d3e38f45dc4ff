//! The lines of a rollup's draft as they are known when it becomes final.

use crate::invoice::adjust::again::{metered_now, without_met};
use crate::invoice::line::{Derivation, Line};
use crate::invoice::proration_credit::billed::again;
use crate::invoice::proration_credit::loaded;
use crate::invoice::rollup::collect::move_counted;
use crate::invoice::state::{Invoice, InvoiceState};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// What is metered for their periods now, and what comes back of invoices as these are now: nothing
/// of one that is void.
pub(crate) fn lines(snapshot: &Snapshot, draft: &Invoice) -> Result<Vec<Line>, Refusal> {
    let (mut lines, mut places) = (Vec::new(), Vec::with_capacity(draft.lines.len()));
    for line in &draft.lines {
        places.push(lines.len());
        lines.extend(known_now(snapshot, line)?);
    }
    for line in &mut lines {
        move_counted(line, |place| places.get(place).copied().unwrap_or(place));
    }
    Ok(without_met(metered_now(snapshot, &lines)?))
}

fn known_now(snapshot: &Snapshot, line: &Line) -> Result<Option<Line>, Refusal> {
    if let Derivation::ProrationCredit(back) = &line.derivation {
        let billed = loaded(snapshot, &back.invoice)?;
        return match billed.state {
            InvoiceState::Void { .. } => Ok(None),
            _ if back.adjusts.is_some() => Ok(Some(line.clone())),
            _ => Ok(again(billed, line, back)?),
        };
    }
    Ok(Some(line.clone()))
}
