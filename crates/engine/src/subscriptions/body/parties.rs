//! Who buys, and who sold.

use records::customer::CustomerStatus;
use records::{Customer, CustomerId, SubscriptionCreate};

use crate::ids::is_id;
use crate::refusal::Faults;
use crate::{Failure, Session};

/// The customer: there, and not archived.
pub(crate) fn paying(
    session: &mut Session<'_, '_>,
    id: &CustomerId,
    faults: &mut Faults,
) -> Result<Customer, Failure> {
    let pointer = "/customer_id";
    if id.is_empty() {
        faults.add(pointer, "required", "`customer_id` is required.");
        return Ok(Customer::default());
    }
    let Some(customer) = by_id(session, id)? else {
        faults.add(pointer, "unknown", "There is no such customer.");
        return Ok(Customer::default());
    };
    if customer.status == CustomerStatus::Archived {
        faults.add(pointer, "archived", "This customer is archived.");
    }
    Ok(customer)
}

fn by_id(session: &mut Session<'_, '_>, id: &CustomerId) -> Result<Option<Customer>, Failure> {
    let company = session.company_id().to_owned();
    let currency = session.company().preferred_currency.clone();
    let row = match is_id(crate::customers::PREFIX, id) {
        true => store::customer::by_id(session.tx, &company, id)?,
        false => None,
    };
    Ok(row.map(|row| row.record(&currency)).transpose()?)
}

/// The sales user: there, and not archived.
pub(super) fn sales_user(
    session: &mut Session<'_, '_>,
    body: &SubscriptionCreate,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let Some(id) = &body.sales_user_id else { return Ok(()) };
    let company = session.company_id().to_owned();
    match store::sales_user::get(session.tx, &company, id)? {
        None => faults.add("/sales_user_id", "unknown", "There is no such sales user."),
        Some(user) if user.archived_date.is_some() && !session.honours() => {
            faults.add("/sales_user_id", "archived", "This sales user is archived.");
        }
        Some(_) => {}
    }
    Ok(())
}
