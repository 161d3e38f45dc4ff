//! Searching: one body, one set of filters, one kind of cursor for every resource.

mod cursor;
pub mod listing;
mod wanted;

use records::pagination::PageAnswer;
use serde_json::Value;
use store::FromRow;
pub use store::find::{Filter, Find, Match};
use store::find::{Request, Sort, Wanted};

pub(crate) use cursor::Signer;

use crate::{Failure, Refusal, Session};

pub const DEFAULT_LIMIT: i64 = 20;
pub const LARGEST_LIMIT: i64 = 200;
/// A page ends early when its records reach this size.
const PAGE_BYTES: usize = 4 << 20;

/// A search as it was asked.
#[derive(Clone, Debug)]
pub struct FindRequest {
    limit: i64,
    from_key: Option<String>,
    include_meta: bool,
    sort: Sort,
    wanted: Vec<(Match, Wanted)>,
    /// Query and order as text, to which cursors are bound.
    meaning: String,
}

/// A page of answers, each already JSON.
#[derive(Clone, Debug)]
pub struct FoundPage {
    pub pagination: PageAnswer,
    pub results: Vec<String>,
}

impl FindRequest {
    /// Reads a body that the schema has accepted.
    pub fn parse(find: &Find, body: &Value) -> Result<FindRequest, Refusal> {
        let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
        let page = &body["pagination"];
        let empty = serde_json::Map::new();
        let query = body.get("query").and_then(Value::as_object).unwrap_or(&empty);
        let mut wanted = Vec::new();
        for (name, value) in query.iter().filter(|(_, value)| !value.is_null()) {
            let Some(filter) = find.filter(name) else {
                let pointer = format!("/query/{name}");
                return Err(Refusal::invalid(&pointer, "unknown", "There is no such filter."));
            };
            wanted.extend(wanted::wanted(filter.matches, value));
        }
        let sort_key = text("sort_key");
        let meaning = format!("{sort_key}\n{}", Value::Object(query.clone()));
        let from_key = page["from_key"].as_str().filter(|key| !key.is_empty());
        Ok(FindRequest {
            limit: page["limit"].as_i64().unwrap_or(DEFAULT_LIMIT),
            from_key: from_key.map(str::to_owned),
            include_meta: body["include_meta"].as_bool().unwrap_or(false),
            sort: find.sort(sort_key),
            wanted,
            meaning,
        })
    }
}

/// Walks one page of a search and renders its rows one by one.
pub(crate) fn walk<T: FromRow>(
    session: &mut Session<'_, '_>,
    find: &Find,
    request: &FindRequest,
    render: impl Fn(&Session<'_, '_>, T) -> String,
) -> Result<FoundPage, Failure> {
    let page = fetch(session, find, request)?;
    let (rows, keys): (Vec<T>, Vec<_>) = page.rows.into_iter().map(|f| (f.row, f.key)).unzip();
    let texts = rows.into_iter().map(|row| render(session, row)).collect();
    Ok(finish(session, request, page.frame, keys, texts))
}

/// The same for rows that are filled in together, so that no statement runs per row.
pub(crate) fn walk_all<T: FromRow, R: serde::Serialize>(
    session: &mut Session<'_, '_>,
    find: &Find,
    request: &FindRequest,
    fill: impl FnOnce(&mut Session<'_, '_>, Vec<T>) -> Result<Vec<R>, Failure>,
) -> Result<FoundPage, Failure> {
    walk_texts(session, find, request, |session, rows| {
        let filled = fill(session, rows)?;
        let texts: Result<Vec<String>, _> = filled.iter().map(serde_json::to_string).collect();
        texts.map_err(|error| store::Error::Broken(error.to_string()).into())
    })
}

/// The same for rows that are rendered together.
pub(crate) fn walk_texts<T: FromRow>(
    session: &mut Session<'_, '_>,
    find: &Find,
    request: &FindRequest,
    render: impl FnOnce(&mut Session<'_, '_>, Vec<T>) -> Result<Vec<String>, Failure>,
) -> Result<FoundPage, Failure> {
    let page = fetch(session, find, request)?;
    let (rows, keys): (Vec<T>, Vec<_>) = page.rows.into_iter().map(|f| (f.row, f.key)).unzip();
    let texts = render(session, rows)?;
    Ok(finish(session, request, page.frame, keys, texts))
}

/// What was read for a page.
struct Fetched<T> {
    rows: Vec<store::find::Found<T>>,
    frame: Frame,
}

/// What is known of a page besides its rows.
struct Frame {
    binding: String,
    total_count: Option<i64>,
    /// There was a row behind the last one wanted.
    more: bool,
}

fn fetch<T: FromRow>(
    session: &mut Session<'_, '_>,
    find: &Find,
    request: &FindRequest,
) -> Result<Fetched<T>, Failure> {
    let company = session.company_id().to_owned();
    let binding = format!("{company}/{}/find\n{}", find.kind, request.meaning);
    let after = match &request.from_key {
        Some(cursor) => Some(session.tools.signer.place(&binding, cursor)?),
        None => None,
    };
    let page = Request {
        company: &company,
        now: session.now(),
        wanted: &request.wanted,
        sort: request.sort,
        after,
        limit: request.limit + 1,
    };
    let total_count = match request.include_meta {
        true => Some(find.count(session.tx, &page)?),
        false => None,
    };
    let mut rows = match request.limit {
        0 => Vec::new(),
        _ => find.page(session.tx, &page)?,
    };
    let wanted = usize::try_from(request.limit).unwrap_or(0);
    let more = rows.len() > wanted;
    rows.truncate(wanted);
    Ok(Fetched { rows, frame: Frame { binding, total_count, more } })
}

/// Cuts a page that has grown too large, and gives the cursor behind what is left of it.
fn finish(
    session: &Session<'_, '_>,
    request: &FindRequest,
    frame: Frame,
    keys: Vec<(i64, String)>,
    mut texts: Vec<String>,
) -> FoundPage {
    let mut bytes = 0;
    let fits = texts.iter().take_while(|text| {
        bytes += text.len();
        bytes <= PAGE_BYTES
    });
    let fitting = fits.count().max(1).min(texts.len());
    let more = frame.more || fitting < texts.len();
    texts.truncate(fitting);
    let last = fitting.checked_sub(1).and_then(|last| keys.get(last)).filter(|_| more);
    let from_key = last.map(|key| session.tools.signer.cursor(&frame.binding, key));
    let pagination = PageAnswer { from_key, limit: request.limit, total_count: frame.total_count };
    FoundPage { pagination, results: texts }
}
