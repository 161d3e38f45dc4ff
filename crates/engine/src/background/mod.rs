//! Background work, which a server does by itself: bills what is due, moves clocks on, brings what
//! customers may use up to date, counts usage that came before its customer or metric, gives facts
//! their positions, writes down which tokens were used, does jobs, tells endpoints of facts, and
//! forgets old answers.
//!
//! Everything that falls due belongs to a billed customer, whose row says when that is next
//! (`store::billed`); `bill::run` brings those customers up to date.

mod billing_health;
mod round;

pub(crate) use billing_health::BillingHealth;
pub use billing_health::{Failing, Rounds};

use std::sync::Arc;
use std::time::Duration;

use records::CompanyId;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::{Engine, Failure, jobs, templates, webhooks};

/// How long upkeep rests between its rounds.
const UPKEEP_PAUSE: Duration = Duration::from_secs(3);
/// Every how many rounds of upkeep each company is looked after: first, and about once an hour.
const LOOK_EVERY: u32 = 1200;

/// How long billing rests when nothing is due.
const BILLING_PAUSE: Duration = Duration::from_secs(1);

/// Background work that runs until it is stopped.
pub struct BackgroundWork {
    engine: Arc<Engine>,
    stop: watch::Sender<bool>,
    tasks: [JoinHandle<()>; 4],
}

impl BackgroundWork {
    /// Starts it on the runtime of whoever calls.
    pub fn start(engine: Arc<Engine>) -> BackgroundWork {
        let (stop, stopped) = watch::channel(false);
        let upkeep = tokio::spawn(keep_up(Arc::clone(&engine), stopped.clone()));
        let billing = tokio::spawn(bill(Arc::clone(&engine), stopped.clone()));
        let jobs = tokio::spawn(jobs::work(Arc::clone(&engine), stopped.clone()));
        let webhooks = tokio::spawn(webhooks::follow(Arc::clone(&engine), stopped));
        BackgroundWork { engine, stop, tasks: [upkeep, billing, jobs, webhooks] }
    }

    /// Ends it at the next good moment, and waits for that; token use is written down once more.
    pub async fn stop(self) {
        self.engine.wind_down();
        let _ = self.stop.send(true);
        for task in self.tasks {
            let _ = task.await;
        }
    }
}

/// Upkeep, round by round; a fault is logged and tried again.
async fn keep_up(engine: Arc<Engine>, mut stopped: watch::Receiver<bool>) {
    for round in (0_u32..=u32::MAX).cycle() {
        if *stopped.borrow() {
            break;
        }
        let mut done = engine.upkeep().await;
        if done.is_ok() && round % LOOK_EVERY == 0 {
            done = engine.look_after_companies().await;
        }
        if let Err(failure) = done {
            tracing::warn!(?failure, "upkeep failed and will be tried again");
        }
        write_down_token_use(&engine).await;
        let _ = tokio::time::timeout(UPKEEP_PAUSE, stopped.changed()).await;
    }
    write_down_token_use(&engine).await;
}

/// Bills what is due, again and again; a fault is logged and tried again.
async fn bill(engine: Arc<Engine>, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        engine.tools.billing.round_began(engine.wall_now());
        let failed = engine.bill_due().await.err();
        if let Some(failure) = &failed {
            tracing::warn!(?failure, "billing failed and will be tried again");
        }
        let reason = failed.map(|failure| format!("{failure:?}"));
        engine.tools.billing.round_ended(reason, engine.wall_now());
        let _ = tokio::time::timeout(BILLING_PAUSE, stopped.changed()).await;
    }
}

async fn write_down_token_use(engine: &Arc<Engine>) {
    let engine = Arc::clone(engine);
    let work = tokio::task::spawn_blocking(move || engine.write_down_token_use());
    if let Ok(Err(failure)) = work.await {
        tracing::warn!(?failure, "the use of tokens was not written down");
    }
}

impl Engine {
    /// Brings clocks that were on their way when a process stopped to where they were going.
    pub async fn finish_clocks(&self) -> Result<(), Failure> {
        let moving =
            self.store.read(|tx| -> Result<_, Failure> { Ok(store::company::moving(tx)?) });
        for company in moving.await? {
            match self.travel(&company).await {
                Err(failure @ Failure::Store(store::Error::Away(_))) => return Err(failure),
                Err(failure) => tracing::warn!(%company, ?failure, "a clock was not moved on"),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// One round of upkeep: clocks, entitlements, usage that waits, and positions of facts.
    async fn upkeep(&self) -> Result<(), Failure> {
        self.finish_clocks().await?;
        self.refresh_entitlements().await?;
        self.match_usage().await?;
        self.fill_metrics().await?;
        let waiting =
            self.store.read(|tx| -> Result<_, Failure> { Ok(store::fact::companies_waiting(tx)?) });
        for company in waiting.await? {
            self.arrange_facts(&company).await?;
        }
        Ok(())
    }

    /// Forgets answers to idempotency keys that are too old to be asked for again, and finishes
    /// what a process left when it died.
    async fn look_after_companies(&self) -> Result<(), Failure> {
        let mut last = CompanyId::default();
        loop {
            let after = last.clone();
            let ids = self.store.read(move |tx| -> Result<_, Failure> {
                Ok(store::company::ids_after(tx, &after)?)
            });
            let ids = ids.await?;
            let Some(end) = ids.last().cloned() else { return Ok(()) };
            for company in ids {
                self.forget_old_keys(&company).await?;
                self.finish_following(&company).await?;
                self.forget_jobs(&company).await?;
                self.forget_deliveries(&company).await?;
                self.internally(&company, templates::stock).await?;
            }
            last = end;
        }
    }
}
