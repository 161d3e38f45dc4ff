//! Reads a body within its limit, unpacking it where it comes packed.

use std::io::Read as _;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt as _;

use crate::problem::Problem;

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(30);
/// How much of a body that is too large is read and thrown away, so that the client sees why.
const DRAIN: usize = 16 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(3);
/// A body beyond this gets all the room it may have at once: growing step by step, it would lie in
/// memory several times over.
const SMALL: usize = 64 << 10;

pub async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Vec<u8>, Problem> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok());
    let announced = announced.and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let mut body = body;
    let mut bytes = Vec::with_capacity(announced.min(limit));
    if announced <= limit {
        match tokio::time::timeout(PATIENCE, collect(&mut body, &mut bytes, limit)).await {
            Ok(Ok(true)) => return unpack(headers, bytes, limit),
            Ok(Ok(false)) => {}
            Ok(Err(())) => return Err(broken()),
            Err(_) => return Err(slow()),
        }
    }
    drop(bytes);
    let _ = tokio::time::timeout(DRAIN_TIME, drain(&mut body)).await;
    Err(too_large(limit))
}

/// Whether the whole body fit.
async fn collect(body: &mut Body, bytes: &mut Vec<u8>, limit: usize) -> Result<bool, ()> {
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| ())?.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Ok(false);
        }
        if bytes.len() + data.len() > bytes.capacity().max(SMALL) {
            bytes.reserve_exact(limit - bytes.len());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(true)
}

async fn drain(body: &mut Body) {
    let mut drained = 0;
    while let Some(Ok(frame)) = body.frame().await {
        drained += frame.data_ref().map_or(0, |data| data.len());
        if drained > DRAIN {
            return;
        }
    }
}

/// `Content-Encoding: gzip`; no more is unpacked than may be read.
fn unpack(headers: &HeaderMap, bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, Problem> {
    let encoding = headers.get(header::CONTENT_ENCODING).map(|v| v.to_str().unwrap_or("?"));
    match encoding.map(str::to_ascii_lowercase).as_deref() {
        None | Some("" | "identity") => Ok(bytes),
        Some("gzip") => {
            let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
            let mut plain = Vec::with_capacity(limit.saturating_add(1));
            let unpacked = flate2::read::MultiGzDecoder::new(bytes.as_slice())
                .take(most)
                .read_to_end(&mut plain);
            match unpacked {
                Err(_) => {
                    let detail = "The body is not gzip, as its encoding says.";
                    Err(Problem::new(StatusCode::BAD_REQUEST, "bad_encoding", detail))
                }
                Ok(_) if plain.len() > limit => Err(too_large(limit)),
                Ok(_) => Ok(plain),
            }
        }
        Some(_) => {
            let detail = "Send the body plain or with `Content-Encoding: gzip`.";
            Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_encoding", detail))
        }
    }
}

fn too_large(limit: usize) -> Problem {
    let detail = format!("The body is larger than {limit} bytes.");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", detail)
}

fn slow() -> Problem {
    let detail = "The body did not arrive in time.";
    Problem::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow", detail)
}

fn broken() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "body_broken", "The body broke off.")
}
