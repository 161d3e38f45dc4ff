//! Every request gets an id, is measured, and leaves one line: no secrets, no names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, Response};
use axum::middleware::Next;
use engine::clock::Stopwatch;
use metrics::{Counter, Histogram};

use crate::App;
use crate::server::limiter::Allowance;

/// Set on every request before anything else happens to it.
#[derive(Clone)]
struct RequestId(String);

pub(crate) fn request_id(request: &Request) -> &str {
    request.extensions().get::<RequestId>().map_or("unknown", |id| id.0.as_str())
}

/// What is known of a request by the time it is answered, for the log and the headers.
#[derive(Clone, Default)]
pub(super) struct Served {
    pub(super) company: String,
    pub(super) token: String,
    pub(super) allowance: Option<Allowance>,
}

pub(crate) async fn observe(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let watch = Stopwatch::start();
    let id = format!("req_{:032x}", rand::random::<u128>());
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    let status = response.status().as_u16();
    let served = response.extensions_mut().remove::<Served>().unwrap_or_default();
    let route = route.as_ref().map_or("unmatched", MatchedPath::as_str);
    let seconds = watch.elapsed().as_secs_f64();
    measure(&method, route, status, seconds);
    if let Some(log) = &app.access_log {
        let (now, millis) = (app.engine.wall_now(), seconds * 1e3);
        let Served { company, token, .. } = served;
        // Nothing here needs escaping: ids, a method, a route of ours. The company is the
        // caller's word for it, so only what can be one is written.
        let company = if company.bytes().all(plain) { company } else { String::new() };
        log(format!(
            "{{\"timestamp\":\"{now}\",\"level\":\"INFO\",\"message\":\"request\",\
             \"request_id\":\"{id}\",\"method\":\"{method}\",\"route\":\"{route}\",\
             \"status\":{status},\"millis\":{millis:.3},\"company\":\"{company}\",\
             \"token\":\"{token}\"}}"
        ));
    }
    response
}

fn plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Method, route and status.
type Labels = (&'static str, String, u16);

thread_local! {
    /// Looking a metric up by its labels costs more than counting it.
    static METERS: RefCell<HashMap<Labels, (Counter, Histogram)>> = RefCell::default();
}

fn measure(method: &Method, route: &str, status: u16, seconds: f64) {
    METERS.with_borrow_mut(|meters| {
        let method = known(method);
        let made = || meter(method, route, status);
        let key = (method, route.to_owned(), status);
        let (counter, histogram) = meters.entry(key).or_insert_with(made);
        counter.increment(1);
        histogram.record(seconds);
    });
}

fn meter(method: &str, route: &str, status: u16) -> (Counter, Histogram) {
    let labels = [("method", method.to_owned()), ("route", route.to_owned())];
    let histogram = metrics::histogram!("perennial_http_request_seconds", &labels);
    let [method, route] = labels;
    let labels = [method, route, ("status", status.to_string())];
    (metrics::counter!("perennial_http_requests_total", &labels), histogram)
}

/// Methods of a client's own making share one label.
fn known(method: &Method) -> &'static str {
    let names = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE"];
    names.into_iter().find(|name| *name == method.as_str()).unwrap_or("OTHER")
}
