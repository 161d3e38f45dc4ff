//! Searches invoices.

use super::answer::{FIRST_LINES, Lines, answers};
use crate::find::{FindRequest, FoundPage, walk_texts};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_texts(session, &store::invoice::FIND, request, |session, rows| {
        answers(session, &rows, Lines::First(FIRST_LINES))
    })
}
