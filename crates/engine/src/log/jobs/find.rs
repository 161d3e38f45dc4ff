//! Searches jobs.

use super::{FIND, shown};
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |_, rows: Vec<_>| Ok(rows.into_iter().map(shown).collect()))
}
