//! What stands beside the API for machines: probes and the document.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::task::JoinHandle;

use crate::App;

pub(crate) fn routes(router: Router, app: &Arc<App>) -> Router {
    let ready = Arc::clone(app);
    router
        .route("/health", get(async || json(StatusCode::OK, "{\"status\":\"ok\"}".to_owned())))
        .route("/ready", get(async move || readiness(&ready).await))
        .route("/metrics", get(async || text("text/plain; version=0.0.4", render())))
}

/// The document, which is the same for everybody.
pub(crate) fn document(app: &Arc<App>) -> Router {
    let app = Arc::clone(app);
    let document = async move || {
        let mut response = json(StatusCode::OK, app.interface.document().to_owned());
        let public = HeaderValue::from_static("public, no-cache");
        response.headers_mut().insert(header::CACHE_CONTROL, public);
        response
    };
    Router::new().route("/openapi.json", get(document))
}

/// Ready means that the database answers.
async fn readiness(app: &App) -> Response<Body> {
    let answer = tokio::time::timeout(Duration::from_secs(5), app.engine.ready()).await;
    match answer {
        Ok(Ok(())) => json(StatusCode::OK, "{\"status\":\"ready\"}".to_owned()),
        _ => json(StatusCode::SERVICE_UNAVAILABLE, "{\"status\":\"no database\"}".to_owned()),
    }
}

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts to collect metrics; more than one server in a process share them.
pub(crate) fn collect() {
    RECORDER.get_or_init(|| {
        let seconds = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
        let matcher = Matcher::Suffix("_seconds".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(matcher, &seconds);
        let recorder = builder.unwrap_or_else(|_| PrometheusBuilder::new()).build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_ok() {
            metrics::gauge!("perennial_build_info", "version" => env!("CARGO_PKG_VERSION"))
                .set(1.0);
        }
        handle
    });
}

/// How long what was measured stays apart.
const UPKEEP_PAUSE: Duration = Duration::from_secs(3);

/// Adds up what was measured, again and again; until then every single time is kept.
pub(super) fn keep_up() -> JoinHandle<()> {
    tokio::spawn(async {
        loop {
            tokio::time::sleep(UPKEEP_PAUSE).await;
            if let Some(recorder) = RECORDER.get() {
                recorder.run_upkeep();
            }
        }
    })
}

fn render() -> String {
    RECORDER.get().map(PrometheusHandle::render).unwrap_or_default()
}

fn json(status: StatusCode, body: String) -> Response<Body> {
    let mut response = text("application/json", body);
    *response.status_mut() = status;
    response
}

fn text(kind: &'static str, body: String) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
