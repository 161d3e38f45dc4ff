//! The server: accepts connections, bounds their time, and ends in good order.

mod admit;
mod answer;
mod asked;
pub(crate) mod cache;
pub(crate) mod deadline;
pub(crate) mod dispatch;
pub(crate) mod limiter;
pub(crate) mod observe;
mod patience;
pub(crate) mod probes;
pub(crate) mod problem;
pub(crate) mod read;
mod unparsed;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::Request;
use engine::BackgroundWork;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

use crate::App;
use crate::server::patience::{Activity, Patience};
use crate::server::read::Answering;
use crate::server::unparsed::Unparsed;

/// How long running requests and background work may go on once the server is told to stop.
const GRACE: Duration = Duration::from_secs(25);

/// Serves until `stop` completes, then lets running requests end.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    probes::collect();
    let graceful = GracefulShutdown::new();
    let running = Running::default();
    let door = Door { router: app.router(), app: Arc::clone(&app), running: running.clone() };
    let door = Arc::new(door);
    let background = BackgroundWork::start(Arc::clone(&app.engine));
    let upkeep = probes::keep_up();
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                connection(stream, address, Arc::clone(&door), &graceful);
            }
            Err(error) => {
                // Out of file descriptors, most likely: wait until some are free again.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    tracing::info!("stopping: running requests may finish");
    let finished = async {
        tokio::select! {
            () = graceful.shutdown() => {}
            // Connections that ask nothing are not waited for.
            () = running.none() => {}
        }
    };
    let ended = async {
        finished.await;
        background.stop().await;
    };
    if tokio::time::timeout(GRACE, ended).await.is_err() {
        tracing::warn!("some work did not finish in time");
    }
    upkeep.abort();
}

/// What every connection leads to.
struct Door {
    app: Arc<App>,
    router: axum::Router,
    running: Running,
}

impl Door {
    /// A read by key is answered on the spot; everything else goes through the router.
    fn answer(&self, mut request: Request<Incoming>, address: SocketAddr) -> Answering {
        read::answer(&self.app, &request, address).unwrap_or_else(|| {
            request.extensions_mut().insert(ConnectInfo(address));
            let answer = self.router.clone().oneshot(request.map(axum::body::Body::new));
            let answer = async { answer.await.unwrap_or_else(|never| match never {}) };
            Answering::Later(Box::pin(answer))
        })
    }
}

fn connection(
    stream: TcpStream,
    address: SocketAddr,
    door: Arc<Door>,
    graceful: &GracefulShutdown,
) {
    let _ = stream.set_nodelay(true);
    let activity = Arc::new(Activity::default());
    let seen = Arc::clone(&activity);
    let service = service_fn(move |request: Request<Incoming>| {
        seen.begin();
        let answer = door.answer(request, address);
        // What is answered already does not run any more.
        let later = matches!(answer, Answering::Later(_));
        let run = later.then(|| (door.running.enter(), seen.run()));
        async move {
            let answer = answer.await;
            drop(run);
            Ok::<_, Infallible>(answer)
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        // Idle and slow clients are ours to watch, see `patience`.
        .header_read_timeout(None)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Unparsed::new(stream)), service);
    // A client that goes away in the middle is no news.
    tokio::spawn(Patience::with(graceful.watch(connection), activity));
}

/// How many requests are being answered.
#[derive(Clone, Default)]
struct Running(Arc<AtomicUsize>);

/// One of them; it ends when this is dropped.
struct Run(Arc<AtomicUsize>);

impl Running {
    fn enter(&self) -> Run {
        self.0.fetch_add(1, Ordering::SeqCst);
        Run(Arc::clone(&self.0))
    }

    /// Completes when nothing runs any more and the last answers have had time to leave.
    async fn none(&self) {
        while self.0.load(Ordering::SeqCst) > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
