//! Adds a job, in the transaction of the fact that causes it.

use records::Moment;
use serde_json::Value;
use store::job::JobRow;

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
        let company = self.company_id().to_owned();
        let row = self.job_row(new);
        Ok(store::job::add(self.tx, &company, &row)?)
    }

    /// The same for many at once.
    pub(crate) fn add_jobs<'a>(
        &mut self,
        all: impl Iterator<Item = NewJob<'a>>,
    ) -> Result<(), Failure> {
        let company = self.company_id().to_owned();
        let rows: Vec<JobRow> = all.map(|new| self.job_row(new)).collect();
        Ok(store::job::add_many(self.tx, &company, rows)?)
    }

    fn job_row(&self, new: NewJob<'_>) -> JobRow {
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
