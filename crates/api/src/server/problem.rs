//! Problems: every answer that is not a success, as RFC 9457 says it.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use engine::{Failure, Refusal, StoreError};
use records::problem::{Fault, Problem as Wire};

/// What goes into the answer; the request id is added when it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub detail: String,
    pub errors: Vec<Fault>,
    /// Seconds after which a repetition makes sense.
    pub retry_after: Option<u64>,
    /// For the log, never for the client.
    pub cause: Option<String>,
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem {
            status,
            code,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after: None,
            cause: None,
        }
    }

    pub fn invalid(errors: Vec<Fault>) -> Problem {
        let detail = match errors.as_slice() {
            [only] => only.detail.clone(),
            many => format!("The request has {} faults.", many.len()),
        };
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Problem { errors, ..Problem::new(status, "invalid_request", detail) }
    }

    fn later(self, seconds: u64) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// The body that tells of it.
    pub fn text(&self, request_id: &str) -> String {
        let wire = Wire {
            kind: format!("urn:perennial:problem:{}", self.code),
            title: self.status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            code: self.code.to_owned(),
            request_id: request_id.to_owned(),
            errors: self.errors.clone(),
        };
        serde_json::to_string(&wire).unwrap_or_default()
    }

    pub fn response(self, request_id: &str) -> Response<Body> {
        let mut response = Response::new(Body::from(self.text(request_id)));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

/// The one place where refusals get their status.
impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        match refusal {
            Refusal::Unauthenticated => unauthenticated(),
            Refusal::Forbidden(detail) => Problem::new(StatusCode::FORBIDDEN, "forbidden", detail),
            Refusal::NotFound(detail) => Problem::new(StatusCode::NOT_FOUND, "not_found", detail),
            Refusal::Invalid(faults) => Problem::invalid(faults),
            Refusal::Conflict { code, detail } => Problem::new(StatusCode::CONFLICT, code, detail),
            Refusal::BadCursor => Problem::new(
                StatusCode::BAD_REQUEST,
                "bad_cursor",
                "This `from_key` was altered or belongs to another search.",
            ),
            Refusal::KeyReused => Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "idempotency_key_reused",
                "This Idempotency-Key came with another request before.",
            ),
            Refusal::KeyRunning => Problem::new(
                StatusCode::CONFLICT,
                "idempotency_key_running",
                "The first request with this Idempotency-Key is still running.",
            )
            .later(1),
            Refusal::ClockMoving => {
                let detail = "The test clock of this company is moving; writes wait for it.";
                Problem::new(StatusCode::CONFLICT, "clock_moving", detail).later(1)
            }
        }
    }
}

pub fn unauthenticated() -> Problem {
    let detail = "Send `Authorization: Bearer TOKEN` with a token that is in force.";
    Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", detail)
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Refused(refusal) => refusal.into(),
            Failure::Store(error) => database(&error),
        }
    }
}

/// Faults of the database are reported without their inside, which goes to the log.
fn database(error: &StoreError) -> Problem {
    let cause = Some(error.to_string());
    Problem { cause, ..problem_of(error) }
}

fn problem_of(error: &StoreError) -> Problem {
    match error {
        StoreError::Away(_)
        | StoreError::Full(_)
        | StoreError::Again(_)
        | StoreError::Unknown(_) => {
            let detail = "The database is not available at the moment; try again.";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "database_away", detail).later(1)
        }
        StoreError::Locked(_) => {
            let detail = "Another request holds this record; try again.";
            Problem::new(StatusCode::CONFLICT, "record_locked", detail).later(1)
        }
        StoreError::Taken(_) => {
            let detail = "Another record has one of these unique values.";
            Problem::new(StatusCode::CONFLICT, "already_exists", detail)
        }
        StoreError::Refused(_) | StoreError::Broken(_) => internal(),
    }
}

pub fn internal() -> Problem {
    let detail = "This is a fault of ours; the log has it under the request id.";
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
}
