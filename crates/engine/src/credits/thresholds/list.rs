//! The thresholds of a customer, or of all, in the order in which they were set.

use records::{CreditThreshold, CustomerId};
use store::credit::threshold::ThresholdRow;

use super::shown;
use crate::listing::{self, ListRequest, Listed};
use crate::{Failure, Session};

pub fn list(
    session: &mut Session<'_, '_>,
    customer: Option<&str>,
    request: &ListRequest,
) -> Result<Listed<CreditThreshold>, Failure> {
    let customer = customer.map(CustomerId::from);
    // A cursor of one customer's list is none of another's.
    let binding = format!("credit_thresholds/{}", customer.as_deref().unwrap_or_default());
    let id = |record: &CreditThreshold| record.id.clone();
    listing::walk(session, &binding, request, id, |tx, company, after, limit| {
        let rows = store::credit::threshold::after(tx, company, (customer.as_ref(), after), limit)?;
        rows.iter().map(readable).collect()
    })
}

fn readable(row: &ThresholdRow) -> Result<CreditThreshold, store::Error> {
    shown::shown(row).map_err(|failure| match failure {
        Failure::Store(error) => error,
        Failure::Refused(refusal) => store::Error::Broken(format!("{refusal:?}")),
    })
}
