//! Changes a customer: what is sent replaces, `null` clears, the rest is kept.

use billing::fact::FactType;
use records::catalog::entitlement_definition::EntitlementValue;
use records::customer::CustomerStatus;
use records::{Customer, Entitlement, Object};

use super::entitlements::{self, Told, own};
use super::follow::follow;
use super::{check, family, named, taken};
use crate::catalog::entitled::Rows;
use crate::documents::keep_customer;
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::changed;
use crate::{Failure, Refusal, Session, usage};

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
    let mut fields = sent.clone();
    let values = own::taken(&mut fields);
    let edit = Edit { values, faults };
    change(session, key, edit, |before| laid_over(before, &fields))
}

/// What is changed besides the fields of the document.
#[derive(Default)]
pub(super) struct Edit {
    /// Entitlements of its own, where they are sent.
    values: Option<Vec<EntitlementValue>>,
    /// What was found wrong before.
    faults: Faults,
}

/// Locks a customer, changes it, checks it, and writes it down if anything is different.
pub(super) fn change(
    session: &mut Session<'_, '_>,
    key: &str,
    Edit { values, mut faults }: Edit,
    edit: impl FnOnce(&Customer) -> Result<Customer, Failure>,
) -> Result<Customer, Failure> {
    let currency = session.company().preferred_currency.clone();
    let id = named(session, key)?.record(&currency)?.id;
    let company = session.company_id().to_owned();
    store::customer::lock(session.tx, &company, &id)?;
    let row = named(session, &id)?;
    let before = row.record(&currency)?;
    let mut after = edit(&before)?;
    let known =
        Rows { own: &before.override_entitlements, inherited: &before.computed_entitlements };
    let overrides = match &values {
        Some(values) => Some(own::of_customer(session, values, known, &mut faults)?),
        None => None,
    };
    check::check(session, Some(&before), &mut after, faults)?;
    let archived = archiving(&before, &after, row.live_subscriptions)?;
    if archived {
        family::check_archive(session, &id)?;
    }
    let told = match overrides {
        Some(overrides) => entitled(session, &mut after, overrides)?,
        None => Vec::new(),
    };
    family::check_parent(session, &before, &after)?;
    if after == before {
        return Ok(before);
    }
    after.updated_at = session.now().max(before.updated_at);
    store::customer::update(session.tx, &before, &after).map_err(taken)?;
    keep_customer(session, (&before, &after))?;
    follow(session, &before, &after)?;
    store::billed::touch(session.tx, &company, &after.id)?;
    store::billed::touch_payers(session.tx, &company, &after.id)?;
    family::follow(session, &before, &after)?;
    if session.now() > after.updated_at {
        // Somebody else in the tree was waited for.
        let written = after.clone();
        after.updated_at = session.now();
        store::customer::update(session.tx, &written, &after).map_err(taken)?;
    }
    let values = match (serde_json::to_value(&before), serde_json::to_value(&after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    let fact = if archived { FactType::CustomerArchived } else { FactType::CustomerUpdated };
    session.fact(fact, &after.id, values)?;
    if after.identifier != before.identifier {
        usage::match_events(session, &after.identifier, &after.id)?;
    }
    entitlements::tell(session, told)?;
    Ok(after)
}

/// Writes entitlements of its own, and what the customer may use with them.
fn entitled(
    session: &mut Session<'_, '_>,
    customer: &mut Customer,
    overrides: Vec<Entitlement>,
) -> Result<Vec<Told>, Failure> {
    let told = entitlements::follow_own(session, &customer.id, overrides)?;
    let currency = session.company().preferred_currency.clone();
    let now = named(session, &customer.id)?.record(&currency)?;
    customer.computed_entitlements = now.computed_entitlements;
    customer.override_entitlements = now.override_entitlements;
    Ok(told)
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
