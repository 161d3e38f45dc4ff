//! A connection to a PostgreSQL server that is waited for with patience, but not without end.
//!
//! The library's own blocking client waits for ever: a server that stands still, and whose machine
//! still takes packets, would keep its threads, and everybody who waits for them.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{AsyncMessage, Config, NoTls, SimpleQueryMessage, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::Error;

/// A little longer than the server itself lets a statement run.
const PATIENCE: Duration = Duration::from_secs(65);
/// How often somebody who waits looks whether it is still worth while.
const LOOK: Duration = Duration::from_millis(250);

pub(super) struct Client {
    runtime: Runtime,
    client: tokio_postgres::Client,
    link: Box<dyn Link>,
    encrypted: bool,
    /// It said something that ends it, or nothing for too long.
    broken: bool,
    /// None for work that may take as long as it takes.
    patience: Option<Duration>,
    /// Set when nobody has time any more.
    hurry: Arc<AtomicBool>,
}

/// Why a connection was not opened.
pub(super) struct Unopened {
    pub(super) error: Error,
    /// Whether it may be opened with TLS where it was tried without, or the other way round.
    pub(super) other_way: bool,
}

impl Client {
    /// Opens a connection within the limit.
    pub(super) fn open(
        config: &Config,
        tls: Option<MakeRustlsConnect>,
        hurry: &Arc<AtomicBool>,
    ) -> Result<Client, Unopened> {
        let limit = config.get_connect_timeout().copied().unwrap_or(PATIENCE);
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Unopened::away(error.to_string()))?;
        let encrypted = Arc::new(AtomicBool::new(false));
        let opened = match tls {
            Some(tls) => {
                let tls = Noting { tls, encrypted: Arc::clone(&encrypted) };
                runtime.block_on(patiently(connected(config, tls), Some(limit), hurry))
            }
            None => runtime.block_on(patiently(connected(config, NoTls), Some(limit), hurry)),
        };
        let why = || Err(Unopened::away(format!("PostgreSQL did not answer in {limit:?}")));
        let (client, link) = match opened.unwrap_or_else(why) {
            Ok(opened) => opened,
            Err(unopened) => {
                // The name of a host may still be looked up, and nobody waits for it.
                runtime.shutdown_background();
                return Err(unopened);
            }
        };
        Ok(Client {
            runtime,
            client,
            link,
            encrypted: encrypted.load(Ordering::Relaxed),
            broken: false,
            patience: Some(PATIENCE),
            hurry: Arc::clone(hurry),
        })
    }

    pub(super) fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    pub(super) fn is_closed(&self) -> bool {
        self.broken || self.client.is_closed()
    }

    /// Waits for a statement as long as statements take, or as long as it takes.
    pub(super) fn be_patient(&mut self, without_end: bool) {
        self.patience = (!without_end).then_some(PATIENCE);
    }

    /// Asks the server, and waits for what it says.
    pub(super) fn ask<T>(
        &mut self,
        work: impl AsyncFnOnce(&tokio_postgres::Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Error> {
        let Client { runtime, client, link, broken, patience, hurry, .. } = self;
        let both = async {
            let mut work = pin!(work(client));
            poll_fn(|context| match link.listen(context) {
                Err(error) => {
                    *broken = true;
                    Poll::Ready(Err(error))
                }
                Ok(()) => work.as_mut().poll(context),
            })
            .await
        };
        let end = runtime.block_on(patiently(both, *patience, hurry));
        match end {
            Some(end) => Ok(end?),
            None => {
                self.broken = true;
                Err(Error::Away("PostgreSQL does not answer".to_owned()))
            }
        }
    }

    /// The one word that a script answers with.
    pub(super) fn say(&mut self, sql: &str) -> Result<String, Error> {
        let messages = self.ask(async |client| client.simple_query(sql).await)?;
        let mut words = messages.into_iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        words.next().ok_or_else(|| Error::Broken(format!("no answer to {sql}")))
    }
}

type Opened = (tokio_postgres::Client, Box<dyn Link>);

async fn connected<T>(config: &Config, tls: T) -> Result<Opened, Unopened>
where
    T: MakeTlsConnect<Socket>,
    T::Stream: Send + 'static,
{
    match config.connect(tls).await {
        Err(error) => Err(Unopened::by(&error)),
        Ok((client, connection)) => Ok((client, Box::new(connection))),
    }
}

/// What comes of it, unless that takes too long or nobody has time any more.
async fn patiently<T>(
    work: impl Future<Output = T>,
    most: Option<Duration>,
    hurry: &AtomicBool,
) -> Option<T> {
    let (mut work, mut waited) = (pin!(work), Duration::ZERO);
    loop {
        match timeout(LOOK, work.as_mut()).await {
            Ok(end) => return Some(end),
            Err(_) => waited += LOOK,
        }
        if hurry.load(Ordering::Relaxed) || most.is_some_and(|most| waited >= most) {
            return None;
        }
    }
}

impl Unopened {
    fn away(why: String) -> Unopened {
        Unopened { error: Error::Away(why), other_way: false }
    }

    /// Whatever keeps a connection from being opened may pass: a limit, a password that is being
    /// changed, a server that starts.
    fn by(error: &tokio_postgres::Error) -> Unopened {
        let text = crate::error::describe(error);
        let code = error.code().map(|code| code.code().to_owned());
        let refused = code.as_deref().is_some_and(|code| code.starts_with("28"));
        let tls = text.starts_with("error performing TLS handshake");
        let error = match code.as_deref() {
            Some("53300") => Error::Full(text),
            Some(code) => Error::Away(format!("{text} ({code})")),
            None => Error::Away(text),
        };
        Unopened { error, other_way: refused || tls }
    }
}

/// The other half of a connection: what makes messages arrive.
trait Link: Send {
    /// Takes what has arrived; an error ends the connection.
    fn listen(&mut self, context: &mut Context<'_>) -> Result<(), tokio_postgres::Error>;
}

impl<S> Link for tokio_postgres::Connection<Socket, S>
where
    S: tokio_postgres::tls::TlsStream + Unpin + Send,
{
    fn listen(&mut self, context: &mut Context<'_>) -> Result<(), tokio_postgres::Error> {
        loop {
            match self.poll_message(context) {
                Poll::Ready(Some(Ok(AsyncMessage::Notice(notice)))) => {
                    tracing::debug!(%notice, "PostgreSQL says");
                }
                Poll::Ready(Some(Ok(_))) => {}
                Poll::Ready(Some(Err(error))) => return Err(error),
                Poll::Ready(None) | Poll::Pending => return Ok(()),
            }
        }
    }
}

/// Notes whether a server took us up on TLS.
#[derive(Clone)]
struct Noting<T> {
    tls: T,
    encrypted: Arc<AtomicBool>,
}

impl<T: MakeTlsConnect<Socket>> MakeTlsConnect<Socket> for Noting<T> {
    type Stream = T::Stream;
    type TlsConnect = Noting<T::TlsConnect>;
    type Error = T::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Self::TlsConnect, T::Error> {
        let tls = self.tls.make_tls_connect(host)?;
        Ok(Noting { tls, encrypted: Arc::clone(&self.encrypted) })
    }
}

impl<T: TlsConnect<Socket>> TlsConnect<Socket> for Noting<T> {
    type Stream = T::Stream;
    type Error = T::Error;
    type Future = T::Future;

    fn connect(self, socket: Socket) -> T::Future {
        self.encrypted.store(true, Ordering::Relaxed);
        self.tls.connect(socket)
    }
}
