//! Who pays for a customer, in one place.

use records::CustomerId;
use records::customer::CustomerStatus;

use crate::refusal::Faults;
use crate::{Failure, Session};

const POINTER: &str = "/parent_billed";

/// Who gets the invoices of what a customer has: its parent where that is wanted, else itself.
pub(crate) fn payer_of(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    parent_billed: bool,
) -> Result<CustomerId, Failure> {
    let mut faults = Faults::default();
    let payer = checked_payer(session, customer, parent_billed, &mut faults)?;
    faults.refuse_any()?;
    Ok(payer)
}

/// The same, where a parent that cannot pay is one fault among others.
pub(crate) fn checked_payer(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    parent_billed: bool,
    faults: &mut Faults,
) -> Result<CustomerId, Failure> {
    if !parent_billed {
        return Ok(customer.clone());
    }
    let company = session.company_id().to_owned();
    let Some(parent) = store::customer::parent_of(session.tx, &company, customer)?.flatten() else {
        faults.add(POINTER, "no_parent", "`parent_billed` needs a customer with a parent.");
        return Ok(customer.clone());
    };
    let currency = session.company().preferred_currency.clone();
    let row = store::customer::by_id(session.tx, &company, &parent)?;
    let known = row.map(|row| row.record(&currency)).transpose()?;
    if known.is_some_and(|known| known.status == CustomerStatus::Archived) {
        let detail = "`parent_billed` needs a parent that is not archived.";
        faults.add(POINTER, "parent_archived", detail);
    }
    Ok(parent)
}
