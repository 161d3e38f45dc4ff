//! What a kind of job is: how it is loaded, what it calls, and what is written of it.

use std::sync::Arc;
use std::time::Duration;

use records::{CompanyId, Moment};
use serde_json::Value;
use store::job::JobRow;

use super::run::run;
use crate::ports::{Calling, Outside, Trouble};
use crate::{Engine, Failure, Session};

/// A kind of job at work, in three steps. Only the middle one knows the outside, and it has no
/// transaction open.
pub trait Work: Send + Sync + Sized + 'static {
    /// What jobs of this kind are called in their rows.
    const NAME: &'static str;

    /// When a call is over, whatever it does.
    const LONGEST: Duration = Duration::from_secs(30);

    /// What a call answers.
    type Answer: Send + Sync + 'static;

    /// How long a job waits after each try in vain; when they are used up it has failed.
    fn delays(outside: &Outside) -> &[Duration];

    /// Whether a call leaves the machine. What does not is called for companies for development,
    /// too.
    fn stays_inside(_: &Outside) -> bool {
        false
    }

    /// Reads what the call needs. Nothing: there is nothing to do any more, and the job is done.
    fn load(session: &mut Session<'_, '_>, job: &JobRow) -> Result<Option<Self>, Failure>;

    /// Calls. The same call may have been made before, by a process that died.
    fn call<'a>(&'a self, outside: &'a Outside) -> Calling<'a, Result<Self::Answer, Trouble>>;

    /// What would go out, for the people of a company for development, where nothing does.
    fn told(&self) -> Value;

    /// Writes what came of it, and the facts that follow; it may be run again before it commits.
    fn record(
        &self,
        session: &mut Session<'_, '_>,
        job: &JobRow,
        came: (&Outcome<Self::Answer>, Verdict),
    ) -> Result<Next, Failure>;
}

/// What came of a try.
pub enum Outcome<A> {
    Answered(A),
    Failed(Trouble),
    /// The company is one for development: nothing was called.
    Withheld,
}

/// What that means for the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Done,
    /// It is tried again at this instant of wall time.
    Again(Moment),
    /// It was tried often enough.
    Failed,
}

/// How a job goes on, in the opinion of its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// By the verdict.
    AsJudged,
    /// With its next piece of work, at once and as if it were new.
    With(Value),
}

pub(super) type Running = std::pin::Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

/// A kind in the list of all.
pub struct Kind {
    pub name: &'static str,
    pub(super) run: fn(Arc<Engine>, CompanyId, JobRow) -> Running,
}

impl Kind {
    pub const fn of<W: Work>() -> Kind {
        Kind { name: W::NAME, run: |engine, company, job| Box::pin(run::<W>(engine, company, job)) }
    }
}
