//! Who buys, and who sold.

use records::customer::{CustomerStatus, RollupConfig};
use records::{Customer, CustomerId, Moment, SubscriptionCreate};

use crate::ids::is_id;
use crate::refusal::Faults;
use crate::{Failure, Session};

/// No customer has more above it.
const DEEPEST: usize = 10;

/// The customer: there, not archived, and not billed by a rollup.
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
    if rolled_up(session, &customer)? {
        let detail = "Billing at or below a rollup is not possible yet.";
        faults.add(pointer, "not_available_yet", detail);
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

/// Whether anyone from the customer upwards collects what is below, now or later.
fn rolled_up(session: &mut Session<'_, '_>, customer: &Customer) -> Result<bool, Failure> {
    let now = session.now();
    let mut next = Some(customer.clone());
    for _ in 0..=DEEPEST {
        let Some(known) = next else { return Ok(false) };
        if known.child_rollup_billing && !is_over(known.child_rollup_billing_config.as_ref(), now) {
            return Ok(true);
        }
        next = match &known.parent_customer_id {
            Some(parent) => by_id(session, parent)?,
            None => None,
        };
    }
    Ok(false)
}

fn is_over(config: Option<&RollupConfig>, now: Moment) -> bool {
    config.and_then(|config| config.end_date).is_some_and(|end| end <= now)
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
        Some(user) if user.archived_date.is_some() => {
            faults.add("/sales_user_id", "archived", "This sales user is archived.");
        }
        Some(_) => {}
    }
    Ok(())
}
