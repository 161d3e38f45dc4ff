//! What the server does beside answering: every few seconds, and once more when it stops.

use std::sync::Arc;
use std::time::Duration;

use engine::Engine;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::server::probes;

const PAUSE: Duration = Duration::from_secs(3);
/// Every how many pauses old answers are cleared out: about once an hour.
const CLEAR_OUT: u32 = 1200;

/// How long billing rests when nothing is due.
const BILLING_PAUSE: Duration = Duration::from_secs(1);

pub(super) struct House {
    engine: Arc<Engine>,
    stop: watch::Sender<bool>,
    tasks: [JoinHandle<()>; 2],
}

pub(super) fn start(engine: Arc<Engine>) -> House {
    let (stop, mut told) = watch::channel(false);
    let billing = tokio::spawn(bill(Arc::clone(&engine), told.clone()));
    let own = Arc::clone(&engine);
    let house = tokio::spawn(async move {
        for round in (0_u32..=u32::MAX).cycle() {
            if *told.borrow() {
                break;
            }
            let mut kept = engine.keep_house().await;
            if kept.is_ok() && round % CLEAR_OUT == CLEAR_OUT - 1 {
                kept = engine.clear_out().await;
            }
            if let Err(failure) = kept {
                tracing::warn!(?failure, "keeping house failed and will be tried again");
            }
            write_down(&engine).await;
            probes::tidy_up();
            let _ = tokio::time::timeout(PAUSE, told.changed()).await;
        }
        write_down(&engine).await;
    });
    House { engine: own, stop, tasks: [house, billing] }
}

/// Bills what is due, again and again; a fault is told and tried again.
async fn bill(engine: Arc<Engine>, mut told: watch::Receiver<bool>) {
    while !*told.borrow() {
        if let Err(failure) = engine.bill_due().await {
            tracing::warn!(?failure, "billing failed and will be tried again");
        }
        let _ = tokio::time::timeout(BILLING_PAUSE, told.changed()).await;
    }
}

async fn write_down(engine: &Arc<Engine>) {
    let engine = Arc::clone(engine);
    let work = tokio::task::spawn_blocking(move || engine.write_down_token_use());
    if let Ok(Err(failure)) = work.await {
        tracing::warn!(?failure, "the use of tokens was not written down");
    }
}

impl House {
    pub(super) async fn stop(self) {
        self.engine.wind_down();
        let _ = self.stop.send(true);
        for task in self.tasks {
            let _ = task.await;
        }
    }
}
