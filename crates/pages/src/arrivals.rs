//! An endpoint of the demo's own: it takes every event and shows what arrived last. Nothing is
//! decided by what it gets, and nobody but the demo has it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::routing::get;
use serde_json::Value;

use crate::answer::answer;
use crate::html::Html;

/// Where it is, behind the address of the server.
pub const ARRIVALS: &str = "/demo/events";

const HEAD: &str = include_str!("../assets/reference/head.html");
const STYLE: &str = include_str!("../assets/arrivals/page.css");

/// How many are shown, and how large one may be.
const MOST: usize = 100;
const LARGEST: usize = 512 << 10;

type Arrived = Arc<Mutex<VecDeque<Arrival>>>;

struct Arrival {
    id: String,
    body: Value,
}

pub fn arrivals() -> Router {
    Router::new()
        .route(ARRIVALS, get(show).post(take))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Arrived::default())
}

async fn take(State(arrived): State<Arrived>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let id = headers.get("webhook-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
    let Ok(body) = serde_json::from_slice(&body) else { return StatusCode::BAD_REQUEST };
    let mut arrived = arrived.lock().unwrap_or_else(PoisonError::into_inner);
    // One that comes again is one that is known.
    if !arrived.iter().any(|known| known.id == id) {
        arrived.push_front(Arrival { id: id.to_owned(), body });
        arrived.truncate(MOST);
    }
    StatusCode::NO_CONTENT
}

async fn show(State(arrived): State<Arrived>) -> Response<Body> {
    let arrived = arrived.lock().unwrap_or_else(PoisonError::into_inner);
    let mut html = Html::new();
    html.raw(HEAD).raw("<title>What arrived</title><style>").raw(STYLE);
    html.raw("</style></head><body><main><h1>What arrived</h1><p>This page is an endpoint of the ");
    html.raw("demo company: every event is sent here, as to any webhook. The last ones stand ");
    html.raw("first. Change something, and load the page again.</p>");
    if arrived.is_empty() {
        html.raw("<p>Nothing has arrived yet.</p>");
    }
    for arrival in arrived.iter() {
        html.add(&one(arrival));
    }
    html.raw("</main></body></html>\n");
    let mut response = answer(StatusCode::OK, html.finish());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn one(arrival: &Arrival) -> Html {
    let text = |name: &str| arrival.body[name].as_str().unwrap_or_default();
    let laid_out = serde_json::to_string_pretty(&arrival.body).unwrap_or_default();
    let mut html = Html::new();
    html.raw("<article><details><summary><b>").text(text("event_type")).raw("</b><span>");
    html.text(text("created_at")).raw(" · ").text(&arrival.id);
    html.raw("</span></summary><pre tabindex=\"0\">").text(&laid_out);
    html.raw("</pre></details></article>");
    html
}
