//! What every page of a document has around it: the head, one style of tokens with the company's
//! accent, and headers by which it can load, send and be framed by nothing.

mod accent;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::html::Html;

const STYLE: &str = concat!(
    include_str!("../../assets/tokens.css"),
    include_str!("../../assets/document/page.css"),
    include_str!("../../assets/document/narrow.css"),
);
const VIEWPORT: &str = "<meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
    <meta name=\"color-scheme\" content=\"light dark\">\
    <meta name=\"robots\" content=\"noindex\">\
    <link rel=\"icon\" href=\"data:,\">";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// What a page says of itself.
pub struct Frame<'a> {
    pub lang: &'a str,
    pub title: &'a str,
    /// `#rrggbb`
    pub accent: Option<&'a str>,
}

impl Frame<'_> {
    /// A page around a body.
    pub fn page(&self, status: StatusCode, body: &Html) -> Response<Body> {
        let style = self.style();
        let policy = policy(&style);
        let mut response = Response::new(Body::from(self.markup(&style, body)));
        *response.status_mut() = status;
        let headers = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
        response.headers_mut().extend(headers);
        if let Ok(value) = HeaderValue::from_str(&policy) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, value);
        }
        response
    }

    /// The page as a text that needs nothing else.
    pub fn alone(&self, body: &Html) -> String {
        self.markup(&self.style(), body)
    }

    fn markup(&self, style: &str, body: &Html) -> String {
        let mut html = Html::new();
        html.raw("<!doctype html>\n<html lang=\"").text(self.lang).raw("\"><head>").raw(VIEWPORT);
        html.raw("<title>").text(self.title).raw("</title><style>").style(style);
        html.raw("</style></head><body>").add(body).raw("</body></html>\n");
        html.finish()
    }

    /// One style, with the company's accent in two shades.
    fn style(&self) -> String {
        let mut style = STYLE.to_owned();
        if let Some(shades) = self.accent.and_then(accent::shades) {
            let accent::Shades { light, dark } = shades;
            style.push_str(&format!(":root{{--accent:{light}}}"));
            style.push_str(&format!(
                "@media screen and (prefers-color-scheme:dark){{:root{{--accent:{dark}}}}}"
            ));
        }
        style
    }
}

/// Nothing may run, load or be sent; this one style is known by its digest.
fn policy(style: &str) -> String {
    let digest = STANDARD.encode(Sha256::digest(style.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}
