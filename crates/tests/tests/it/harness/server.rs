//! The application served by this very process.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::Duration;

use api::{App, Settings};
use engine::clock::{SystemClock, WallClock};
use engine::ports::{MailRelay, Outside};
use engine::{Engine, Location};
use gateways::{Allowed, HttpReceivers};
use pages::Pages;
use pdf::Press;

use super::database::{Kind, fresh};
use super::{Answer, Request, Wire};

pub struct Server {
    pub kind: Kind,
    /// Where its database is.
    pub url: String,
    pub address: SocketAddr,
    pub engine: Arc<Engine>,
    /// The folder that its mails go into.
    pub mails: PathBuf,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

static SQLITE: LazyLock<Arc<Server>> = LazyLock::new(|| Server::alone(Kind::Sqlite));
static POSTGRES: LazyLock<Arc<Server>> = LazyLock::new(|| Server::alone(Kind::Postgres));

impl Server {
    /// The one that most tests use; its limits are off.
    pub fn shared(kind: Kind) -> Arc<Server> {
        match kind {
            Kind::Sqlite => Arc::clone(&SQLITE),
            Kind::Postgres => {
                // Asked here, so that each test says what is missing and not only the first.
                super::database::server();
                Arc::clone(&POSTGRES)
            }
        }
    }

    /// A server on a database of its own.
    pub fn alone(kind: Kind) -> Arc<Server> {
        Server::start(kind, &fresh(kind), Arc::new(SystemClock), 0)
    }

    /// One more server on the same database, as another process would be.
    pub fn beside(&self) -> Arc<Server> {
        Server::start(self.kind, &self.url, Arc::new(SystemClock), 0)
    }

    pub fn start(kind: Kind, url: &str, wall: Arc<dyn WallClock>, rate_limit: u32) -> Arc<Server> {
        let mails = super::database::scratch().join("mails");
        let relay = gateways::mail::relay(&format!("file:{}", mails.display())).unwrap();
        Server::connected(kind, url, (wall, rate_limit), (mails, Some(relay)))
    }

    /// The same, with somebody else who takes its mail, or nobody.
    pub fn mailing(kind: Kind, relay: Option<Arc<dyn MailRelay>>) -> Arc<Server> {
        let (url, clock) = (fresh(kind), Arc::new(SystemClock));
        Server::connected(kind, &url, (clock, 0), (PathBuf::new(), relay))
    }

    fn connected(
        kind: Kind,
        url: &str,
        (wall, rate_limit): (Arc<dyn WallClock>, u32),
        (mails, mail): (PathBuf, Option<Arc<dyn MailRelay>>),
    ) -> Arc<Server> {
        let location = Location::parse(url).unwrap();
        let engine = Arc::new(Engine::open(&location, wall).expect("the database opens"));
        engine.connect(Outside { mail, ..outside() });
        let pages = pages::routes(Pages::new(Arc::clone(&engine), api::document));
        let settings = Settings { rate_limit, pages, access_log: None };
        let app = Arc::new(App::new(Arc::clone(&engine), &settings).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        engine.reachable_at(&format!("http://{address}"));
        engine.print_with(Arc::new(Press::default()));
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let stopped = async { drop(stopped.await) };
                api::server::serve(app, listener, stopped).await;
            });
        });
        let (stop, thread) = (Some(stop), Some(thread));
        Arc::new(Server { kind, url: url.to_owned(), address, engine, mails, stop, thread })
    }

    /// A request outside of any company, its answer unchecked.
    pub fn ask(&self, request: &Request) -> Answer {
        Wire::open(self.address).unwrap().send(request).expect("the server answers")
    }
}

/// Everything outside is on this machine; what fails is tried again soon.
fn outside() -> Outside {
    Outside {
        receivers: Arc::new(HttpReceivers::new(Allowed { private_targets: true, itself: None })),
        dev_delivery: true,
        webhook_delays: vec![Duration::from_millis(300); 6],
        mail: None,
        mail_delays: vec![Duration::from_millis(200); 3],
    }
}

/// A server that no test holds any more gives its connections back.
impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
