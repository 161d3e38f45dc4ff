//! Every page with its path. The server mounts this list beside the API, within the same layers:
//! ids of requests, log, compression.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::routing::{any, get};
use engine::Engine;
use serde_json::Value;

use crate::answer::answer;
use crate::front::front;
use crate::problem::{unknown_page, wrong_method};
use crate::reference::reference;
use crate::{invoice, statement};

/// What pages are made of.
pub struct Pages {
    /// Whose use cases they show.
    pub engine: Arc<Engine>,
    document: fn() -> Value,
    reference: OnceLock<String>,
}

impl Pages {
    /// `document` makes the OpenAPI document; it is called when the reference is first asked for.
    pub fn new(engine: Arc<Engine>, document: fn() -> Value) -> Pages {
        Pages { engine, document, reference: OnceLock::new() }
    }
}

/// The pages; below a page, what does not exist is answered as a page, too.
pub fn routes(pages: Pages) -> Router {
    pages.engine.lay_out_with(invoice::markup);
    Router::new()
        .route("/", get(front))
        .route("/invoices/{token}", get(invoice::open))
        .route("/invoices/{token}/pdf", get(invoice::pdf))
        .route("/invoices/{token}/{*rest}", any(unknown_page))
        .route("/statements/{token}", get(statement::open))
        .route("/statements/{token}/{*rest}", any(unknown_page))
        .route("/docs", get(docs))
        .route("/docs/{*rest}", any(unknown_page))
        .method_not_allowed_fallback(wrong_method)
        .with_state(Arc::new(pages))
}

/// The reference, rendered once.
async fn docs(State(pages): State<Arc<Pages>>) -> Response<Body> {
    let page = pages.reference.get_or_init(|| reference(&(pages.document)()));
    let mut response = answer(StatusCode::OK, page.clone());
    // The server keeps it, and it is rendered for the first reader only.
    let public = HeaderValue::from_static("public, no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, public);
    response
}
