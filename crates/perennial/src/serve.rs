//! `perennial serve`

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

use api::{App, Settings};
use engine::clock::{SystemClock, WallClock};
use engine::ports::Outside;
use engine::{Engine, Location};
use gateways::{Allowed, HttpReceivers, mail};
use pages::Pages;
use pdf::Press;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};

use crate::arguments::ServeOptions;
use crate::exit::Ended;
use crate::logs::{self, Logs};

/// What is known once the server listens.
pub struct Listening {
    /// Where clients reach it, without a slash at the end.
    pub public_url: String,
}

pub fn run(options: &ServeOptions) -> Result<(), Ended> {
    start(options, |_, _, _| Ok(()))
}

/// Opens the database, tells `ready` where the server is, and serves until it is told to stop.
pub fn start(
    options: &ServeOptions,
    ready: impl FnOnce(&Runtime, &Engine, &Listening) -> Result<(), Ended>,
) -> Result<(), Ended> {
    api::prepare();
    let logs = logs::start();
    // More connections than the usual soft limit allows.
    let _ = rlimit::increase_nofile_limit(65_536);
    let location = Location::parse(&options.database.url).map_err(engine::Failure::from)?;
    let clock: Arc<dyn WallClock> = Arc::new(SystemClock);
    let engine = Arc::new(Engine::open_alone(&location, clock)?);
    let app = application(&engine, options, &logs)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Ended::Failed(format!("cannot start threads: {error}")))?;
    let listener = bind(&runtime, &options.listen)
        .map_err(|e| Ended::Failed(format!("cannot listen on {}: {e}", options.listen)))?;
    let listening = announce(&listener, options)?;
    engine.connect(outside(options, listener.local_addr().ok())?);
    engine.reachable_at(&listening.public_url);
    engine.print_with(Arc::new(Press::default()));
    ready(&runtime, &engine, &listening)?;
    tracing::info!(url = listening.public_url, "listening");
    runtime.block_on(api::server::serve(app, listener, told_to_stop()));
    runtime.shutdown_timeout(LAST_ANSWERS);
    if let Some(engine) = Arc::into_inner(engine) {
        engine.stop();
    }
    tracing::info!("stopped");
    Ok(())
}

/// How this server reaches the outside.
fn outside(options: &ServeOptions, itself: Option<SocketAddr>) -> Result<Outside, Ended> {
    let (demo, options) = (options.demo, &options.outside);
    let itself = itself.filter(|_| demo);
    let allowed = Allowed { private_targets: options.allow_private_targets, itself };
    let delays = options.webhook_delays.iter();
    let mail = options.smtp_url.as_deref().map(mail::relay).transpose();
    Ok(Outside {
        receivers: Arc::new(HttpReceivers::new(allowed)),
        dev_delivery: options.allow_dev_delivery || demo,
        webhook_delays: delays.map(|seconds| Duration::from_secs((*seconds).into())).collect(),
        mail: mail.map_err(|why| Ended::Failed(format!("--smtp-url: {why}")))?,
        mail_delays: mail::DELAYS.to_vec(),
    })
}

/// The API with the pages beside it.
fn application(
    engine: &Arc<Engine>,
    options: &ServeOptions,
    logs: &Logs,
) -> Result<Arc<App>, Ended> {
    let pages = pages::routes(Pages::new(Arc::clone(engine), api::document));
    let settings = Settings {
        rate_limit: options.rate_limit,
        pages: if options.demo { pages.merge(pages::arrivals()) } else { pages },
        access_log: logs.access.clone(),
    };
    Ok(Arc::new(App::new(Arc::clone(engine), &settings).map_err(Ended::Failed)?))
}

/// How long what waits for a database that does not answer may hold up the end.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// How many connections may wait to be accepted.
const BACKLOG: u32 = 4096;

fn bind(runtime: &Runtime, address: &str) -> std::io::Result<TcpListener> {
    let _inside = runtime.enter();
    let mut refused = std::io::Error::other("it names no address");
    for address in address.to_socket_addrs()? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

fn announce(listener: &TcpListener, options: &ServeOptions) -> Result<Listening, Ended> {
    let address = listener.local_addr().map_err(|e| Ended::Failed(e.to_string()))?;
    if let Some(path) = &options.port_file {
        std::fs::write(path, address.port().to_string())
            .map_err(|e| Ended::Failed(format!("cannot write {}: {e}", path.display())))?;
    }
    let public_url = options.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
    Ok(Listening { public_url: public_url.trim_end_matches('/').to_owned() })
}

/// Completes on SIGTERM or SIGINT.
async fn told_to_stop() {
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
