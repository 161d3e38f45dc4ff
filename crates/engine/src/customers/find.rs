//! Searches customers.

use store::customer::{CustomerRow, FIND};

use crate::find::{FindRequest, FoundPage, walk};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |session, row: CustomerRow| {
        row.answer(&session.company().preferred_currency)
    })
}
