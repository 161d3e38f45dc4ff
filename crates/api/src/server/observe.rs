//! Every request gets an id, is measured, and leaves one line: no secrets, no names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Response};
use axum::middleware::Next;
use engine::clock::Stopwatch;
use metrics::{Counter, Histogram};
use records::Moment;

use crate::App;
use crate::server::limiter::Allowance;

/// Drawn for every request before anything else happens to it.
#[derive(Clone, Copy)]
pub(crate) struct RequestId([u8; 36]);

impl RequestId {
    fn draw() -> RequestId {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = *b"req_00000000000000000000000000000000";
        let chance = rand::random::<[u8; 16]>();
        for (pair, byte) in text[4..].chunks_exact_mut(2).zip(chance) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
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
    pub(super) company: Arc<str>,
    pub(super) token: String,
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
        let (status, took) = (response.status().as_u16(), self.watch.elapsed());
        measure(&self.method, route, status, took.as_secs_f64());
        if let Some(log) = &app.access_log {
            let line = Line { watched: self, route, status, took, served };
            line.write(app.engine.wall_now(), log.as_ref());
        }
        response
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
    /// The last second that was written out, and how: time is costly to spell.
    static SECOND: RefCell<(i64, String)> = RefCell::default();
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
        let company = if company.bytes().all(plain) { &**company } else { "" };
        // Rounded to microseconds, and told in milliseconds.
        let micros =
            self.took.as_secs() * 1_000_000 + u64::from((self.took.subsec_nanos() + 500) / 1000);
        text.push_str("{\"timestamp\":\"");
        spell_time(now, text);
        for piece in [
            "\",\"level\":\"INFO\",\"message\":\"request\",\"request_id\":\"",
            self.watched.id.as_str(),
            "\",\"method\":\"",
            self.watched.method.as_str(),
            "\",\"route\":\"",
            self.route,
        ] {
            text.push_str(piece);
        }
        let status = self.status;
        let (whole, rest) = (micros / 1000, micros % 1000);
        // Writing to a text does not fail.
        let _ = write!(text, "\",\"status\":{status},\"millis\":{whole}.{rest:03}");
        for piece in [",\"company\":\"", company, "\",\"token\":\"", token, "\"}"] {
            text.push_str(piece);
        }
    }
}

/// The moment as it displays itself, its second spelled once.
fn spell_time(now: Moment, text: &mut String) {
    const WHOLE: i64 = 1_000_000;
    let (second, mut rest) = (now.micros().div_euclid(WHOLE), now.micros().rem_euclid(WHOLE));
    SECOND.with_borrow_mut(|(known, spelled)| {
        if *known != second || spelled.is_empty() {
            *known = second;
            *spelled = Moment::from_micros(second * WHOLE).to_string();
        }
        text.push_str(spelled.trim_end_matches('Z'));
    });
    if rest > 0 {
        let mut digits = 6;
        while rest % 10 == 0 {
            (rest, digits) = (rest / 10, digits - 1);
        }
        let _ = write!(text, ".{rest:0digits$}");
    }
    text.push('Z');
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
