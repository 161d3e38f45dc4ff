//! One request from the door to the operation and back.
//!
//! In this order: who asks, how often, whether they may, what they send, and only then the work.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::http::Response;
use engine::clock::Stopwatch;
use engine::idempotency::{Answer, Keyed};
use engine::tokens::Seal;
use engine::{Failure, Refusal, Session};
use records::CompanyId;
use records::problem::Fault;
use serde_json::Value;

use crate::app::{App, Ready};
use crate::body;
use crate::call::Call;
use crate::operation::{Action, Steps};
use crate::problem::Problem;
use crate::server::admit::{Admitted, Asked, admit, known};
use crate::server::answer::finished;
use crate::server::asked::{Parsed, fingerprint, parsed};
use crate::server::deadline::{WHO, WORK, within};
use crate::server::observe::{self, Served};
use crate::server::read::{answered, read};

/// A body may have a mebibyte.
const BODY_LIMIT: usize = 1 << 20;

/// One with very many records may have eight.
const BULK_LIMIT: usize = 8 << 20;

/// Who sends a body for longer than this is looked at again.
const SLOW_BODY: Duration = Duration::from_millis(200);

/// Runs one operation.
pub(crate) async fn run(
    app: Arc<App>,
    index: usize,
    params: RawPathParams,
    request: Request,
) -> Response<Body> {
    let id = observe::request_id(&request);
    let mut served = Served::default();
    let ready = &app.interface.operations[index];
    let outcome = perform(&app, ready, params, request, &mut served).await;
    let mut response = finished(&app, id, &served, outcome);
    response.extensions_mut().insert(served);
    response
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
    let segments = params.iter().map(|(_, segment)| segment.to_owned());
    let asked = Asked {
        path: ready.names.iter().copied().zip(segments).collect(),
        query: parts.uri.query().unwrap_or_default(),
        headers: &parts.headers,
        address,
    };
    let Admitted { mut call, caller, key } = admit(app, ready, asked, served)?;
    if let Action::Get(case) = ready.operation.action {
        let outcome = within(WORK, read(app, ready, case, (call, caller))).await;
        return answered(app, ready, address, served, outcome);
    }
    let company = CompanyId::clone(&caller.company);
    let presented = caller.secret.clone();
    let watch = Stopwatch::start();
    let grant = ready.operation.grant;
    let actor = within(WHO, app.engine.authorize(caller.clone(), grant)).await;
    let mut actor = actor.map_err(|failure| known(app, failure.into(), address))?;
    served.token.clone_from(&actor.token_id);
    let bytes = body::read(&parts.headers, body, body_limit(ready)).await?;
    if watch.elapsed() > SLOW_BODY {
        // The token may have been revoked while the body came in.
        let again = within(WHO, app.engine.authorize(caller, grant)).await;
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
        let seal = secret.then(|| Seal { secret: presented.as_str().to_owned(), key: key.clone() });
        Keyed { key, fingerprint, seal }
    });
    let engine = Arc::clone(&app.engine);
    act(ready, Steps { engine, company, actor, keyed, call }).await
}

fn body_limit(ready: &Ready) -> usize {
    match ready.operation.action {
        Action::Bulk(_) | Action::WriteLong(_) => BULK_LIMIT,
        Action::Get(_)
        | Action::Search(_)
        | Action::Write(_)
        | Action::WriteFollowed(_)
        | Action::WriteSecret(_)
        | Action::Steps(_) => BODY_LIMIT,
    }
}

async fn act(ready: &Ready, steps: Steps) -> Result<Answer, Problem> {
    let status = ready.operation.status;
    let plain = move |body| Answer { status, body, replayed: false };
    let done = match ready.operation.action {
        Action::Get(case) | Action::Search(case) => {
            let Steps { engine, company, actor, call, .. } = steps;
            let look = engine.look(&company, actor, move |session| case(session, &call));
            within(WORK, look).await.map(plain)
        }
        Action::Write(case)
        | Action::WriteLong(case)
        | Action::WriteSecret(case)
        | Action::Bulk(case) => {
            let Steps { engine, company, actor, keyed, call } = steps;
            let work = move |session: &mut Session<'_, '_>| case(session, &call).map(plain);
            within(WORK, engine.perform(&company, actor, keyed, work)).await
        }
        Action::WriteFollowed(case) => {
            let Steps { engine, company, actor, keyed, call } = steps;
            let work = move |session: &mut Session<'_, '_>| case(session, &call).map(plain);
            let written = within(WORK, engine.perform(&company, actor, keyed, work)).await;
            if written.is_ok()
                && let Err(failure) = within(WORK, engine.finish_following(&company)).await
            {
                tracing::warn!(%company, ?failure, "what copies customers follows later");
            }
            written
        }
        Action::Steps(run) => run(steps).await,
    };
    done.map_err(Problem::from)
}

/// The faults of shape, and those of meaning that the rest of the body has: one answer for all.
async fn everything_wrong(
    app: &Arc<App>,
    ready: &Ready,
    (company, actor): (CompanyId, engine::Actor),
    mut call: Call,
    mut faults: Vec<Fault>,
) -> Problem {
    let field = |pointer: &str| pointer.split('/').nth(1).unwrap_or_default().to_owned();
    let misshapen: Vec<String> = faults.iter().map(|fault| field(&fault.pointer)).collect();
    let (case, writes) = match ready.operation.action {
        Action::Write(case)
        | Action::WriteFollowed(case)
        | Action::WriteLong(case)
        | Action::WriteSecret(case) => (Some(case), true),
        Action::Search(case) => (Some(case), false),
        Action::Get(_) | Action::Steps(_) | Action::Bulk(_) => (None, false),
    };
    if let (Some(case), Value::Object(body)) = (case, &mut call.body) {
        body.retain(|name, _| !misshapen.contains(&name.replace('~', "~0").replace('/', "~1")));
        let work = move |session: &mut Session<'_, '_>| case(session, &call);
        let meant = match writes {
            true => {
                let rehearsal = async { Ok(app.engine.rehearse(&company, actor, work).await) };
                within(WORK, rehearsal).await.unwrap_or_default()
            }
            false => match within(WORK, app.engine.look(&company, actor, work)).await {
                Err(Failure::Refused(Refusal::Invalid(faults))) => faults,
                _ => Vec::new(),
            },
        };
        // What only seems to be missing was taken out above.
        let new = |fault: &Fault| {
            let is_said = fault.code != "required" && !fault.pointer.is_empty();
            is_said && !misshapen.contains(&field(&fault.pointer))
        };
        faults.extend(meant.into_iter().filter(new));
    }
    Problem::invalid(faults)
}
