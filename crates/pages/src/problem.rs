//! A page that says what is wrong with a request for one.

use axum::body::Body;
use axum::http::{Response, StatusCode};

use crate::frame::Frame;
use crate::html::Html;

pub async fn unknown_page() -> Response<Body> {
    problem(StatusCode::NOT_FOUND, "There is no such page.")
}

pub async fn wrong_method() -> Response<Body> {
    problem(StatusCode::METHOD_NOT_ALLOWED, "This page does not know this method.")
}

pub(crate) fn problem(status: StatusCode, detail: &str) -> Response<Body> {
    let title = status.canonical_reason().unwrap_or("Problem");
    let mut html = Html::new();
    html.raw("<main><p class=\"label\">").text(status.as_str()).raw("</p><h1>").text(title);
    html.raw("</h1><p>").text(detail).raw("</p><p><a href=\"/\">Perennial</a></p></main>");
    Frame { lang: "en", title, accent: None }.page(status, &html)
}
