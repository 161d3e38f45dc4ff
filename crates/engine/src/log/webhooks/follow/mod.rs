//! Follows the log for every endpoint that it has gone past: a batch is read, sent with no
//! transaction open, and written down together with the position that it has reached.
//!
//! One process at a time follows for an endpoint. What it does not get to write down is sent again,
//! under the same ids.

mod batch;
mod record;
mod send;

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use records::{CompanyId, Moment, WebhookId};
use store::job::Lease;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::clock::Stopwatch;
use crate::jobs::later;
use crate::{Engine, Failure};

/// How long it rests when nobody is behind.
const PAUSE: Duration = Duration::from_millis(500);
/// For how long an endpoint is taken, and how often that is renewed while a batch is sent.
const LEASE: Duration = Duration::from_secs(15);
const RENEW: Duration = Duration::from_secs(4);
/// How many endpoints are followed at once.
const AT_ONCE: usize = 2_000;
/// How many facts a batch has: as many as are sent in some seconds.
const FIRST_BATCH: i64 = 64;
const LARGEST_BATCH: i64 = 256;

type Followed = Arc<Mutex<HashSet<(CompanyId, WebhookId)>>>;

pub(crate) async fn follow(engine: Arc<Engine>, mut stopped: watch::Receiver<bool>) {
    let (followed, mut running) = (Followed::default(), JoinSet::new());
    while !*stopped.borrow() {
        if engine.outside().is_some()
            && let Err(failure) = engine.follow_log(&followed, &mut running).await
        {
            tracing::warn!(?failure, "the log could not be followed; this is tried again");
        }
        while running.try_join_next().is_some() {}
        let _ = tokio::time::timeout(PAUSE, stopped.changed()).await;
    }
    while running.join_next().await.is_some() {}
}

impl Engine {
    /// Begins to follow for every endpoint that is behind and that this process does not serve yet.
    async fn follow_log(
        self: &Arc<Engine>,
        followed: &Followed,
        running: &mut JoinSet<()>,
    ) -> Result<(), Failure> {
        let waiting =
            self.store.read(|tx| -> Result<_, Failure> { Ok(store::fact::companies_waiting(tx)?) });
        for company in waiting.await? {
            self.arrange_facts(&company).await?;
        }
        let wall = self.wall_now();
        let behind = self
            .store
            .read(move |tx| -> Result<_, Failure> { Ok(store::webhook::behind(tx, wall)?) });
        for (company, webhook) in behind.await? {
            let place = Place::enter(followed, &company, &webhook);
            let Some(place) = place.filter(|_| running.len() < AT_ONCE) else { continue };
            running.spawn(serve(Arc::clone(self), company, webhook, place));
        }
        Ok(())
    }
}

/// Follows for one endpoint until it is not behind any more, or rests.
async fn serve(engine: Arc<Engine>, company: CompanyId, webhook: WebhookId, place: Place) {
    let mut follower = Follower {
        engine,
        company,
        webhook,
        until: Moment::default(),
        size: FIRST_BATCH,
        ahead: BTreeSet::new(),
    };
    loop {
        match follower.step().await {
            Ok(true) => {}
            Ok(false) => break,
            Err(failure) => {
                let webhook = follower.webhook.as_str();
                tracing::warn!(webhook, ?failure, "an endpoint could not be served for now");
                break;
            }
        }
    }
    drop(place);
}

/// Whoever follows for one endpoint.
struct Follower {
    engine: Arc<Engine>,
    company: CompanyId,
    webhook: WebhookId,
    /// The end of the lease, by which it is known.
    until: Moment,
    size: i64,
    /// Positions beyond the one written down that were sent already.
    ahead: BTreeSet<i64>,
}

impl Follower {
    /// One batch; answers whether to go on at once.
    async fn step(&mut self) -> Result<bool, Failure> {
        if !self.take().await? {
            return Ok(false);
        }
        let watch = Stopwatch::start();
        let batch = self.load().await?;
        let Some(outside) = self.engine.outside() else { return Ok(false) };
        let sending = send::send(&outside, batch);
        tokio::pin!(sending);
        let sent = loop {
            tokio::select! {
                sent = &mut sending => break sent,
                () = tokio::time::sleep(RENEW) => self.renew().await,
            }
        };
        self.size = match watch.elapsed().as_secs() {
            0 => (self.size * 2).min(LARGEST_BATCH),
            1..=5 => self.size,
            _ => (self.size / 4).max(1),
        };
        let more = self.record(sent, &outside).await?;
        Ok(more && !self.engine.is_winding_down())
    }

    /// Where the endpoint is somebody else's by now, or nobody can tell, the batch is not recorded.
    async fn renew(&mut self) {
        let (of, id, old) = (self.company.clone(), self.webhook.clone(), self.until);
        let until = later(self.engine.wall_now(), LEASE);
        let by = self.engine.tools.process.clone();
        let renewed = self.engine.store.write(move |tx| -> Result<_, Failure> {
            let lease = Lease { by: &by, wall: old, until };
            Ok(store::webhook::renew(tx, &of, &id, lease)?)
        });
        if matches!(renewed.await, Ok(true)) {
            self.until = until;
        }
    }

    /// Takes the endpoint, unless somebody has it.
    async fn take(&mut self) -> Result<bool, Failure> {
        let wall = self.engine.wall_now();
        let until = later(wall, LEASE);
        let (of, id) = (self.company.clone(), self.webhook.clone());
        let by = self.engine.tools.process.clone();
        let taken = self.engine.store.write(move |tx| -> Result<_, Failure> {
            let lease = Lease { by: &by, wall, until };
            Ok(store::webhook::take(tx, &of, &id, lease)?)
        });
        self.until = until;
        taken.await
    }
}

/// That this process follows for an endpoint; over when it is dropped.
struct Place {
    followed: Followed,
    key: (CompanyId, WebhookId),
}

impl Place {
    fn enter(followed: &Followed, company: &CompanyId, webhook: &WebhookId) -> Option<Place> {
        let key = (company.to_owned(), webhook.to_owned());
        let mut all = followed.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = all.insert(key.clone());
        is_new.then(|| Place { followed: Arc::clone(followed), key })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
