//! Searches subscriptions.

use super::expand;
use crate::find::{FindRequest, FoundPage, walk, walk_texts};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    let (table, read) = (&store::subscription::FIND, store::subscription::read);
    walk_texts(session, table, request, read, |session, rows| expand::answers(session, &rows))
}

/// The same without what they refer to: each as its id alone.
pub fn found(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    let (table, read) = (&store::subscription::FIND, store::subscription::read);
    walk(session, table, request, read, |_, row| format!(r#"{{"id":"{}"}}"#, row.columns.id))
}
