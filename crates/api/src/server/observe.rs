//! Every request gets an id, is measured, and leaves one line: no secrets, no names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, header};
use axum::middleware::Next;
use engine::clock::Stopwatch;
use metrics::{Counter, Histogram};
use records::{CompanyId, Moment, TokenId};

use crate::App;
use crate::server::limiter::Allowance;

/// Drawn for every request before anything else happens to it.
#[derive(Clone, Copy)]
pub(crate) struct RequestId([u8; 36]);

impl RequestId {
    pub(super) fn draw() -> RequestId {
        let mut text = *b"req_00000000000000000000000000000000";
        // The text has two digits for each byte, so that this does not fail.
        let _ = hex::encode_to_slice(rand::random::<[u8; 16]>(), &mut text[4..]);
        RequestId(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

pub(crate) fn request_id(request: &Request) -> RequestId {
    request.extensions().get::<RequestId>().copied().unwrap_or_else(RequestId::draw)
}

/// What is known of a request by the time it is answered, for the log and the headers.
#[derive(Clone, Default)]
pub(super) struct Served {
    pub(super) company: Arc<CompanyId>,
    pub(super) token: TokenId,
    pub(super) allowance: Option<Allowance>,
}

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// A request that is being answered.
pub(super) struct Watched {
    watch: Stopwatch,
    pub(super) id: RequestId,
    method: Method,
}

impl Watched {
    pub(super) fn start(method: &Method) -> Watched {
        Watched { watch: Stopwatch::start(), id: RequestId::draw(), method: method.clone() }
    }

    /// Counts and writes down what it came to.
    pub(super) fn end(
        &self,
        app: &App,
        route: &str,
        served: &Served,
        mut response: Response<Body>,
    ) -> Response<Body> {
        if let Ok(value) = HeaderValue::from_bytes(&self.id.0) {
            response.headers_mut().insert(HEADER, value);
        }
        guard(response.headers_mut());
        let (status, took) = (response.status().as_u16(), self.watch.elapsed());
        measure(&self.method, route, status, took.as_secs_f64());
        if let Some(log) = &app.access_log {
            let line = Line { watched: self, route, status, took, served };
            line.write(app.engine.wall_now(), log.as_ref());
        }
        response
    }
}

/// Nobody guesses what an answer is, and nobody keeps it who is not told to.
fn guard(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

pub(crate) async fn observe(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let watched = Watched::start(request.method());
    request.extensions_mut().insert(watched.id);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    let served = response.extensions_mut().remove::<Served>().unwrap_or_default();
    let route = route.as_ref().map_or("unmatched", MatchedPath::as_str);
    watched.end(&app, route, &served, response)
}

/// What the log says of a request.
struct Line<'a> {
    watched: &'a Watched,
    route: &'a str,
    status: u16,
    took: Duration,
    served: &'a Served,
}

thread_local! {
    /// Where lines are put together, so that none needs room of its own.
    static TEXT: RefCell<String> = RefCell::default();
}

impl Line<'_> {
    fn write(&self, now: Moment, log: &dyn Fn(&str)) {
        TEXT.with_borrow_mut(|text| {
            text.clear();
            self.spell(now, text);
            log(text);
        });
    }

    /// Nothing here needs escaping: ids, a method, a route of ours. The company is the caller's
    /// word for it, so only what can be one is written.
    fn spell(&self, now: Moment, text: &mut String) {
        let Served { company, token, .. } = self.served;
        let company = if company.bytes().all(plain) { company.as_str() } else { "" };
        // Rounded to microseconds, and told in milliseconds.
        let nanos = u64::from(self.took.subsec_nanos());
        let micros = self.took.as_secs() * 1_000_000 + (nanos + 500) / 1000;
        text.push_str("{\"timestamp\":\"");
        // Writing to a text does not fail.
        let _ = write!(text, "{now}");
        for piece in [
            "\",\"level\":\"INFO\",\"message\":\"request\",\"request_id\":\"",
            self.watched.id.as_str(),
            "\",\"method\":\"",
            self.watched.method.as_str(),
            "\",\"route\":\"",
            self.route,
            "\",\"status\":",
        ] {
            text.push_str(piece);
        }
        digits(text, u64::from(self.status), 1);
        text.push_str(",\"millis\":");
        digits(text, micros / 1000, 1);
        text.push('.');
        digits(text, micros % 1000, 3);
        for piece in [",\"company\":\"", company, "\",\"token\":\"", token, "\"}"] {
            text.push_str(piece);
        }
    }
}

/// Appends a number of at least so many digits, without the detour over formatting.
fn digits(text: &mut String, number: u64, least: usize) {
    let mut digits = [b'0'; 20];
    let (mut rest, mut first) = (number, digits.len());
    while rest > 0 || digits.len() - first < least {
        first -= 1;
        digits[first] += u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    text.push_str(std::str::from_utf8(&digits[first..]).unwrap_or_default());
}

fn plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// By method and status, then by route.
type Meters = HashMap<(&'static str, u16), HashMap<String, (Counter, Histogram)>>;

thread_local! {
    /// Looking a metric up by its labels costs more than counting it.
    static METERS: RefCell<Meters> = RefCell::default();
}

fn measure(method: &Method, route: &str, status: u16, seconds: f64) {
    METERS.with_borrow_mut(|meters| {
        let method = known(method);
        let routes = meters.entry((method, status)).or_default();
        if let Some(meter) = routes.get(route) {
            return count(meter, seconds);
        }
        let meter = meter(method, route, status);
        count(routes.entry(route.to_owned()).or_insert(meter), seconds);
    });
}

fn count((counter, histogram): &(Counter, Histogram), seconds: f64) {
    counter.increment(1);
    histogram.record(seconds);
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

#[cfg(test)]
mod tests {
    use super::{Line, Served, Watched, digits};
    use axum::http::Method;
    use records::Moment;
    use serde_json::json;
    use std::time::Duration;

    #[test]
    fn a_line_is_json() {
        let watched = Watched::start(&Method::GET);
        let took = Duration::from_nanos(1_234_567_499);
        let served = Served {
            company: std::sync::Arc::new("cmp_1".into()),
            token: "tok_1".into(),
            allowance: None,
        };
        let line = Line { watched: &watched, route: "/a/{b}", status: 200, took, served: &served };
        let mut text = String::new();
        line.spell(Moment::from_micros(1_500_000), &mut text);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = json!({
            "timestamp": "1970-01-01T00:00:01.5Z", "level": "INFO", "message": "request",
            "request_id": watched.id.as_str(), "method": "GET", "route": "/a/{b}",
            "status": 200, "millis": 1234.567, "company": "cmp_1", "token": "tok_1"
        });
        assert_eq!(read, expected);
        let strange = Served { company: std::sync::Arc::new("\"".into()), ..Served::default() };
        text.clear();
        Line { served: &strange, ..line }.spell(Moment::from_micros(0), &mut text);
        assert!(text.contains("\"company\":\"\""), "{text}");
    }

    #[test]
    fn numbers_have_their_digits() {
        for (number, least, expected) in [(0, 1, "0"), (7, 3, "007"), (1234, 3, "1234")] {
            let mut text = String::new();
            digits(&mut text, number, least);
            assert_eq!(text, expected);
        }
    }
}
