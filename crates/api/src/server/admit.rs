//! Who comes in: the token, how often it asks, and what the request says besides its body.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode, header};
use engine::Caller;
use engine::tokens::Secret;
use records::CompanyId;

use crate::app::{App, Ready};
use crate::call::Call;
use crate::problem::{Problem, unauthenticated};
use crate::server::asked::{idempotency_key, query};
use crate::server::limiter::Allowance;
use crate::server::observe::Served;

/// What is looked at of a request before its body.
pub(super) struct Asked<'a> {
    pub(super) path: Vec<(&'static str, String)>,
    pub(super) query: &'a str,
    pub(super) headers: &'a HeaderMap,
    pub(super) address: IpAddr,
}

/// A request that may come in, if its token is known.
pub(super) struct Admitted {
    pub(super) call: Call,
    pub(super) caller: Caller,
    pub(super) key: Option<String>,
}

/// Everything that is checked without asking the database.
pub(super) fn admit(
    app: &App,
    ready: &Ready,
    asked: Asked<'_>,
    served: &mut Served,
) -> Result<Admitted, Problem> {
    let Asked { path, query: parameters, headers, address } = asked;
    let mut call = Call { path, ..Call::default() };
    if call.path.iter().any(|(_, segment)| segment.contains('\0')) {
        return Err(Problem::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here."));
    }
    let secret = bearer(app, headers, address)?;
    let taken = app.limiter.take(&secret, app.engine.wall_now());
    served.allowance = Some(taken);
    if !taken.allowed {
        return Err(too_many(taken));
    }
    let key = idempotency_key(headers)?;
    call.query = query(ready, parameters)?;
    let company = Arc::new(CompanyId::from(call.segment("company_id")));
    served.company = Arc::clone(&company);
    Ok(Admitted { call, caller: Caller { company, secret }, key })
}

/// The secret of the Authorization header; one that cannot be a token is not looked up.
fn bearer(app: &App, headers: &HeaderMap, address: IpAddr) -> Result<Secret, Problem> {
    let header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let secret = header.and_then(|text| {
        let (scheme, secret) = text.split_once(' ')?;
        if scheme.eq_ignore_ascii_case("bearer") { Secret::read(secret.trim()) } else { None }
    });
    secret.ok_or_else(|| stranger(app, address))
}

/// Counts a wrong token; an address that guesses is slowed down, good tokens from it are not.
fn stranger(app: &App, address: IpAddr) -> Problem {
    let taken = app.strangers.take(&address, app.engine.wall_now());
    if taken.allowed { unauthenticated() } else { too_many(taken) }
}

/// A well-formed token that nobody has counts as wrong, too.
pub(super) fn known(app: &App, problem: Problem, address: IpAddr) -> Problem {
    match problem.status {
        StatusCode::UNAUTHORIZED => stranger(app, address),
        _ => problem,
    }
}

pub(super) fn too_many(allowance: Allowance) -> Problem {
    let detail = "Too many requests; slow down.";
    let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", detail);
    Problem { retry_after: Some(allowance.retry_after), ..problem }
}
