//! One request from the door to the operation and back.
//!
//! In this order: who asks, how often, whether they may, what they send, and only then the work.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use engine::clock::Stopwatch;
use engine::idempotency::{Answer, Keyed};
use engine::tokens::Seal;
use engine::{Caller, Session};
use records::problem::Fault;
use serde_json::Value;

use crate::app::{App, Ready};
use crate::body;
use crate::call::Call;
use crate::operation::{Action, Steps};
use crate::problem::{Problem, unauthenticated};
use crate::server::asked::{Parsed, fingerprint, idempotency_key, parsed, query};
use crate::server::limiter::Allowance;
use crate::server::observe::{self, Served};

/// A body may have a mebibyte.
const BODY_LIMIT: usize = 1 << 20;

/// Who sends a body for longer than this is looked at again.
const SLOW_BODY: Duration = Duration::from_millis(200);

/// Runs one operation.
pub(crate) async fn run(
    app: Arc<App>,
    index: usize,
    params: RawPathParams,
    request: Request,
) -> Response<Body> {
    let id = observe::request_id(&request).to_owned();
    let mut served = Served::default();
    let ready = &app.operations[index];
    let outcome = perform(&app, ready, params, request, &mut served).await;
    let mut response = match outcome {
        Ok(answer) => success(answer),
        Err(problem) => {
            log_cause(&id, &problem);
            problem.response(&id)
        }
    };
    if let Some(allowance) = served.allowance {
        limits(&app, response.headers_mut(), allowance);
    }
    response.extensions_mut().insert(served);
    response
}

/// What went wrong inside is logged once, under the id that the client has.
fn log_cause(id: &str, problem: &Problem) {
    let Some(cause) = &problem.cause else { return };
    if problem.status == StatusCode::INTERNAL_SERVER_ERROR {
        tracing::error!(request_id = id, cause, "a request failed by a fault of ours");
    } else if problem.status.is_server_error() {
        tracing::warn!(request_id = id, cause, "the database could not serve a request");
    }
}

async fn perform(
    app: &Arc<App>,
    ready: &Ready,
    params: RawPathParams,
    request: Request,
    served: &mut Served,
) -> Result<Answer, Problem> {
    let (parts, body) = request.into_parts();
    let address = parts.extensions.get::<ConnectInfo<std::net::SocketAddr>>();
    let address = address.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let mut call = Call {
        path: params.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        ..Call::default()
    };
    if call.path.iter().any(|(_, segment)| segment.contains('\0')) {
        return Err(Problem::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here."));
    }
    let company = call.segment("company_id").to_owned();
    let caller = Caller { company: company.clone(), secret: bearer(app, &parts.headers, address)? };
    let now = app.engine.wall_now();
    let taken = app.limiter.take(&caller.secret, now);
    served.allowance = Some(taken);
    if !taken.allowed {
        return Err(too_many(taken));
    }
    let key = idempotency_key(&parts.headers)?;
    call.query = query(ready, parts.uri.query().unwrap_or_default())?;
    served.company.clone_from(&company);
    if let Action::Get(case) = ready.operation.action {
        let grant = ready.operation.grant;
        let work = app.engine.read_briefly(caller, grant, move |session| {
            Ok((case(session, &call)?, session.actor.token_id.clone()))
        });
        let (body, token) = work.await.map_err(|failure| known(app, failure.into(), address))?;
        served.token = token;
        return Ok(Answer { status: ready.operation.status, body, replayed: false });
    }
    let presented = caller.secret.clone();
    let watch = Stopwatch::start();
    let grant = ready.operation.grant;
    let actor = app.engine.authorize(caller.clone(), grant).await;
    let mut actor = actor.map_err(|failure| known(app, failure.into(), address))?;
    served.token.clone_from(&actor.token_id);
    let bytes = body::read(&parts.headers, body, BODY_LIMIT).await?;
    if watch.elapsed() > SLOW_BODY {
        // The token may have been revoked while the body came in.
        let again = app.engine.authorize(caller, grant).await;
        actor = again.map_err(|failure| known(app, failure.into(), address))?;
    }
    call.body = match parsed(app, ready, &parts.headers, &bytes)? {
        Parsed::Taken(body) => body,
        Parsed::Faulty(body, faults) => {
            call.body = body;
            return Err(everything_wrong(app, ready, (company, actor), call, faults).await);
        }
    };
    let keyed = key.map(|key| {
        let path = parts.uri.path_and_query().map_or("", |p| p.as_str());
        let fingerprint = fingerprint(parts.method.as_str(), path, &bytes);
        let secret = matches!(ready.operation.action, Action::WriteSecret(_));
        let seal = secret.then(|| Seal { secret: presented.clone(), key: key.clone() });
        Keyed { key, fingerprint, seal }
    });
    let engine = Arc::clone(&app.engine);
    act(ready, Steps { engine, company, actor, keyed, call }).await
}

async fn act(ready: &Ready, steps: Steps) -> Result<Answer, Problem> {
    let status = ready.operation.status;
    let plain = move |body| Answer { status, body, replayed: false };
    let done = match ready.operation.action {
        Action::Get(case) | Action::Search(case) => {
            let Steps { engine, company, actor, call, .. } = steps;
            engine.look(&company, actor, move |session| case(session, &call)).await.map(plain)
        }
        Action::Write(case) | Action::WriteSecret(case) => {
            let Steps { engine, company, actor, keyed, call } = steps;
            let work = move |session: &mut Session<'_, '_>| case(session, &call).map(plain);
            engine.perform(&company, actor, keyed, work).await
        }
        Action::Steps(run) => run(steps).await,
    };
    done.map_err(Problem::from)
}

/// The secret of the Authorization header; one that cannot be a token is not looked up.
fn bearer(app: &App, headers: &HeaderMap, address: IpAddr) -> Result<String, Problem> {
    let header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let secret = header.and_then(|text| {
        let (scheme, secret) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim().to_owned())
    });
    secret
        .filter(|secret| engine::tokens::well_formed(secret))
        .ok_or_else(|| stranger(app, address))
}

