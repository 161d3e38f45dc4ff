//! Plain lists in the order of ids, with the same cursors as searches.

use records::pagination::PageAnswer;
use records::{CompanyId, Id};
use store::Tx;

use crate::{Failure, Session};

/// What a list is asked: `?limit=&from_key=`.
#[derive(Clone, Debug)]
pub struct ListRequest {
    pub limit: i64,
    pub from_key: Option<String>,
}

/// One page of records.
#[derive(Clone, Debug)]
pub struct Listed<R> {
    pub pagination: PageAnswer,
    pub results: Vec<R>,
}

/// Reads one row more than asked, to know whether the walk goes on.
pub(crate) fn walk<R>(
    session: &mut Session<'_, '_>,
    operation: &str,
    request: &ListRequest,
    id: impl Fn(&R) -> Id<R>,
    mut rows: impl FnMut(&mut Tx<'_>, &CompanyId, &Id<R>, i64) -> Result<Vec<R>, store::Error>,
) -> Result<Listed<R>, Failure> {
    let company = session.company_id().to_owned();
    let binding = format!("{company}/{operation}");
    let signer = &session.tools.signer;
    let after = match request.from_key.as_deref() {
        None | Some("") => Id::default(),
        Some(cursor) => signer.place(&binding, cursor)?.1.into(),
    };
    let mut results = match request.limit {
        0 => Vec::new(),
        limit => rows(session.tx, &company, &after, limit + 1)?,
    };
    let wanted = usize::try_from(request.limit).unwrap_or(0);
    let more = results.len() > wanted;
    results.truncate(wanted);
    let last = results.last().filter(|_| more).map(id);
    let from_key = last.map(|id| session.tools.signer.cursor(&binding, &(0, id.into())));
    let pagination = PageAnswer { from_key, limit: request.limit, total_count: None };
    Ok(Listed { pagination, results })
}
