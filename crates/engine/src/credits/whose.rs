//! Whose books a credit moves: its customer's, or those of whoever pays for the subscription or the
//! invoice that it is for.

use records::{Customer, CustomerId, InvoiceId, SubscriptionId};

use crate::bill;
use crate::refusal::Faults;
use crate::{Failure, Session};

/// The subscription of a body: of this customer. Answers who pays for it.
pub(super) fn subscription(
    session: &mut Session<'_, '_>,
    customer: &Customer,
    id: Option<&SubscriptionId>,
    faults: &mut Faults,
) -> Result<Option<CustomerId>, Failure> {
    let Some(id) = id else { return Ok(None) };
    let company = session.company_id().to_owned();
    let row = store::subscription::by_ids(session.tx, &company, vec![id.clone()])?.pop();
    let own = row.filter(|row| row.columns.customer_id == customer.id);
    if own.is_none() && !customer.id.is_empty() {
        let detail = "This customer has no such subscription.";
        faults.add("/subscription_id", "unknown", detail);
    }
    Ok(own.map(|row| row.columns.billed_customer_id))
}

/// Who pays an invoice of this customer.
pub(super) fn invoice(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    id: Option<&InvoiceId>,
) -> Result<Option<CustomerId>, Failure> {
    let Some(id) = id else { return Ok(None) };
    let company = session.company_id().to_owned();
    let found = store::invoice::customer_of(session.tx, &company, id)?;
    Ok(found.filter(|(_, of)| of == customer).map(|(payer, _)| payer))
}

/// Holds the customer and whoever pays.
pub(super) fn hold(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    payer: &CustomerId,
) -> Result<(), Failure> {
    bill::hold_all(session, [customer, payer])
}
