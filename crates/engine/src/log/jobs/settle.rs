//! What becomes of a job that was tried.

use std::time::Duration;

use records::Moment;
use records::job::JobState;
use serde_json::Value;
use store::job::JobRow;

use super::kind::{Next, Verdict};
use crate::ports::Trouble;
use crate::{Failure, Session};

/// What is written of a try.
pub(super) struct Settled<'a> {
    pub(super) verdict: Verdict,
    pub(super) next: Next,
    pub(super) reason: Option<&'a str>,
    pub(super) withheld: Option<Value>,
}

/// Whether the lease still holds: somebody else may have taken the job since, or retried it.
pub(super) fn still_ours(session: &mut Session<'_, '_>, job: &JobRow) -> Result<bool, Failure> {
    let company = session.company_id().to_owned();
    let known = store::job::lock(session.tx, &company, &job.id)?;
    Ok(known.is_some_and(|known| known.taken_by == job.taken_by && known.try_at >= job.try_at))
}

pub(super) fn settle(
    session: &mut Session<'_, '_>,
    job: &JobRow,
    settled: Settled<'_>,
) -> Result<(), Failure> {
    let (company, now, wall) = (session.company_id().to_owned(), session.now(), session.wall());
    let Settled { verdict, next, reason, withheld } = settled;
    let mut row = JobRow { taken_by: None, updated_at: now.max(job.updated_at), ..job.clone() };
    row.withheld = withheld.map(|told| told.to_string()).or(row.withheld);
    row.last_error = reason.map(str::to_owned);
    let (state, try_at) = match (&next, verdict) {
        (Next::With(input), _) => {
            (row.input, row.attempts) = (input.to_string(), 0);
            (JobState::Pending, wall)
        }
        (Next::AsJudged, Verdict::Done) => (JobState::Done, wall),
        (Next::AsJudged, Verdict::Again(at)) => {
            row.attempts += 1;
            (JobState::Pending, at)
        }
        (Next::AsJudged, Verdict::Failed) => {
            row.attempts += 1;
            (JobState::Failed, wall)
        }
    };
    (row.state, row.try_at) = (state.word().to_owned(), try_at);
    Ok(store::job::settle(session.tx, &company, &row)?)
}

/// What a try means for its job.
pub(super) fn judged(
    job: &JobRow,
    trouble: Option<&Trouble>,
    delays: &[Duration],
    wall: Moment,
) -> Verdict {
    let Some(trouble) = trouble else { return Verdict::Done };
    let tried = usize::try_from(job.attempts).unwrap_or(usize::MAX);
    match delays.get(tried).filter(|_| !trouble.hopeless) {
        Some(delay) => Verdict::Again(later(wall, jittered(*delay))),
        None => Verdict::Failed,
    }
}

/// Up to a fifth more or less, so that what failed together is not tried together.
pub(crate) fn jittered(delay: Duration) -> Duration {
    delay.mul_f64(rand::random_range(0.8..1.2))
}

pub(crate) fn later(wall: Moment, delay: Duration) -> Moment {
    let micros = i64::try_from(delay.as_micros()).unwrap_or(i64::MAX);
    Moment::from_micros(wall.micros().saturating_add(micros))
}
