//! Takes an object away: it is billed until now.

use std::collections::BTreeSet;

use records::usage::BilledObject;

use super::{change, shown};
use crate::{Failure, Session};

pub fn delete(session: &mut Session<'_, '_>, key: &str) -> Result<BilledObject, Failure> {
    let row = change::named(session, key)?;
    let customers = BTreeSet::from([row.customer_id.clone()]);
    let changing = change::hold(session, &customers, BTreeSet::from([row.item_id.clone()]))?;
    // It may have become another, or gone, while the customer was waited for.
    let row = change::named(session, &row.id)?;
    let at = session.now().max(row.since);
    changing.end(session, &row, at)?;
    changing.count(session)?;
    shown::one(session, row, Some(at))
}
