//! Jobs: what is done outside because of a fact. A row that commits with the fact says what; a
//! worker loads what it needs, calls with no transaction open, and records what came of it.
//!
//! A crash in between repeats the call, so every call carries a key by which the other side knows
//! it again. Company time says when a job is due, wall time when it is tried again.

mod add;
mod busy;
mod count;
mod find;
mod forget;
mod kind;
pub mod kinds;
mod retry;
mod run;
mod settle;
mod work;

pub use add::NewJob;
pub use find::find;
pub use kind::{Kind, Next, Outcome, Verdict, Work};
pub use retry::retry;
pub(crate) use settle::{jittered, later};
pub use store::job::{FIND, JobRow};
pub(crate) use work::work;

use records::Job;
use records::job::JobState;

/// The record as it is answered.
fn shown(row: JobRow) -> Job {
    let state = match row.state.as_str() {
        "PENDING" => JobState::Pending,
        "FAILED" => JobState::Failed,
        _ => JobState::Done,
    };
    Job {
        attempts: row.attempts,
        created_at: row.created_at,
        due_at: row.due_at,
        id: row.id,
        kind: row.kind,
        last_error: row.last_error,
        next_try_at: (state == JobState::Pending).then_some(row.try_at),
        object_id: row.object_id,
        state,
        target_id: row.target,
        updated_at: row.updated_at,
        withheld: row.withheld.and_then(|text| serde_json::from_str(&text).ok()),
    }
}
