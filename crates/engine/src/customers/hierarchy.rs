//! Parents and children: no cycle, no more than ten levels above anyone.

use records::{CompanyId, Customer, CustomerId};

use crate::refusal::Faults;
use crate::{Failure, Session};

const DEEPEST: usize = 10;

/// Checks a new place in the tree. Trees of one company change one at a time.
pub(super) fn check(
    session: &mut Session<'_, '_>,
    before: Option<&Customer>,
    customer: &Customer,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let Some(parent) = &customer.parent_customer_id else { return Ok(()) };
    if before.is_some_and(|before| before.parent_customer_id.as_ref() == Some(parent)) {
        return Ok(());
    }
    let company = session.company_id().to_owned();
    session.tools.known.lock(session.tx, &company)?;
    let pointer = "/parent_customer_id";
    let Some(above) = ancestors(session, &company, parent)? else {
        faults.add(pointer, "unknown", "There is no such customer.");
        return Ok(());
    };
    if above.contains(&customer.id) {
        faults.add(pointer, "cycle", "A customer cannot be below itself.");
        return Ok(());
    }
    let below = match before {
        Some(_) => height(session, &company, &customer.id)?,
        None => 0,
    };
    if above.len() + below > DEEPEST {
        let detail = format!("A customer may have at most {DEEPEST} levels above it.");
        faults.add(pointer, "too_deep", detail);
    }
    Ok(())
}

/// A customer and everyone above it; none where it does not exist. Bounded, whatever is stored.
fn ancestors(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    start: &CustomerId,
) -> Result<Option<Vec<CustomerId>>, Failure> {
    let mut chain = Vec::new();
    let mut next = Some(start.to_owned());
    while let Some(id) = next.filter(|_| chain.len() <= DEEPEST + 1) {
        match store::customer::parent_of(session.tx, company, &id)? {
            None if chain.is_empty() => return Ok(None),
            None => break,
            Some(parent) => next = parent,
        }
        chain.push(id);
    }
    Ok(Some(chain))
}

/// How many levels there are below a customer, counted no further than matters.
fn height(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    id: &CustomerId,
) -> Result<usize, Failure> {
    let mut level = vec![id.to_owned()];
    for height in 0..=DEEPEST {
        level = store::customer::children(session.tx, company, level)?;
        if level.is_empty() {
            return Ok(height);
        }
    }
    Ok(DEEPEST + 1)
}
