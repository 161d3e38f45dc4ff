//! Tries a job again, at once and as if it were new.

use records::job::JobState;
use records::{Job, JobId};
use store::job::JobRow;

use super::shown;
use crate::engine::found;
use crate::{Failure, Refusal, Session};

/// One that is done stays done; one that is just being tried is left alone.
pub fn retry(session: &mut Session<'_, '_>, id: &JobId) -> Result<Job, Failure> {
    let company = session.company_id().to_owned();
    let job = found(store::job::lock(session.tx, &company, id)?, "job", id)?;
    if job.state == JobState::Done.word() {
        return Err(Refusal::conflict("job_done", "What is done is not done again.").into());
    }
    let (now, wall) = (session.now(), session.wall());
    if job.taken_by.is_some() && job.try_at > wall {
        return Ok(shown(job));
    }
    let row = JobRow {
        state: JobState::Pending.word().to_owned(),
        due_at: job.due_at.min(now),
        try_at: wall,
        attempts: 0,
        taken_by: None,
        updated_at: now.max(job.updated_at),
        ..job
    };
    store::job::settle(session.tx, &company, &row)?;
    Ok(shown(row))
}
