//! Receivers of events over HTTP: one request, one answer, within a time.
//!
//! Names are resolved here and the connection goes to the very address that was checked, so a name
//! that answers differently the second time gains nothing. No proxy, no redirect, no cookie.

mod answer;
mod connect;
mod idle;
mod target;
mod tls;

use std::net::SocketAddr;
use std::sync::Arc;

use engine::clock::Stopwatch;
use engine::ports::{Calling, Parcel, Receipt, Receivers};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::SendRequest;

use connect::connect;
use idle::Idle;
use target::Target;

/// What is allowed beyond public addresses by https.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed {
    /// Addresses of the inside, and plain http to them: for trying, and for receivers next door.
    pub private_targets: bool,
    /// The address of this very server, where it has an endpoint of its own.
    pub itself: Option<SocketAddr>,
}

/// Finds the addresses of a host and a port.
pub type Resolve =
    Arc<dyn Fn(String, u16) -> Calling<'static, std::io::Result<Vec<SocketAddr>>> + Send + Sync>;

pub struct HttpReceivers {
    allowed: Allowed,
    resolve: Resolve,
    tls: Arc<rustls::ClientConfig>,
    idle: Idle,
}

type Sender = SendRequest<Full<Bytes>>;

impl HttpReceivers {
    /// With the names and the certificates that this machine knows.
    pub fn new(allowed: Allowed) -> HttpReceivers {
        HttpReceivers::resolving(allowed, Arc::new(|host, port| Box::pin(lookup(host, port))))
    }

    /// The same by names of somebody else's.
    pub fn resolving(allowed: Allowed, resolve: Resolve) -> HttpReceivers {
        HttpReceivers { allowed, resolve, tls: tls::config(), idle: Idle::default() }
    }

    async fn exchange(&self, parcel: &Parcel) -> Result<Receipt, String> {
        let target = Target::parse(&parcel.url, parcel.plain || self.allowed.private_targets)?;
        let request = request(&target, parcel)?;
        if let Some(mut sender) = self.idle.take(&target) {
            // One that has just been closed by the other side has not taken the request.
            match sender.try_send_request(request).await {
                Ok(answer) => return Ok(self.read(target, sender, answer).await),
                Err(mut failed) => match failed.take_message() {
                    Some(request) => return self.send_fresh(target, request).await,
                    None => return Err(spoken(&failed.into_error())),
                },
            }
        }
        self.send_fresh(target, request).await
    }

    async fn send_fresh(
        &self,
        target: Target,
        request: Request<Full<Bytes>>,
    ) -> Result<Receipt, String> {
        let mut sender = connect(&target, self.allowed, (&self.resolve, &self.tls)).await?;
        let answer = sender.send_request(request).await.map_err(|error| spoken(&error))?;
        Ok(self.read(target, sender, answer).await)
    }

    async fn read(
        &self,
        target: Target,
        sender: Sender,
        answer: hyper::Response<hyper::body::Incoming>,
    ) -> Receipt {
        let status = answer.status().as_u16();
        let (body, whole) = answer::beginning(answer.into_body()).await;
        if whole {
            self.idle.keep(target, sender);
        }
        Receipt { status: Some(status), body, ..Receipt::default() }
    }
}

impl Receivers for HttpReceivers {
    fn refuses(&self, url: &str, plain: bool) -> Option<String> {
        let target = match Target::parse(url, plain || self.allowed.private_targets) {
            Ok(target) => target,
            Err(sentence) => return Some(sentence),
        };
        let literal = target.literal()?;
        connect::refused((literal, target.port).into(), self.allowed)
    }

    fn post<'a>(&'a self, parcel: &'a Parcel) -> Calling<'a, Receipt> {
        Box::pin(async move {
            let watch = Stopwatch::start();
            let within = tokio::time::timeout(parcel.within, self.exchange(parcel)).await;
            let receipt = match within {
                Ok(Ok(receipt)) => receipt,
                Ok(Err(trouble)) => failed(trouble),
                Err(_) => failed(format!("no answer within {} s", parcel.within.as_secs_f64())),
            };
            Receipt { took: watch.elapsed(), ..receipt }
        })
    }
}

fn failed(trouble: String) -> Receipt {
    Receipt { trouble: Some(trouble), ..Receipt::default() }
}

fn request(target: &Target, parcel: &Parcel) -> Result<Request<Full<Bytes>>, String> {
    let mut request = Request::post(target.path()).header("host", target.authority());
    for (name, value) in &parcel.headers {
        request = request.header(name, value);
    }
    let body = Full::new(Bytes::from(parcel.body.clone()));
    request.body(body).map_err(|error| format!("the request cannot be written: {error}"))
}

/// What went wrong on the wire, with its cause.
fn spoken(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

async fn lookup(host: String, port: u16) -> std::io::Result<Vec<SocketAddr>> {
    tokio::net::lookup_host((host.as_str(), port)).await.map(Iterator::collect)
}
