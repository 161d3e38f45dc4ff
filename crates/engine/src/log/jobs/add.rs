//! Adds a job, in the transaction of the fact that causes it.

use std::time::Duration;

use records::Moment;
use serde_json::Value;
use store::job::JobRow;

use super::settle::{jittered, later};
use crate::{Failure, Session};

/// A job to be.
pub struct NewJob<'a> {
    /// `Work::NAME` of its kind.
    pub kind: &'static str,
    /// The record that it is about.
    pub object: &'a str,
    /// Where it goes: calls to the same target are bounded together.
    pub target: &'a str,
    /// Of a kind, nothing is done twice that has the same key.
    pub once: &'a str,
    /// In company time.
    pub due_at: Moment,
    /// What its kind needs to know.
    pub input: Value,
}

impl Session<'_, '_> {
    /// Adds a job, unless there was one with its key before; answers whether it did.
    pub fn add_job(&mut self, new: NewJob<'_>) -> Result<bool, Failure> {
        let (company, row) = (self.company_id().to_owned(), self.row_of(new));
        Ok(store::job::add(self.tx, &company, &row)?)
    }

    /// The same for what was tried once already, in vain.
    pub(crate) fn add_tried_job(
        &mut self,
        new: NewJob<'_>,
        trouble: &str,
        delay: Duration,
    ) -> Result<Moment, Failure> {
        let try_at = later(self.wall(), jittered(delay));
        let last_error = Some(trouble.to_owned());
        let company = self.company_id().to_owned();
        let row = JobRow { attempts: 1, try_at, last_error, ..self.row_of(new) };
        store::job::add(self.tx, &company, &row)?;
        Ok(try_at)
    }

    /// Adds many at once, but for those whose keys are known.
    pub(crate) fn add_jobs<'a>(
        &mut self,
        all: impl Iterator<Item = NewJob<'a>>,
    ) -> Result<(), Failure> {
        let company = self.company_id().to_owned();
        let rows: Vec<JobRow> = all.map(|new| self.row_of(new)).collect();
        Ok(store::job::add_many(self.tx, &company, rows)?)
    }

    fn row_of(&self, new: NewJob<'_>) -> JobRow {
        let (now, wall) = (self.now(), self.wall());
        // A test clock moves as it likes: what waits for an instant of it waits for no wall.
        let try_at = if self.row.clock_now.is_some() { wall } else { wall.max(new.due_at) };
        JobRow {
            id: self.new_id("job_"),
            kind: new.kind.to_owned(),
            object_id: new.object.to_owned(),
            target: new.target.to_owned(),
            once: new.once.to_owned(),
            state: "PENDING".to_owned(),
            due_at: new.due_at,
            try_at,
            attempts: 0,
            taken_by: None,
            last_error: None,
            withheld: None,
            input: new.input.to_string(),
            created_at: now,
            updated_at: now,
        }
    }
}
