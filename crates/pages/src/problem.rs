//! A page that says what is wrong with a request for one.

use axum::body::Body;
use axum::http::{Response, StatusCode};

use crate::answer::answer;
use crate::html::Html;

const HEAD: &str = include_str!("../assets/reference/head.html");
const STYLE: &str = include_str!("../assets/problem/page.css");

pub async fn unknown_page() -> Response<Body> {
    problem(StatusCode::NOT_FOUND, "There is no such page.")
}

pub async fn wrong_method() -> Response<Body> {
    problem(StatusCode::METHOD_NOT_ALLOWED, "This page does not know this method.")
}

fn problem(status: StatusCode, detail: &str) -> Response<Body> {
    let title = status.canonical_reason().unwrap_or("Problem");
    let mut html = Html::new();
    html.raw(HEAD).raw("<title>").text(title).raw("</title><style>").raw(STYLE);
    html.raw("</style></head><body><main><p>").text(status.as_str()).raw("</p><h1>").text(title);
    html.raw("</h1><p>").text(detail).raw("</p></main></body></html>\n");
    answer(status, html.finish())
}
