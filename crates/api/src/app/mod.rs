//! The application: operations with their validators, behind one router.

mod interface;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::routing::{MethodFilter, on};
use engine::Engine;
use engine::tokens::Secret;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, predicate::SizeAbove};

use crate::problem::{Problem, internal};
use crate::server::limiter::Limiter;
use crate::server::read::Reads;
use crate::server::{cache, dispatch, observe, probes};

pub use interface::prepare;
pub(crate) use interface::{Interface, Ready};

/// What the server is told when it starts.
#[derive(Clone)]
pub struct Settings {
    /// Requests a second and token; 0 switches all limits off.
    pub rate_limit: u32,
    /// Pages for people, which are answered beside the API, and to anybody.
    pub pages: Router,
    /// Where the line about each request goes; nowhere when absent.
    pub access_log: Option<AccessLog>,
}

/// Takes one line of JSON, without its end.
pub type AccessLog = Arc<dyn Fn(&str) + Send + Sync>;

pub struct App {
    pub(crate) engine: Arc<Engine>,
    pub(crate) interface: &'static Interface,
    /// Which of its operations answer a GET by key.
    pub(crate) reads: Reads,
    /// Per token.
    pub(crate) limiter: Limiter<Secret>,
    /// What `RateLimit-Policy` says; nothing where nothing is limited.
    pub(crate) policy: Option<HeaderValue>,
    /// Per address that sends wrong tokens.
    pub(crate) strangers: Limiter<IpAddr>,
    /// Per address that reads what needs no token.
    pub(crate) visitors: Limiter<IpAddr>,
    /// What is answered to everybody alike.
    pub(crate) cache: cache::Cache,
    pages: Router,
    pub(crate) access_log: Option<AccessLog>,
}

/// The segments of a path, unless they are no text.
type Params = Result<RawPathParams, RawPathParamsRejection>;

impl App {
    pub fn new(engine: Arc<Engine>, settings: &Settings) -> Result<App, String> {
        let interface = Interface::get();
        let rate = settings.rate_limit;
        let burst = rate.saturating_mul(5) / 2;
        let by_address = || if rate == 0 { Limiter::new(0, 0) } else { Limiter::new(20, 200) };
        Ok(App {
            engine,
            reads: Reads::of(&interface.operations)?,
            interface,
            policy: policy(rate, burst),
            limiter: Limiter::new(rate, burst),
            strangers: by_address(),
            visitors: by_address(),
            cache: cache::Cache::default(),
            access_log: settings.access_log.clone(),
            pages: settings.pages.clone(),
        })
    }

    /// The router over all operations, probes and pages.
    pub fn router(self: &Arc<App>) -> Router {
        let mut router = Router::new();
        for (index, ready) in self.interface.operations.iter().enumerate() {
            let Ready { operation, route, .. } = ready;
            let Ok(method) = MethodFilter::try_from(operation.method.clone()) else { continue };
            let app = Arc::clone(self);
            let handler = move |params: Params, request: Request| {
                let app = Arc::clone(&app);
                async move {
                    match params {
                        Ok(params) => dispatch::run(app, index, params, request).await,
                        Err(_) => unknown_path(request).await,
                    }
                }
            };
            router = router.route(route, on(method, handler));
        }
        let open = probes::document(self).merge(self.pages.clone());
        let cached = axum::middleware::from_fn_with_state(Arc::clone(self), cache::answer_cached);
        probes::routes(router, self)
            .merge(open.layer(cached))
            .fallback(unknown_path)
            .method_not_allowed_fallback(wrong_method)
            .layer(compression())
            .layer(CatchPanicLayer::custom(|_| panicked()))
            .layer(axum::middleware::from_fn_with_state(Arc::clone(self), observe::observe))
    }
}

/// How often a token may ask, in the words of the draft of the IETF.
fn policy(rate: u32, burst: u32) -> Option<HeaderValue> {
    if rate == 0 {
        return None;
    }
    HeaderValue::try_from(format!("\"token\";q={burst};w={}", burst.div_ceil(rate))).ok()
}

/// What is smaller is sent as it is.
pub(crate) const WORTH_PACKING: u64 = 1024;

/// How answers are compressed for those who accept it.
pub(crate) fn compression() -> CompressionLayer<SizeAbove> {
    CompressionLayer::new().compress_when(SizeAbove::new(WORTH_PACKING))
}

/// The answer where a request panicked.
pub(crate) fn panicked() -> Response<Body> {
    tracing::error!("a request panicked; its id is on its own line");
    internal().response("see the header x-request-id")
}

async fn unknown_path(request: Request) -> Response<Body> {
    let problem = Problem::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.");
    problem.response(observe::request_id(&request).as_str())
}

async fn wrong_method(request: Request) -> Response<Body> {
    let detail = "This path does not know this method.";
    let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail);
    problem.response(observe::request_id(&request).as_str())
}
