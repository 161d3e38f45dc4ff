//! Who pays for what is bought once: whoever collects above the customer, else the customer itself,
//! unless the next invoice in that currency comes to somebody who pays for it.

use std::collections::{BTreeSet, HashMap};

use records::CustomerId;
use store::one_time::OneTimeRow;

use crate::bill::{self, stored};
use crate::customers::collector;
use crate::{Failure, Session};

/// Who pays for something that is bought now.
pub(super) fn payer(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    (next, currency): (bool, &str),
) -> Result<CustomerId, Failure> {
    match (collector(session, customer)?, next) {
        (Some(collector), _) => Ok(collector),
        (None, true) => next_payer(session, customer, currency),
        (None, false) => Ok(customer.clone()),
    }
}

/// Who gets the next invoice of a customer in a currency: itself where it has a subscription of its
/// own, else whoever pays for one.
fn next_payer(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    currency: &str,
) -> Result<CustomerId, Failure> {
    let company = session.company_id().to_owned();
    let all = store::subscription::paid(session.tx, &company, customer)?;
    let payers = all.into_iter().filter(|paid| paid.currency == currency);
    let payers: Vec<CustomerId> = payers.map(|paid| paid.billed_customer_id).collect();
    let payer = payers.iter().find(|payer| *payer == customer).or(payers.first());
    Ok(payer.unwrap_or(customer).clone())
}

/// Lets what a customer bought wait with whoever pays for it now.
pub(crate) fn route(session: &mut Session<'_, '_>, customer: &CustomerId) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let waiting = store::one_time::waiting_of(session.tx, &company, vec![customer.clone()])?;
    if waiting.is_empty() {
        return Ok(());
    }
    let collector = collector(session, customer)?;
    let mut touched = BTreeSet::new();
    for row in waiting {
        touched.extend(moved(session, &row, collector.as_ref())?);
    }
    touched.iter().try_for_each(|id| bill::due_anew(session, id))
}

/// The same for everybody in a tree; answers whose books have changed.
pub(crate) fn reroute(
    session: &mut Session<'_, '_>,
    collectors: &HashMap<CustomerId, Option<CustomerId>>,
) -> Result<BTreeSet<CustomerId>, Failure> {
    let company = session.company_id().to_owned();
    let ids = collectors.keys().cloned().collect();
    let mut touched = BTreeSet::new();
    for row in store::one_time::waiting_of(session.tx, &company, ids)? {
        let collector = collectors.get(&row.customer_id).and_then(Option::as_ref);
        touched.extend(moved(session, &row, collector)?);
    }
    Ok(touched)
}

/// Moves one to whoever pays for it; answers who did and who does, where that is another.
fn moved(
    session: &mut Session<'_, '_>,
    row: &OneTimeRow,
    collector: Option<&CustomerId>,
) -> Result<Vec<CustomerId>, Failure> {
    let company = session.company_id().to_owned();
    let payer = match (collector, row.kind == "NEXT") {
        (Some(collector), _) => collector.clone(),
        (None, true) => {
            let currency = stored::one_time_currency(row)?;
            next_payer(session, &row.customer_id, currency.code())?
        }
        (None, false) => row.customer_id.clone(),
    };
    if payer == row.billed_customer_id {
        return Ok(Vec::new());
    }
    bill::hold_all(session, [&payer, &row.billed_customer_id])?;
    store::one_time::set_payer(session.tx, &company, &row.id, &payer)?;
    Ok(vec![payer, row.billed_customer_id.clone()])
}
