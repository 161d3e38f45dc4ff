//! What a link that opens nothing leads to: kindly, and whom to ask. An expired one names the
//! company that made it, and never what it was for.

use axum::body::Body;
use axum::http::{Response, StatusCode};
use documents::Locale;
use documents::locale::filled;
use records::Company;

use crate::frame::Frame;
use crate::html::Html;

pub(super) fn expired(company: &Company, locale: Locale) -> Response<Body> {
    let words = locale.phrases();
    let mut html = Html::new();
    html.raw("<main><header class=\"top\"><p class=\"brand\">").text(&company.name);
    html.raw("</p></header><section class=\"answer\"><div><h1>").text(words.expired_title);
    html.raw("</h1><p>").text(words.expired_text).raw("</p><p>");
    html.text(&filled(words.expired_ask, &[("company", &company.name)])).raw("</p>");
    if let Some(email) = company.email.as_ref().filter(|email| !email.trim().is_empty()) {
        html.raw("<p><a href=\"mailto:").text(email).raw("\">").text(email).raw("</a></p>");
    }
    html.raw("</div></section></main><p class=\"made\">").text(words.made_with).raw("</p>");
    let (lang, accent) = (locale.tag(), company.accent_color.as_deref());
    let frame = Frame { lang: &lang, title: words.expired_title, accent };
    frame.page(StatusCode::GONE, &html)
}
