//! What stands beside the API for machines: probes and the document.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::routing::get;
use engine::Failure;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde_json::json;
use tokio::task::JoinHandle;

use crate::App;
use crate::server::deadline::{WHO, within};

pub(crate) fn routes(router: Router, app: &Arc<App>) -> Router {
    let [ready, bills, measured] = std::array::from_fn(|_| Arc::clone(app));
    router
        .route("/health", get(async || json(StatusCode::OK, "{\"status\":\"ok\"}".to_owned())))
        .route("/ready", get(async move || readiness(&ready).await))
        .route("/health/billing", get(async move || billing(&bills)))
        .route(
            "/metrics",
            get(async move || {
                measure(&measured).await;
                text("text/plain; version=0.0.4", render())
            }),
        )
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

/// Ready means that requests are served: the database answers and takes writes.
async fn readiness(app: &App) -> Response<Body> {
    let answer = within(WHO, app.engine.ready()).await;
    let reason = match answer {
        Ok(()) => return json(StatusCode::OK, "{\"status\":\"ready\"}".to_owned()),
        Err(Failure::Store(error)) => error.to_string(),
        Err(Failure::Refused(refusal)) => format!("{refusal:?}"),
    };
    let body = json!({ "status": "not ready", "reason": reason }).to_string();
    let mut response = json(StatusCode::SERVICE_UNAVAILABLE, body);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// How billing goes: not whether requests are served.
fn billing(app: &App) -> Response<Body> {
    let rounds = app.engine.billing_rounds();
    let healthy = rounds.reason.is_none() && rounds.failing.is_empty();
    let status = if healthy { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let word = if healthy { "ok" } else { "failing" };
    let mut body = serde_json::to_value(&rounds).unwrap_or_default();
    if let Some(fields) = body.as_object_mut() {
        fields.insert("status".to_owned(), word.into());
    }
    json(status, body.to_string())
}

/// Sets what is measured when somebody looks: for how long billing has not gone through, how much
/// the database takes, what is left.
async fn measure(app: &App) {
    let seconds = app.engine.billing_rounds().seconds_without_success;
    metrics::gauge!("perennial_billing_seconds_without_success").set(seconds);
    let Ok(room) = within(WHO, async { Ok(app.engine.room().await?) }).await else { return };
    let known = [
        ("perennial_database_bytes", Some(room.database)),
        ("perennial_database_log_bytes", room.log),
        ("perennial_disk_free_bytes", room.free),
    ];
    for (name, bytes) in known {
        if let Some(bytes) = bytes {
            // Above 2^53 a byte more or less is none.
            #[expect(clippy::cast_precision_loss, reason = "metrics are floats")]
            metrics::gauge!(name).set(bytes as f64);
        }
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
