//! Holding the rows of those who pay.

use std::collections::BTreeSet;

use records::CustomerId;
use store::billed::Billed;

use crate::{Failure, Session};

/// Holds the row of a customer until the transaction ends; one that is not there is made.
pub(crate) fn hold(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<Billed, Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let billed = store::billed::lock(session.tx, &company, customer, now)?;
    session.waited()?;
    Ok(billed)
}

/// Holds the rows of these customers, in the order of their ids, so that two never wait for each
/// other.
pub(crate) fn hold_all<'a>(
    session: &mut Session<'_, '_>,
    customers: impl IntoIterator<Item = &'a CustomerId>,
) -> Result<(), Failure> {
    let sorted: BTreeSet<&CustomerId> = customers.into_iter().collect();
    sorted.into_iter().try_for_each(|id| hold(session, id).map(|_| ()))
}
