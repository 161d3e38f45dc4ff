//! Searches customers.

use crate::find::{FindRequest, FoundPage, walk};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &store::customer::FIND, request, store::customer::read, |session, row| {
        row.answer(&session.company().preferred_currency)
    })
}
