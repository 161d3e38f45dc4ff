//! Searches subscriptions.

use std::collections::{BTreeSet, HashMap};

use records::SubscriptionId;
use store::subscription::{FIND, SubscriptionRow};

use super::expand;
use crate::find::{FindRequest, FoundPage, walk, walk_texts};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_texts(session, &FIND, request, |session, rows| expand::answers(session, &rows))
}

/// Subscriptions as JSON by their ids.
pub(crate) fn by_ids(
    session: &mut Session<'_, '_>,
    ids: BTreeSet<SubscriptionId>,
) -> Result<HashMap<SubscriptionId, String>, Failure> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let company = session.company_id().to_owned();
    let rows = store::subscription::by_ids(session.tx, &company, ids.into_iter().collect())?;
    let texts = expand::answers(session, &rows)?;
    Ok(rows.into_iter().map(|row| row.columns.id).zip(texts).collect())
}

/// The same without what they refer to: each as its id alone.
pub fn found(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |_, row: SubscriptionRow| {
        format!(r#"{{"id":"{}"}}"#, row.columns.id)
    })
}
