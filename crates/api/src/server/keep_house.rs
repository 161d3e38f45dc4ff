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

pub(super) struct House {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

pub(super) fn start(engine: Arc<Engine>) -> House {
    let (stop, mut told) = watch::channel(false);
    let task = tokio::spawn(async move {
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
    House { stop, task }
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
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}
