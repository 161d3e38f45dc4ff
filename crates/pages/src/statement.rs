//! The page of a customer's statement: what is owed, and what led to it.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Response, StatusCode};
use documents::StatementView;
use engine::Actor;
use engine::documents::shown_statement;

use crate::frame::Frame;
use crate::html::Html;
use crate::invoice::{brand, party, refused};
use crate::problem::unknown_page;
use crate::routes::Pages;

/// `GET /statements/{token}`
pub async fn open(State(pages): State<Arc<Pages>>, Path(token): Path<String>) -> Response<Body> {
    let Some(opened) = pages.engine.open_statement(&token) else { return unknown_page().await };
    let request = opened.request;
    let work = pages
        .engine
        .look(&opened.company, Actor::default(), move |session| shown_statement(session, &request));
    match work.await {
        Ok(shown) => page(&shown.view()),
        Err(failure) => refused(failure),
    }
}

fn page(view: &StatementView) -> Response<Body> {
    let lang = view.locale.tag();
    let title = format!("{} – {}", view.title, view.from.name);
    let frame = Frame { lang: &lang, title: &title, accent: view.accent.as_deref() };
    frame.page(StatusCode::OK, &body(view))
}

fn body(view: &StatementView) -> Html {
    let mut html = Html::new();
    html.raw("<main><header class=\"top\">").add(&brand(view.logo.as_deref(), &view.brand));
    html.raw("<div class=\"kind\"><h1>").text(view.title).raw("</h1>");
    if let Some(period) = &view.period {
        html.raw("<p>").text(period).raw("</p>");
    }
    html.raw("</div></header><section class=\"answer\"><div><h2>").text(view.closing_label);
    html.raw("</h2><p class=\"figure\">").text(&view.closing).raw("</p></div></section>");
    html.raw("<section class=\"parties\">").add(&party(&view.from)).add(&party(&view.to));
    html.raw("</section><div class=\"gap\"></div>").add(&table(view));
    if let Some(empty) = view.empty {
        html.raw("<p class=\"remark\">").text(empty).raw("</p>");
    }
    if view.more > 0 {
        html.raw("<p class=\"remark\">+ ").text(&view.more.to_string()).raw(" …</p>");
    }
    html.raw("<dl class=\"totals\"><div class=\"balance\"><dt>").text(&view.end.label);
    html.raw("</dt><dd>").text(&view.end.value).raw("</dd></div></dl><footer class=\"foot\">");
    for line in &view.footer {
        html.raw("<p>").text(line).raw("</p>");
    }
    html.raw("</footer></main><p class=\"made\">").text(view.locale.phrases().made_with);
    html.raw("</p>");
    html
}

fn table(view: &StatementView) -> Html {
    let mut html = Html::new();
    html.raw("<table><thead><tr>");
    for (place, heading) in view.headings.iter().enumerate() {
        html.raw(if place > 1 {
            "<th scope=\"col\" class=\"number\">"
        } else {
            "<th scope=\"col\">"
        });
        html.text(heading).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
    if let Some(opening) = &view.opening {
        html.raw("<tr><td></td><td>").text(&opening.label).raw("</td><td></td>");
        html.raw("<td class=\"number\">").text(&opening.value).raw("</td></tr>");
    }
    for row in &view.rows {
        html.raw("<tr><td>").text(&row.date).raw("</td><td>").text(&row.document);
        html.raw("</td><td class=\"number\">").text(&row.amount);
        html.raw("</td><td class=\"number\">").text(&row.balance).raw("</td></tr>");
    }
    html.raw("</tbody></table>");
    html
}
