//! Reads by key take a shorter way than the router and its layers: they are most of what is asked,
//! and most of them cost less than that way does.
//!
//! Who asks, what is checked and what is answered are the same; a path that has to be decoded, or
//! a method that is not GET, goes the long way.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, header};
use engine::idempotency::Answer;
use engine::{Caller, Failure, Pending};
use records::TokenId;
use tower::{Layer as _, ServiceExt as _, service_fn};

use crate::app::{App, Ready, WORTH_PACKING, compression, panicked};
use crate::call::Call;
use crate::operation::{Action, Case};
use crate::problem::Problem;
use crate::server::admit::{Admitted, Asked, admit, known};
use crate::server::answer::finished;
use crate::server::deadline::{WORK, within};
use crate::server::observe::{Served, Watched};

/// Every path of an operation, and the read that a GET of it is.
pub(crate) struct Reads(matchit::Router<Option<usize>>);

impl Reads {
    /// Paths that are no reads are known, too, so that none of them is taken for one.
    pub(crate) fn of(operations: &[Ready]) -> Result<Reads, String> {
        let mut paths: Vec<(&str, Option<usize>)> = Vec::new();
        for (index, ready) in operations.iter().enumerate() {
            let read = matches!(ready.operation.action, Action::Get(_))
                && ready.operation.method == Method::GET;
            let read = read.then_some(index);
            match paths.iter_mut().find(|(route, _)| *route == ready.route) {
                Some((_, known)) => *known = known.or(read),
                None => paths.push((&ready.route, read)),
            }
        }
        let mut router = matchit::Router::new();
        for (route, read) in paths {
            router.insert(route, read).map_err(|error| error.to_string())?;
        }
        Ok(Reads(router))
    }

    /// The read that a path names, with its parameters.
    fn find<'r, 'p>(&'r self, path: &'p str) -> Option<(usize, matchit::Params<'r, 'p>)> {
        let found = self.0.at(path).ok()?;
        Some(((*found.value)?, found.params))
    }
}

/// An answer that is there, or one that comes.
pub(super) enum Answering {
    Now(Option<Response<Body>>),
    Later(Pin<Box<dyn Future<Output = Response<Body>> + Send>>),
}

impl Future for Answering {
    type Output = Response<Body>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response<Body>> {
        match &mut *self {
            Answering::Now(response) => response.take().map_or(Poll::Pending, Poll::Ready),
            Answering::Later(response) => response.as_mut().poll(context),
        }
    }
}

/// The answer of a read, and the token that asked for it.
type ReadAnswer = (String, TokenId);

/// Answers a request that is a read; nothing where it has to go the long way.
pub(super) fn answer<B>(
    app: &Arc<App>,
    request: &Request<B>,
    address: SocketAddr,
) -> Option<Answering> {
    let (path, headers) = (request.uri().path(), request.headers());
    if request.method() != Method::GET || path.contains('%') {
        return None;
    }
    let (index, params) = app.reads.find(path)?;
    let ready = app.interface.operations.get(index)?;
    let Action::Get(case) = ready.operation.action else { return None };
    let watched = Watched::start(request.method());
    let mut reading = Reading { watched, served: Served::default(), address: address.ip() };
    let segments = params.iter().map(|(_, segment)| segment.to_owned());
    let asked = Asked {
        path: ready.names.iter().copied().zip(segments).collect(),
        query: request.uri().query().unwrap_or_default(),
        headers,
        address: reading.address,
    };
    let begun = catch_unwind(AssertUnwindSafe(|| reading.begin((app, ready), case, asked)));
    let Ok(begun) = begun else {
        return Some(Answering::Now(Some(reading.end((app, ready), panicked()))));
    };
    let accepted = headers.get_all(header::ACCEPT_ENCODING);
    Some(match begun {
        Begun::Done(outcome) if accepted.iter().next().is_none() => {
            let response = plain(finished(app, reading.watched.id, &reading.served, outcome));
            Answering::Now(Some(reading.end((app, ready), response)))
        }
        begun => {
            let accepted = accepted.iter().map(|value| (header::ACCEPT_ENCODING, value.clone()));
            let accepted = accepted.collect();
            Answering::Later(Box::pin(reading.later((Arc::clone(app), index), begun, accepted)))
        }
    })
}