/// Counts a wrong token; an address that guesses is slowed down, good tokens from it are not.
fn stranger(app: &App, address: IpAddr) -> Problem {
    let taken = app.strangers.take(&address, app.engine.wall_now());
    if taken.allowed { unauthenticated() } else { too_many(taken) }
}

/// A well-formed token that nobody has counts as wrong, too.
fn known(app: &App, problem: Problem, address: IpAddr) -> Problem {
    match problem.status {
        StatusCode::UNAUTHORIZED => stranger(app, address),
        _ => problem,
    }
}

fn too_many(allowance: Allowance) -> Problem {
    let detail = "Too many requests; slow down.";
    let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", detail);
    Problem { retry_after: Some(allowance.retry_after), ..problem }
}

/// The faults of shape, and those of meaning that the rest of the body has: one answer for all.
async fn everything_wrong(
    app: &Arc<App>,
    ready: &Ready,
    (company, actor): (String, engine::Actor),
    mut call: Call,
    mut faults: Vec<Fault>,
) -> Problem {
    let field = |pointer: &str| pointer.split('/').nth(1).unwrap_or_default().to_owned();
    let misshapen: Vec<String> = faults.iter().map(|fault| field(&fault.pointer)).collect();
    let action = &ready.operation.action;
    if let (Action::Write(case) | Action::WriteSecret(case), Value::Object(body)) =
        (action, &mut call.body)
    {
        body.retain(|name, _| !misshapen.contains(&name.replace('~', "~0").replace('/', "~1")));
        let case = *case;
        let work = move |session: &mut Session<'_, '_>| case(session, &call);
        let meant = app.engine.rehearse(&company, actor, work).await;
        // What only seems to be missing was taken out above.
        let new = |fault: &Fault| {
            let told = fault.code != "required" && !fault.pointer.is_empty();
            told && !misshapen.contains(&field(&fault.pointer))
        };
        faults.extend(meant.into_iter().filter(new));
    }
    Problem::invalid(faults)
}

fn success(answer: Answer) -> Response<Body> {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if answer.replayed {
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    response
}

/// `RateLimit` as the draft of the IETF has it.
fn limits(app: &App, headers: &mut HeaderMap, allowance: Allowance) {
    let (rate, burst) = app.limiter.policy();
    if rate == 0 {
        return;
    }
    let policy = format!("\"token\";q={burst};w={}", burst.div_ceil(rate));
    let left = format!("\"token\";r={};t={}", allowance.remaining, allowance.retry_after);
    for (name, value) in [("ratelimit-policy", policy), ("ratelimit", left)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
}
