//! Answers that are the same for everybody: the document and the reference. Each is rendered and
//! compressed once and then shared, however many read it and however slowly; who has it already is
//! told so. Nobody needs a token for these, so each address has a rate.
//!
//! What may be kept says so itself, by `Cache-Control: public`.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use http_body_util::BodyExt as _;
use sha2::{Digest, Sha256};

use crate::App;
use crate::server::admit::too_many;
use crate::server::observe;
use crate::server::read::packed;

/// More paths than this are not kept.
const MOST: usize = 64;

/// By path.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<String, Arc<Answer>>>);

/// An answer in all spellings, the best first.
struct Answer {
    headers: HeaderMap,
    spellings: [Spelling; 3],
}

struct Spelling {
    encoding: Option<&'static str>,
    etag: HeaderValue,
    body: Bytes,
}

impl Cache {
    fn get(&self, path: &str) -> Option<Arc<Answer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn put(&self, path: &str, answer: &Arc<Answer>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MOST {
            all.insert(path.to_owned(), Arc::clone(answer));
        }
    }
}

/// Answers from what is kept, and keeps what may be.
pub(crate) async fn answer_cached(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let taken = app.visitors.take(&address, app.engine.wall_now());
    if !taken.allowed {
        return too_many(taken).response(observe::request_id(&request).as_str());
    }
    if request.method() != Method::GET || request.uri().query().is_some() {
        return next.run(request).await;
    }
    let (path, asked) = (request.uri().path().to_owned(), request.headers().clone());
    if let Some(known) = app.cache.get(&path) {
        return known.spelled(&asked);
    }
    let response = next.run(request).await;
    let public = response.headers().get(header::CACHE_CONTROL);
    let public = public.is_some_and(|value| value.as_bytes().starts_with(b"public"));
    if response.status() != StatusCode::OK || !public {
        return response;
    }
    let answer = Arc::new(Answer::of(response).await);
    app.cache.put(&path, &answer);
    answer.spelled(&asked)
}

impl Answer {
    async fn of(response: Response<Body>) -> Answer {
        let (parts, body) = response.into_parts();
        let plain = collected(body).await;
        let digest = hex::encode(&Sha256::digest(&plain)[..12]);
        let spelling = async |encoding: Option<&'static str>| {
            let body = match encoding {
                None => plain.clone(),
                Some(name) => {
                    let accepted = HeaderValue::from_static(name);
                    let accepted = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted)]);
                    let mut whole = Response::new(Body::from(plain.clone()));
                    let kind = parts.headers.get(header::CONTENT_TYPE).cloned();
                    let kind = kind.map(|kind| (header::CONTENT_TYPE, kind));
                    whole.headers_mut().extend(kind);
                    collected(packed(accepted, whole).await.into_body()).await
                }
            };
            let etag = format!("\"{digest}-{}\"", encoding.unwrap_or("plain"));
            let etag = HeaderValue::try_from(etag).unwrap_or(HeaderValue::from_static("\"\""));
            Spelling { encoding, etag, body }
        };
        let spellings =
            [spelling(Some("br")).await, spelling(Some("gzip")).await, spelling(None).await];
        Answer { headers: parts.headers, spellings }
    }

    /// In the best spelling that is accepted, or that nothing has changed.
    fn spelled(&self, asked: &HeaderMap) -> Response<Body> {
        let [_, _, plain] = &self.spellings;
        let fits = |spelling: &&Spelling| spelling.encoding.is_none_or(|name| accepts(asked, name));
        let spelling = self.spellings.iter().find(fits).unwrap_or(plain);
        let mut response = Response::new(Body::empty());
        *response.headers_mut() = self.headers.clone();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_LENGTH);
        headers.insert(header::ETAG, spelling.etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if self.is_known(asked) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        if let Some(name) = spelling.encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        *response.body_mut() = Body::from(spelling.body.clone());
        response
    }

    /// Whether the client has it, in whichever spelling.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let tags = asked.get_all(header::IF_NONE_MATCH).iter();
        let mut tags = tags.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
        tags.any(|tag| {
            let tag = tag.trim().trim_start_matches("W/");
            tag == "*" || self.spellings.iter().any(|known| known.etag.as_bytes() == tag.as_bytes())
        })
    }
}

async fn collected(body: Body) -> Bytes {
    body.collect().await.map(|whole| whole.to_bytes()).unwrap_or_default()
}

/// Whether an encoding is accepted; one with `q=0` is not.
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter();
    let mut named = values.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    named.any(|each| {
        let mut parts = each.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let refused = parts.any(|part| {
            let zero = part.strip_prefix("q=").map(str::trim);
            zero.is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q <= 0.0))
        });
        (name.eq_ignore_ascii_case(encoding) || name == "*") && !refused
    })
}
