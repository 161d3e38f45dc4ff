//! What is billed to a customer copies its owner, its flags and its names, to be found by them. It
//! follows a change of the customer in the same transaction as far as one may hold the writer, and
//! in further ones before the answer comes; a process that dies between them leaves the rest to the
//! next. Nobody waits for it but whoever asked.

use records::{CompanyId, Customer, CustomerId};
use store::subscription::Copied;

use crate::{Engine, Failure, Session};

/// So many characters of names are written again at once, and so many subscriptions and invoices.
const CHARACTERS: usize = 50_000;
const SUBSCRIPTIONS: usize = 500;
const INVOICES: i64 = 2_000;

/// The customer has changed: as many as one transaction takes follow it, the others are noted.
pub(super) fn follow(
    session: &mut Session<'_, '_>,
    before: &Customer,
    after: &Customer,
) -> Result<(), Failure> {
    let (copied, known) = (copied(after), self::copied(before));
    let renamed = store::customer::names(after) != store::customer::names(before);
    if renamed || copied != known {
        part(session, after, store::subscription::KIND, "")?;
    }
    // Invoices copy nothing else, and there may be very many.
    let of = |copied: Copied| (copied.owner_id, copied.managed_externally);
    if of(copied) != of(known) {
        part(session, after, store::invoice::KIND, "")?;
    }
    Ok(())
}

impl Engine {
    /// Lets everything follow that changes of customers of this company left behind.
    pub async fn finish_following(&self, company: &CompanyId) -> Result<(), Failure> {
        while !self.is_winding_down() && self.internally(company, step).await? {}
        Ok(())
    }
}

/// The next part; whether there was one.
fn step(session: &mut Session<'_, '_>) -> Result<bool, Failure> {
    let company = session.company_id().to_owned();
    let Some((id, kind)) = store::customer::following::first(session.tx, &company)? else {
        return Ok(false);
    };
    store::customer::lock(session.tx, &company, &id)?;
    // Somebody else may have come further meanwhile.
    let of = (&id, kind.as_str());
    if let Some(after) = store::customer::following::after(session.tx, &company, of)? {
        let customer = known(session, &id)?;
        part(session, &customer, &kind, &after)?;
    }
    Ok(true)
}

fn known(session: &mut Session<'_, '_>, id: &CustomerId) -> Result<Customer, Failure> {
    let currency = session.company().preferred_currency.clone();
    Ok(super::named(session, id)?.record(&currency)?)
}

/// Writes those of a kind behind one, as many as are written at once, and notes where it ended.
fn part(
    session: &mut Session<'_, '_>,
    customer: &Customer,
    kind: &str,
    after: &str,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let of = (&company, &customer.id);
    let last = match kind == store::invoice::KIND {
        true => {
            let copied = (&customer.owner_id, customer.managed_externally);
            store::invoice::follow_customer(session.tx, of, copied, (after, INVOICES))?
        }
        false => {
            let names = store::customer::names(customer);
            let characters = names.iter().map(|name| name.len()).sum::<usize>().max(1);
            let most = (CHARACTERS / characters).clamp(1, SUBSCRIPTIONS);
            let most = i64::try_from(most).unwrap_or(1);
            let copied = (&copied(customer), names.as_slice());
            store::subscription::follow_customer(session.tx, of, copied, (after, most))?
        }
    };
    let of = (&customer.id, kind);
    Ok(store::customer::following::note(session.tx, &company, of, last.as_deref())?)
}

fn copied(customer: &Customer) -> Copied {
    Copied {
        owner_id: customer.owner_id.clone(),
        parent_customer_id: customer.parent_customer_id.clone(),
        exclude_from_metrics: customer.exclude_from_metrics,
        managed_externally: customer.managed_externally,
    }
}
