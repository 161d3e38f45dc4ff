//! Searches invoices.

use super::answer::{Lines, answers};
use crate::find::{FindRequest, FoundPage, walk_texts};
use crate::{Failure, Session};

/// A page shows the beginning of long invoices.
const LINES: usize = 100;

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_texts(session, &store::invoice::FIND, request, |session, rows| {
        answers(session, &rows, Lines::First(LINES))
    })
}
