//! The page at `/`, for whoever opens the address: what this is, and where to go.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode};

use crate::frame::Frame;
use crate::html::Html;
use crate::routes::Pages;

const PAGE: &str = include_str!("../assets/front.html");

pub async fn front(State(pages): State<Arc<Pages>>) -> Response<Body> {
    let answers = pages.engine.ready().await.is_ok();
    let mut html = Html::new();
    html.raw(PAGE).raw("<p class=\"block\"><span class=\"status ");
    html.raw(match answers {
        true => "paid\"><span aria-hidden=\"true\">✓ </span>It runs, and its database answers.",
        false => {
            "overdue\"><span aria-hidden=\"true\">▲ </span>It runs, and waits for its database."
        }
    });
    html.raw("</span></p></main>");
    Frame { lang: "en", title: "Perennial", accent: None }.page(StatusCode::OK, &html)
}
