//! Who pays for what is bought once: the customer itself, unless the next invoice in that currency
//! comes to somebody who pays for it.

use records::CustomerId;

use crate::bill::{self, stored};
use crate::{Failure, Session};

/// Who gets the next invoice of a customer in a currency: itself where it has a subscription of its
/// own, else whoever pays for one.
pub(crate) fn next_payer(
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

/// Lets what a customer bought for its next invoice wait with whoever gets that now.
pub(crate) fn route(session: &mut Session<'_, '_>, customer: &CustomerId) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    for row in store::one_time::waiting_of(session.tx, &company, customer)? {
        if row.kind != "NEXT" {
            continue;
        }
        let currency = stored::one_time_currency(&row)?;
        let payer = next_payer(session, customer, currency.code())?;
        if payer != row.billed_customer_id {
            bill::hold(session, &[&payer, &row.billed_customer_id])?;
            store::one_time::set_payer(session.tx, &company, &row.id, &payer)?;
            store::billed::touch(session.tx, &company, &payer)?;
            store::billed::touch(session.tx, &company, &row.billed_customer_id)?;
        }
    }
    Ok(())
}
