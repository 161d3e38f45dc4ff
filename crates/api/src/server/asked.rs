//! What a request asks, taken apart and checked before anything is done: key, parameters, body.

use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use records::Object;
use records::problem::Fault;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::app::{App, Ready};
use crate::body;
use crate::operation::{Action, QueryKind};
use crate::problem::Problem;

const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// 1 to 255 visible ASCII characters, once.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut all = headers.get_all(KEY).iter();
    let Some(first) = all.next() else { return Ok(None) };
    let bytes = first.as_bytes();
    let visible = bytes.iter().all(|byte| (b'!'..=b'~').contains(byte));
    if all.next().is_some() || !(1..=255).contains(&bytes.len()) || !visible {
        let detail = "An Idempotency-Key is sent once and has 1 to 255 visible ASCII characters.";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad_idempotency_key", detail));
    }
    Ok(Some(String::from_utf8_lossy(bytes).into_owned()))
}

/// The parameters that the operation declares, checked; on a list an unknown one is refused.
pub(super) fn query(ready: &Ready, text: &str) -> Result<Vec<(String, String)>, Problem> {
    let declared = ready.operation.query;
    let mut faults = Vec::new();
    let mut all: Vec<(String, String)> = Vec::new();
    if declared.is_empty() {
        return Ok(all);
    }
    for (name, value) in form_urlencoded::parse(text.as_bytes()).into_owned() {
        let pointer = format!("?{name}");
        match declared.iter().find(|parameter| parameter.name == name) {
            None => faults.push(Fault::new(pointer, "unknown", "There is no such parameter.")),
            Some(_) if value.contains('\0') => {
                faults.push(Fault::new(pointer, "nul", "A text must not contain NUL."));
            }
            Some(_) if all.iter().any(|(known, _)| *known == name) => {
                faults.push(Fault::new(pointer, "duplicate", "This parameter stands twice."));
            }
            Some(parameter) => {
                if let QueryKind::Whole(least, most) = parameter.kind
                    && !value.parse::<i64>().is_ok_and(|n| (least..=most).contains(&n))
                {
                    let detail = format!("A whole number from {least} to {most}.");
                    faults.push(Fault::new(pointer, "range", detail));
                }
                all.push((name, value));
            }
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(Problem::invalid(faults)) }
}

/// The body as the operation's schema accepts it; null where the operation takes none.
pub(super) fn parsed(
    app: &App,
    ready: &Ready,
    headers: &HeaderMap,
    bytes: &[u8],
) -> Result<Parsed, Problem> {
    let Some(validator) = app.interface.validator(ready) else {
        let empty = bytes.trim_ascii().is_empty()
            || body::parse(bytes).is_ok_and(|value| value == Value::Object(Object::new()));
        let detail = "This operation takes no body.";
        let unexpected = || Problem::invalid(vec![Fault::new("", "unexpected_body", detail)]);
        return if empty { Ok(Parsed::Taken(Value::Null)) } else { Err(unexpected()) };
    };
    let nothing = Value::Object(Object::new());
    if bytes.trim_ascii().is_empty() && is_verb(ready) && validator.faults(&nothing).is_empty() {
        return Ok(Parsed::Taken(nothing));
    }
    json_type(headers)?;
    let read = match ready.operation.action {
        Action::WriteLong(_) => body::parse_long(bytes),
        _ => body::parse(bytes),
    };
    let value = read.map_err(|refused| match refused {
        body::Refused::Syntax(detail) => {
            Problem::new(StatusCode::BAD_REQUEST, "invalid_json", detail)
        }
        body::Refused::Faults(faults) => Problem::invalid(faults),
    })?;
    if matches!(ready.operation.action, Action::Bulk(_)) {
        return Ok(Parsed::Taken(value));
    }
    let faults = validator.faults(&value);
    Ok(if faults.is_empty() { Parsed::Taken(value) } else { Parsed::Faulty(value, faults) })
}

/// What is done to a record; where nothing need be said of it, it may be done without a body.
fn is_verb(ready: &Ready) -> bool {
    ready.operation.method == Method::POST && ready.operation.path.contains('{')
}

/// A body that the schema takes, or what it finds wrong with it.
pub(super) enum Parsed {
    Taken(Value),
    Faulty(Value, Vec<Fault>),
}

/// `application/json`, something `+json`, or nothing said at all.
fn json_type(headers: &HeaderMap) -> Result<(), Problem> {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return Ok(()) };
    let kind = kind.to_str().unwrap_or_default().to_ascii_lowercase();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json")) {
        return Ok(());
    }
    let detail = "Send `Content-Type: application/json`.";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail))
}

/// What a repetition has to match.
pub(super) fn fingerprint(method: &str, path: &str, body: &[u8]) -> String {
    let mut digest = Sha256::new();
    for part in [method.as_bytes(), path.as_bytes(), body] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    hex::encode(digest.finalize())
}
