//! The worker of a process: takes jobs that may be tried, as long as there is room, and runs each
//! as a task. A stop lets those that run come to their end.

use std::sync::Arc;
use std::time::Duration;

use records::CompanyId;
use store::job::{Asked, JobRow, Lease, Ready};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::busy::{Busy, Place};
use super::kinds;
use super::settle::later;
use crate::{Actor, Engine, Failure};

/// How long the worker rests when there is nothing to do.
const PAUSE: Duration = Duration::from_millis(500);
/// How many jobs of a company are looked at at once.
const BATCH: i64 = 500;
/// For how long a job is taken, and how often that is renewed: what a process that dies has in hand
/// is taken up by others so much later.
pub(super) const LEASE: Duration = Duration::from_secs(15);
pub(super) const RENEW: Duration = Duration::from_secs(4);
/// Every how many rounds open jobs are counted.
const COUNT_EVERY: u32 = 20;

pub(crate) async fn work(engine: Arc<Engine>, mut stopped: watch::Receiver<bool>) {
    let (busy, mut running) = (Busy::default(), JoinSet::new());
    for round in (0_u32..=u32::MAX).cycle() {
        if *stopped.borrow() {
            break;
        }
        let begun = match engine.outside() {
            Some(_) => engine.begin_jobs(&busy, &mut running).await,
            None => Ok(0),
        };
        if let Err(failure) = &begun {
            tracing::warn!(?failure, "jobs could not be taken; this is tried again");
        }
        if round % COUNT_EVERY == 0 {
            engine.count_jobs().await;
        }
        while running.try_join_next().is_some() {}
        if matches!(begun, Ok(begun) if begun > 0) {
            continue;
        }
        tokio::select! {
            _ = stopped.changed() => {}
            _ = running.join_next(), if !running.is_empty() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
    while running.join_next().await.is_some() {}
}

impl Engine {
    /// Takes what may be tried and begins it; answers how many jobs that were.
    async fn begin_jobs(
        self: &Arc<Engine>,
        busy: &Busy,
        running: &mut JoinSet<()>,
    ) -> Result<usize, Failure> {
        let wall = self.wall_now();
        let due = self
            .store
            .read(move |tx| -> Result<_, Failure> { Ok(store::job::companies_due(tx, wall)?) });
        let mut begun = 0;
        for company in due.await? {
            for (job, place) in self.take_jobs(&company, busy).await? {
                begun += 1;
                running.spawn(run(Arc::clone(self), company.clone(), (job, place)));
            }
        }
        Ok(begun)
    }

    /// Takes as many jobs of a company as there is room for, each with its place.
    async fn take_jobs(
        &self,
        company: &CompanyId,
        busy: &Busy,
    ) -> Result<Vec<(JobRow, Place)>, Failure> {
        let room = busy.room(company);
        if room == 0 {
            return Ok(Vec::new());
        }
        let mut places = Vec::new();
        for ready in self.ready_jobs(company, busy.full(company)).await? {
            if places.len() >= room {
                break;
            }
            places.extend(busy.enter(company, &ready.target).map(|place| (ready.id, place)));
        }
        let ids: Vec<_> = places.iter().map(|(id, _)| id.clone()).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let (wall, of, by) = (self.wall_now(), company.to_owned(), self.tools.process.clone());
        let until = later(wall, LEASE);
        let taken = self.store.write(move |tx| -> Result<_, Failure> {
            Ok(store::job::take(tx, &of, ids.clone(), Lease { by: &by, wall, until })?)
        });
        let mut taken = taken.await?;
        let of_place = |(id, place)| {
            let at = taken.iter().position(|job: &JobRow| job.id == id)?;
            Some((taken.swap_remove(at), place))
        };
        Ok(places.into_iter().filter_map(of_place).collect())
    }

    async fn ready_jobs(
        &self,
        company: &CompanyId,
        full: Vec<String>,
    ) -> Result<Vec<Ready>, Failure> {
        let look = self.look(company, Actor::of_jobs(), move |session| {
            let (wall, company_time) = (session.wall(), session.now());
            let asked = Asked { wall, company_time, full: full.clone(), limit: BATCH };
            let company = session.company_id().to_owned();
            Ok(store::job::ready(session.tx, &company, &asked)?)
        });
        look.await
    }
}

/// One job, to its end; what goes wrong here leaves it to whoever finds its lease over.
async fn run(engine: Arc<Engine>, company: CompanyId, (job, place): (JobRow, Place)) {
    let Some(kind) = kinds::named(&job.kind) else {
        tracing::warn!(kind = job.kind, "a job of a kind that this version does not know");
        return;
    };
    let id = job.id.clone();
    if let Err(failure) = (kind.run)(engine, company, job).await {
        tracing::warn!(job = id.as_str(), ?failure, "a job was not recorded and is tried again");
    }
    drop(place);
}
