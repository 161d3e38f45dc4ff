//! Searches subscriptions.

use store::subscription::{FIND, SubscriptionRow};

use super::expand;
use crate::find::{FindRequest, FoundPage, walk, walk_texts};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_texts(session, &FIND, request, |session, rows| expand::answers(session, &rows))
}

/// The same without what they refer to: each as its id alone.
pub fn found(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |_, row: SubscriptionRow| {
        format!(r#"{{"id":"{}"}}"#, row.columns.id)
    })
}
