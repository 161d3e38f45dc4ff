//! The application: operations with their validators, behind one router.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request};
use axum::http::{Response, StatusCode};
use axum::routing::{MethodFilter, on};
use engine::Engine;
use serde_json::Value;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, predicate::SizeAbove};

use crate::body::{Validator, compile};
use crate::operation::Operation;
use crate::problem::{Problem, internal};
use crate::server::limiter::Limiter;
use crate::server::{dispatch, observe, probes};
use crate::{openapi, routes};

/// What the server is told when it starts.
#[derive(Clone)]
pub struct Settings {
    /// Requests a second and token; 0 switches all limits off.
    pub rate_limit: u32,
    /// The page at `/docs`.
    pub docs_page: fn(&Value) -> String,
    /// Where the line about each request goes; nowhere when absent.
    pub access_log: Option<AccessLog>,
}

/// Takes one line of JSON, without its end.
pub type AccessLog = Arc<dyn Fn(String) + Send + Sync>;

pub struct App {
    pub(crate) engine: Arc<Engine>,
    pub(crate) operations: Vec<Ready>,
    /// Per token.
    pub(crate) limiter: Limiter<String>,
    /// Per address that sends wrong tokens.
    pub(crate) strangers: Limiter<IpAddr>,
    pub(crate) document: String,
    pub(crate) docs: String,
    pub(crate) access_log: Option<AccessLog>,
}

/// An operation with the validator of its body.
pub(crate) struct Ready {
    pub(crate) operation: Operation,
    pub(crate) validator: Option<Validator>,
}

/// The segments of a path, unless they are no text.
type Params = Result<RawPathParams, RawPathParamsRejection>;

const BASE: &str = "/api/v1/companies/{company_id}";

impl App {
    /// Makes the document and the validators from the list of operations.
    pub fn new(engine: Arc<Engine>, settings: &Settings) -> Result<App, String> {
        let operations = routes::operations();
        let parts = openapi::parts(&operations);
        let schemas = &parts.document["components"]["schemas"];
        let mut ready = Vec::with_capacity(operations.len());
        for (operation, body) in operations.into_iter().zip(&parts.bodies) {
            let validator = match body {
                Some(schema) => Some(compile(schemas, schema)?),
                None => None,
            };
            ready.push(Ready { operation, validator });
        }
        let rate = settings.rate_limit;
        let (strange, burst) = if rate == 0 { (0, 0) } else { (20, 200) };
        Ok(App {
            engine,
            operations: ready,
            limiter: Limiter::new(rate, rate.saturating_mul(5) / 2),
            strangers: Limiter::new(strange, burst),
            access_log: settings.access_log.clone(),
            docs: (settings.docs_page)(&parts.document),
            document: serde_json::to_string(&parts.document).map_err(|e| e.to_string())?,
        })
    }

    /// The router over all operations and probes.
    pub fn router(self: &Arc<App>) -> Router {
        let mut router = Router::new();
        for index in 0..self.operations.len() {
            let operation = &self.operations[index].operation;
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
            router = router.route(&format!("{BASE}{}", operation.path), on(method, handler));
        }
        let compression = CompressionLayer::new().compress_when(SizeAbove::new(1024));
        probes::routes(router, self)
            .fallback(unknown_path)
            .method_not_allowed_fallback(wrong_method)
            .layer(compression)
            .layer(CatchPanicLayer::custom(|_| {
                tracing::error!("a request panicked; its id is on its own line");
                internal().response("see the header x-request-id")
            }))
            .layer(axum::middleware::from_fn_with_state(Arc::clone(self), observe::observe))
    }
}

async fn unknown_path(request: Request) -> Response<Body> {
    let problem = Problem::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.");
    problem.response(observe::request_id(&request))
}

async fn wrong_method(request: Request) -> Response<Body> {
    let detail = "This path does not know this method.";
    let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail);
    problem.response(observe::request_id(&request))
}
