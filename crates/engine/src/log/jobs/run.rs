//! Runs one job that was taken: load, call, record.

use std::convert::Infallible;
use std::sync::Arc;

use records::CompanyId;
use store::job::JobRow;

use super::kind::{Next, Outcome, Verdict, Work};
use super::settle::{Settled, judged, later, settle, still_ours};
use super::work::{LEASE, RENEW};
use crate::clock::Stopwatch;
use crate::ports::{Outside, Trouble};
use crate::{Actor, Engine, Failure};

pub(super) async fn run<W: Work>(
    engine: Arc<Engine>,
    company: CompanyId,
    mut job: JobRow,
) -> Result<(), Failure> {
    let Some(outside) = engine.outside() else { return Ok(()) };
    let taken = job.clone();
    let loaded = engine.look(&company, Actor::of_jobs(), move |session| {
        let silent = session.company().is_dev;
        Ok(W::load(session, &taken)?.map(|work| (work, silent)))
    });
    let watch = Stopwatch::start();
    let (work, outcome) = match loaded.await {
        Ok(None) => return finish(&engine, &company, job).await,
        Ok(Some((work, true))) if !outside.dev_delivery && !W::stays_inside(&outside) => {
            (work, Outcome::Withheld)
        }
        Ok(Some((work, _))) => {
            let held = hold(&engine, &company, &mut job);
            let outcome = tokio::select! {
                outcome = called(&work, &outside) => outcome,
                never = held => match never {},
            };
            (work, outcome)
        }
        Err(Failure::Refused(refusal)) => {
            let trouble = Trouble::new(format!("what it needs cannot be read: {refusal:?}"));
            return give_back::<W>(&engine, &outside, (&company, job), trouble).await;
        }
        Err(failure) => return Err(failure),
    };
    metrics::histogram!("perennial_job_seconds", "kind" => W::NAME)
        .record(watch.elapsed().as_secs_f64());
    metrics::counter!("perennial_job_tries_total", "kind" => W::NAME, "outcome" => word(&outcome))
        .increment(1);
    write(&engine, &outside, (company, job), (work, outcome)).await
}

/// Goes on having a job for as long as it is called for.
async fn hold(engine: &Engine, company: &CompanyId, job: &mut JobRow) -> Infallible {
    loop {
        tokio::time::sleep(RENEW).await;
        let (of, old) = (company.to_owned(), job.clone());
        let until = later(engine.wall_now(), LEASE);
        let renewed = engine.store.write(move |tx| -> Result<_, Failure> {
            Ok(store::job::renew(tx, &of, &old, until)?)
        });
        // Where it is somebody else's by now, or nobody can tell, what comes of it is not recorded.
        if matches!(renewed.await, Ok(true)) {
            job.try_at = until;
        }
    }
}

async fn called<W: Work>(work: &W, outside: &Outside) -> Outcome<W::Answer> {
    match tokio::time::timeout(W::LONGEST, work.call(outside)).await {
        Ok(Ok(answer)) => Outcome::Answered(answer),
        Ok(Err(trouble)) => Outcome::Failed(trouble),
        Err(_) => {
            let seconds = W::LONGEST.as_secs();
            Outcome::Failed(Trouble::new(format!("no answer within {seconds} seconds")))
        }
    }
}

fn word<A>(outcome: &Outcome<A>) -> &'static str {
    match outcome {
        Outcome::Answered(_) => "answered",
        Outcome::Failed(_) => "failed",
        Outcome::Withheld => "withheld",
    }
}

/// Writes what came of it, in one transaction with the facts that follow.
async fn write<W: Work>(
    engine: &Arc<Engine>,
    outside: &Arc<Outside>,
    (company, job): (CompanyId, JobRow),
    (work, outcome): (W, Outcome<W::Answer>),
) -> Result<(), Failure> {
    let outside = Arc::clone(outside);
    let written = engine.internally_as(Actor::of_jobs(), &company, move |session| {
        if !still_ours(session, &job)? {
            return Ok(());
        }
        let trouble = match &outcome {
            Outcome::Failed(trouble) => Some(trouble),
            Outcome::Answered(_) | Outcome::Withheld => None,
        };
        let verdict = judged(&job, trouble, W::delays(&outside), session.wall());
        let next = work.record(session, &job, (&outcome, verdict))?;
        let withheld = matches!(outcome, Outcome::Withheld).then(|| work.told());
        let reason = trouble.map(|trouble| trouble.reason.as_str());
        settle(session, &job, Settled { verdict, next, reason, withheld })
    });
    written.await
}

/// There was nothing to do.
async fn finish(engine: &Arc<Engine>, company: &CompanyId, job: JobRow) -> Result<(), Failure> {
    let written =
        engine.internally_as(Actor::of_jobs(), company, move |session| {
            match still_ours(session, &job)? {
                true => {
                    let (verdict, next) = (Verdict::Done, Next::AsJudged);
                    settle(session, &job, Settled { verdict, next, reason: None, withheld: None })
                }
                false => Ok(()),
            }
        });
    written.await
}

/// It could not even be loaded.
async fn give_back<W: Work>(
    engine: &Arc<Engine>,
    outside: &Arc<Outside>,
    (company, job): (&CompanyId, JobRow),
    trouble: Trouble,
) -> Result<(), Failure> {
    let outside = Arc::clone(outside);
    let written =
        engine.internally_as(Actor::of_jobs(), company, move |session| {
            match still_ours(session, &job)? {
                true => {
                    let verdict = judged(&job, Some(&trouble), W::delays(&outside), session.wall());
                    let reason = Some(trouble.reason.as_str());
                    settle(
                        session,
                        &job,
                        Settled { verdict, next: Next::AsJudged, reason, withheld: None },
                    )
                }
                false => Ok(()),
            }
        });
    written.await
}
