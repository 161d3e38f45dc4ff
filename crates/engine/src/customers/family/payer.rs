//! Who pays for a customer, in one place.

use records::customer::CustomerStatus;
use records::{Customer, CustomerId};

use crate::bill;
use crate::refusal::Faults;
use crate::{Failure, Session};

const POINTER: &str = "/parent_billed";

/// Who gets the invoices of what a customer has: the highest above it that collects, else its
/// parent where that is wanted, else itself.
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
    let company = session.company_id().to_owned();
    let above = store::rollup::above(session.tx, &company, customer)?;
    let collector = above.iter().rev().find(|member| member.rollup_zone.is_some());
    let collector = collector.map(|member| member.id.clone());
    if !parent_billed {
        return Ok(collector.unwrap_or_else(|| customer.clone()));
    }
    let Some(parent) = above.first().and_then(|member| member.parent.clone()) else {
        faults.add(POINTER, "no_parent", "`parent_billed` needs a customer with a parent.");
        return Ok(customer.clone());
    };
    let currency = session.company().preferred_currency.clone();
    let row = store::customer::by_id(session.tx, &company, &parent)?;
    let known = row.map(|row| row.record(&currency)).transpose()?;
    if known.is_some_and(|known: Customer| known.status == CustomerStatus::Archived) {
        let detail = "`parent_billed` needs a parent that is not archived.";
        faults.add(POINTER, "parent_archived", detail);
    }
    Ok(collector.unwrap_or(parent))
}

/// Who pays for what a customer gets now, held with everybody above it until the transaction ends:
/// nobody turns a rollup or moves anybody in between.
pub(crate) fn held_payer(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    parent_billed: bool,
) -> Result<CustomerId, Failure> {
    let company = session.company_id().to_owned();
    let above = store::rollup::above(session.tx, &company, customer)?;
    bill::hold_all(session, above.iter().map(|member| &member.id))?;
    let payer = payer_of(session, customer, parent_billed)?;
    match payer == *customer || above.iter().any(|member| member.id == payer) {
        true => Ok(payer),
        false => Err(Failure::Store(store::Error::Again("a customer was moved".to_owned()))),
    }
}

/// The highest customer from this one upwards whose rollup is active.
pub(crate) fn collector(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<Option<CustomerId>, Failure> {
    let company = session.company_id().to_owned();
    let above = store::rollup::above(session.tx, &company, customer)?;
    let mut above = above.into_iter().rev();
    Ok(above.find(|member| member.rollup_zone.is_some()).map(|member| member.id))
}
