//! What the server does beside answering: every few seconds, and once more when it stops.

use std::sync::Arc;
use std::time::Duration;

use engine::Engine;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const PAUSE: Duration = Duration::from_secs(3);

pub(super) struct House {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

pub(super) fn start(engine: Arc<Engine>) -> House {
    let (stop, mut told) = watch::channel(false);
    let task = tokio::spawn(async move {
        while !*told.borrow() {
            if let Err(failure) = engine.keep_house().await {
                tracing::warn!(?failure, "keeping house failed and will be tried again");
            }
            write_down(&engine).await;
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
