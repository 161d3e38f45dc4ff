//! Searches customers.

use store::customer::{CustomerRow, FIND};

use super::entitlements;
use crate::find::{FindRequest, FoundPage, walk_texts};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_texts(session, &FIND, request, |session, mut rows: Vec<CustomerRow>| {
        entitlements::freshen(session, rows.iter_mut())?;
        let currency = &session.company().preferred_currency;
        Ok(rows.into_iter().map(|row| row.answer(currency)).collect())
    })
}
