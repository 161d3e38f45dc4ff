//! Searches credits.

use super::shown::shown;
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &store::credit::FIND, request, shown)
}
