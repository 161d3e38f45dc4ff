//! Requests without a socket: the router is called as the server calls it, with the same headers
//! and bodies that a client sends.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use records::CompanyId;
use serde_json::Value;
use tower::ServiceExt as _;

use super::site::Running;

/// Who asks.
#[derive(Clone, Debug, Default)]
pub(super) struct Caller {
    pub company: CompanyId,
    pub token: String,
}

/// What is asked; everything but a look has an idempotency key.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub method: &'static str,
    pub tail: String,
    pub body: Option<Value>,
    pub key: Option<String>,
}

/// A success, or a problem that is no fault of the service.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Done(Value),
    Refused(Value),
}

impl Answer {
    /// The record, where nothing may be refused.
    pub fn done(self) -> Result<Value, String> {
        match self {
            Answer::Done(body) => Ok(body),
            Answer::Refused(problem) => Err(format!("refused: {problem}")),
        }
    }
}

pub(super) async fn send(
    running: Running,
    caller: &Caller,
    asked: &Asked,
) -> Result<Answer, String> {
    let path = format!("/api/v1/companies/{}{}", caller.company, asked.tail);
    let mut request = Request::builder()
        .method(asked.method)
        .uri(path)
        .header("authorization", format!("Bearer {}", caller.token));
    if let Some(key) = &asked.key {
        request = request.header("idempotency-key", key);
    }
    let body = match &asked.body {
        Some(body) => {
            request = request.header("content-type", "application/json");
            Body::from(body.to_string())
        }
        None => Body::empty(),
    };
    let request = request.body(body).map_err(|error| error.to_string())?;
    let answer = running.router.oneshot(request).await.map_err(|never| format!("{never:?}"))?;
    let status = answer.status();
    let bytes = answer.into_body().collect().await.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes.to_bytes()).into_owned();
    let body = || serde_json::from_str(&text).map_err(|error| format!("{error} in {text:?}"));
    match status {
        status if status.is_success() => Ok(Answer::Done(body()?)),
        StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY => Ok(Answer::Refused(body()?)),
        status => Err(format!("{} {}: {status} {text}", asked.method, asked.tail)),
    }
}
