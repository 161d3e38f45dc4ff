//! A piece of work on its way to a connection, and its answer on the way back.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::{Error, Fallible, Tx};

/// What a job wants done with what it wrote.
pub(crate) enum Verdict {
    Keep,
    Undo,
    /// The database asked to run it again.
    Again(Error),
}

/// Work whose types are forgotten, so that one queue carries all of it.
pub(crate) trait Job: Send {
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict;
    /// Whether somebody still waits for the answer.
    fn is_awaited(&self) -> bool;
    /// Sends the answer; an error replaces whatever the job had to say.
    fn finish(self: Box<Self>, end: Result<(), Error>);
}

struct Work<T, E, F> {
    function: F,
    outcome: Option<Result<T, E>>,
    answer: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Job for Work<T, E, F>
where
    T: Send + 'static,
    E: Fallible,
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        let (outcome, verdict) = attempt(&mut self.function, tx);
        self.outcome = Some(outcome);
        verdict
    }

    fn is_awaited(&self) -> bool {
        !self.answer.is_closed()
    }

    fn finish(self: Box<Self>, end: Result<(), Error>) {
        let outcome = match (end, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => Err(Error::Broken("the job never ran".to_owned()).into()),
            (Err(error), _) => Err(error.into()),
        };
        // Nobody waits when the client has gone; the work is done all the same.
        let _ = self.answer.send(outcome);
    }
}

/// Runs a function once and says what is to become of what it wrote.
pub(crate) fn attempt<T, E: Fallible>(
    function: &mut impl FnMut(&mut Tx<'_>) -> Result<T, E>,
    tx: &mut Tx<'_>,
) -> (Result<T, E>, Verdict) {
    // A fault of ours must not take the thread of everybody else with it.
    let caught = catch_unwind(AssertUnwindSafe(|| function(tx)));
    let outcome = caught.unwrap_or_else(|_| Err(Error::Broken("a panic".to_owned()).into()));
    let verdict = match &outcome {
        Ok(_) => Verdict::Keep,
        Err(error) => match error.database() {
            Some(again @ (Error::Again(_) | Error::Away(_))) => Verdict::Again(again.clone()),
            _ => Verdict::Undo,
        },
    };
    (outcome, verdict)
}

/// The answer of a job: a future for the server, `wait` for everybody else.
pub struct Pending<T, E>(Answer<T, E>);

enum Answer<T, E> {
    /// The work was done where the caller stood.
    Here(Option<Result<T, E>>),
    There(oneshot::Receiver<Result<T, E>>),
}

/// Nothing in here is ever pinned in its place.
impl<T, E> Unpin for Pending<T, E> {}

impl<T, E: Fallible> Pending<T, E> {
    pub(crate) fn here(outcome: Result<T, E>) -> Pending<T, E> {
        Pending(Answer::Here(Some(outcome)))
    }

    pub fn wait(self) -> Result<T, E> {
        match self.0 {
            Answer::Here(outcome) => outcome.unwrap_or_else(|| Err(stopped())),
            Answer::There(answer) => answer.blocking_recv().unwrap_or_else(|_| Err(stopped())),
        }
    }

    /// The answer if it is there already, else what is still to be waited for.
    pub fn now(self) -> Result<Result<T, E>, Pending<T, E>> {
        match self.0 {
            Answer::Here(Some(outcome)) => Ok(outcome),
            later => Err(Pending(later)),
        }
    }
}

impl<T, E: Fallible> Future for Pending<T, E> {
    type Output = Result<T, E>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Answer::Here(outcome) => Poll::Ready(outcome.take().unwrap_or_else(|| Err(stopped()))),
            Answer::There(answer) => {
                Pin::new(answer).poll(context).map(|end| end.unwrap_or_else(|_| Err(stopped())))
            }
        }
    }
}

fn stopped<E: Fallible>() -> E {
    Error::Away("the store has stopped".to_owned()).into()
}

/// Wraps a function as a job and gives the place where its answer arrives.
pub(crate) fn job<T, E, F>(function: F) -> (Box<dyn Job>, Pending<T, E>)
where
    T: Send + 'static,
    E: Fallible,
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
{
    let (answer, pending) = oneshot::channel();
    (Box::new(Work { function, outcome: None, answer }), Pending(Answer::There(pending)))
}