/// A read between its request and its answer.
struct Reading {
    watched: Watched,
    served: Served,
    address: IpAddr,
}

enum Begun {
    Done(Result<Answer, Problem>),
    Waits(Pending<ReadAnswer, Failure>),
}

impl Reading {
    fn begin(&mut self, (app, ready): (&App, &Ready), case: Case, asked: Asked<'_>) -> Begun {
        let Admitted { call, caller, .. } = match admit(app, ready, asked, &mut self.served) {
            Ok(admitted) => admitted,
            Err(problem) => return Begun::Done(Err(problem)),
        };
        match read(app, ready, case, (call, caller)).now() {
            Ok(outcome) => Begun::Done(self.answered((app, ready), outcome)),
            Err(pending) => Begun::Waits(pending),
        }
    }

    fn answered(
        &mut self,
        (app, ready): (&App, &Ready),
        outcome: Result<ReadAnswer, Failure>,
    ) -> Result<Answer, Problem> {
        answered(app, ready, self.address, &mut self.served, outcome)
    }

    /// What has to wait for the database, or is compressed.
    async fn later(
        mut self,
        (app, index): (Arc<App>, usize),
        begun: Begun,
        accepted: HeaderMap,
    ) -> Response<Body> {
        let ready = &app.interface.operations[index];
        let outcome = match begun {
            Begun::Done(outcome) => outcome,
            Begun::Waits(pending) => {
                let outcome = within(WORK, pending).await;
                self.answered((&app, ready), outcome)
            }
        };
        let response = finished(&app, self.watched.id, &self.served, outcome);
        let response = packed(accepted, response).await;
        self.end((&app, ready), response)
    }

    fn end(&self, (app, ready): (&App, &Ready), response: Response<Body>) -> Response<Body> {
        self.watched.end(app, &ready.route, &self.served, response)
    }
}

/// Authorizes and reads; on SQLite this is done when it returns.
pub(super) fn read(
    app: &App,
    ready: &Ready,
    case: Case,
    (call, caller): (Call, Caller),
) -> Pending<ReadAnswer, Failure> {
    app.engine.read_briefly(caller, ready.operation.grant, move |session| {
        let body = case(session, &call)?;
        Ok((body, std::mem::take(&mut session.actor.token_id)))
    })
}

/// What a read has come to.
pub(super) fn answered(
    app: &App,
    ready: &Ready,
    address: IpAddr,
    served: &mut Served,
    outcome: Result<ReadAnswer, Failure>,
) -> Result<Answer, Problem> {
    let (body, token) = outcome.map_err(|failure| known(app, failure.into(), address))?;
    served.token = token;
    Ok(Answer { status: ready.operation.status, body, replayed: false })
}

/// The answer to somebody who accepts no compression; it says that others may get another.
fn plain(mut response: Response<Body>) -> Response<Body> {
    let size = response.body().size_hint().exact();
    if size.is_none_or(|size| size >= WORTH_PACKING) {
        let header = HeaderValue::from_static("accept-encoding");
        response.headers_mut().insert(header::VARY, header);
    }
    response
}

/// The answer through the same layer that is round the router.
pub(super) async fn packed(accepted: HeaderMap, response: Response<Body>) -> Response<Body> {
    let mut request = Request::new(());
    *request.headers_mut() = accepted;
    let mut response = Some(response);
    let inner = service_fn(move |_| ready(Ok(response.take().unwrap_or_default())));
    let answer: Result<_, Infallible> = compression().layer(inner).oneshot(request).await;
    answer.unwrap_or_else(|never| match never {}).map(Body::new)
}
