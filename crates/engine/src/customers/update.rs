//! Changes a customer: what is sent replaces, `null` clears, the rest is kept.

use billing::fact::FactType;
use records::customer::CustomerStatus;
use records::{Customer, Object};
use store::subscription::Copied;

use super::{check, family, named, taken};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::changed;
use crate::{Failure, Refusal, Session};

pub fn update(
    session: &mut Session<'_, '_>,
    key: &str,
    sent: &Object,
) -> Result<Customer, Failure> {
    let mut faults = Faults::default();
    if sent.get("identifier").is_some_and(serde_json::Value::is_null) {
        let detail = "An identifier can be changed and not cleared.";
        faults.add("/identifier", "required", detail);
    }
    change(session, key, faults, |before| laid_over(before, sent))
}

/// Locks a customer, changes it, checks it, and writes it down if anything is different.
pub(super) fn change(
    session: &mut Session<'_, '_>,
    key: &str,
    faults: Faults,
    edit: impl FnOnce(&Customer) -> Result<Customer, Failure>,
) -> Result<Customer, Failure> {
    let currency = session.company().preferred_currency.clone();
    let id = named(session, key)?.record(&currency)?.id;
    let company = session.company_id().to_owned();
    store::customer::lock(session.tx, &company, &id)?;
    let row = named(session, &id)?;
    let before = row.record(&currency)?;
    let mut after = edit(&before)?;
    check::check(session, Some(&before), &mut after, faults)?;
    let archived = archiving(&before, &after, row.live_subscriptions)?;
    if archived {
        family::check_archive(session, &id)?;
    }
    family::check_parent(session, &before, &after)?;
    if after == before {
        return Ok(before);
    }
    after.updated_at = session.now().max(before.updated_at);
    store::customer::update(session.tx, &before, &after).map_err(taken)?;
    follow(session, &before, &after)?;
    store::billed::touch(session.tx, &company, &after.id)?;
    store::billed::touch_payers(session.tx, &company, &after.id)?;
    family::follow_parent(session, &before, &after)?;
    let values = match (serde_json::to_value(&before), serde_json::to_value(&after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    let fact = if archived { FactType::CustomerArchived } else { FactType::CustomerUpdated };
    session.fact(fact, &after.id, values)?;
    Ok(after)
}

/// What is billed to a customer is found by its owner, parent, flags and names.
fn follow(
    session: &mut Session<'_, '_>,
    before: &Customer,
    after: &Customer,
) -> Result<(), Failure> {
    let (id, names) = (&after.id, store::customer::names(after));
    let copied = copied(after);
    if copied == self::copied(before) && names == store::customer::names(before) {
        return Ok(());
    }
    let company = session.company_id().to_owned();
    store::subscription::follow_customer(session.tx, &company, id, &copied, &names)?;
    let Copied { owner_id, managed_externally, .. } = &copied;
    if (owner_id, *managed_externally) == (&before.owner_id, before.managed_externally) {
        // Invoices copy nothing else, and there may be very many.
        return Ok(());
    }
    Ok(store::invoice::follow_customer(session.tx, &company, id, owner_id, *managed_externally)?)
}

fn copied(customer: &Customer) -> Copied {
    Copied {
        owner_id: customer.owner_id.clone(),
        parent_customer_id: customer.parent_customer_id.clone(),
        exclude_from_metrics: customer.exclude_from_metrics,
        managed_externally: customer.managed_externally,
    }
}

/// A customer is archived only when nothing bills it any more.
fn archiving(before: &Customer, after: &Customer, live: i64) -> Result<bool, Refusal> {
    let archived = after.status == CustomerStatus::Archived && before.status != after.status;
    if archived && live > 0 {
        let detail = format!("The customer has {live} live subscriptions; end them first.");
        return Err(Refusal::conflict("has_live_subscriptions", detail));
    }
    Ok(archived)
}
