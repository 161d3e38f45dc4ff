//! What goes back: the outcome of an operation as a response.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use engine::idempotency::Answer;

use crate::App;
use crate::problem::Problem;
use crate::server::limiter::Allowance;
use crate::server::observe::{RequestId, Served};

/// The answer as it is sent, but for what compression and the log add.
pub(super) fn finished(
    app: &App,
    id: RequestId,
    served: &Served,
    outcome: Result<Answer, Problem>,
) -> Response<Body> {
    let mut response = match outcome {
        Ok(answer) => success(answer),
        Err(problem) => {
            log_cause(id.as_str(), &problem);
            problem.response(id.as_str())
        }
    };
    if let Some(allowance) = served.allowance {
        limits(app, response.headers_mut(), allowance);
    }
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
    let Some(policy) = &app.policy else { return };
    headers.insert("ratelimit-policy", policy.clone());
    let left = format!("\"token\";r={};t={}", allowance.remaining, allowance.retry_after);
    if let Ok(left) = HeaderValue::try_from(left) {
        headers.insert("ratelimit", left);
    }
}
