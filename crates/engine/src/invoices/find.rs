//! Searches invoices.

use super::answer::{Lines, answers};
use crate::find::{FindRequest, FoundPage, walk_texts};
use crate::{Failure, Session};

/// A page shows the beginning of long invoices.
const LINES: usize = 100;

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    let (table, read) = (&store::invoice::FIND, store::invoice::read);
    walk_texts(session, table, request, read, |session, rows| {
        answers(session, &rows, Lines::First(LINES))
    })
}
