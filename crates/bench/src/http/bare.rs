//! The limit of every answer over HTTP: a handler that has it already.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Response, StatusCode};
use axum::serve::ListenerExt as _;
use serde_json::{Value, json};

use crate::outcome::{Outcome, broken};

/// The word by which our own binary is told to be this server.
pub const BARE: &str = "serve-canned-answers";

/// Answers by path, with one status and the headers that ours sends, too.
pub struct Canned {
    pub status: u16,
    pub answers: Vec<(String, String)>,
}

/// What ours says besides type and length.
const REQUEST_ID: &str = "req_0123456789abcdef0123456789abcdef";

impl Canned {
    /// Writes the answers where the server process finds them.
    pub fn file(&self) -> Outcome<PathBuf> {
        let path = std::env::temp_dir().join(format!("bench-canned-{}.json", std::process::id()));
        fs::write(&path, json!({ "status": self.status, "answers": self.answers }).to_string())?;
        Ok(path)
    }
}

/// Serves until the process is ended.
pub fn serve(answers: &str, port_file: &str) -> Outcome<()> {
    let canned: Value = serde_json::from_str(&fs::read_to_string(answers)?)?;
    let status = canned["status"].as_u64().and_then(|code| u16::try_from(code).ok());
    let status = StatusCode::from_u16(status.unwrap_or(0))?;
    let pairs: Vec<(String, String)> = serde_json::from_value(canned["answers"].clone())?;
    let bodies: HashMap<String, Bytes> =
        pairs.into_iter().map(|(path, body)| (path, Bytes::from(body))).collect();
    let bodies = Arc::new(bodies);
    let router = Router::new().fallback(async move |request: Request| {
        let body = bodies.get(request.uri().path()).cloned();
        let read = axum::body::to_bytes(request.into_body(), 1 << 20).await;
        answer(status, body.filter(|_| read.is_ok()))
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        fs::write(port_file, listener.local_addr()?.port().to_string())?;
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, router).await.map_err(|error| broken(error.to_string()))
    })
}

fn answer(status: StatusCode, body: Option<Bytes>) -> Response<Body> {
    let Some(body) = body else {
        let mut none = Response::new(Body::empty());
        *none.status_mut() = StatusCode::NOT_FOUND;
        return none;
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    headers.insert("vary", HeaderValue::from_static("accept-encoding"));
    headers.insert("x-request-id", HeaderValue::from_static(REQUEST_ID));
    response
}
