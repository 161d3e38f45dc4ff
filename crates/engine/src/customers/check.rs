//! What must hold of a customer beyond its shape, whether it is new or changed.

use std::collections::BTreeSet;

use records::Customer;
use records::Frequency;

use super::{PREFIX, family, hierarchy};
use crate::companies::{check_address, check_taxes};
use crate::documents::check_customer;
use crate::ids::is_id;
use crate::refusal::Faults;
use crate::{Failure, Session};

const LARGEST_METADATA: usize = 64 << 10;

/// Puts a customer into its stored form and refuses what cannot be, listing every fault, also
/// those that were found of its identifier before.
pub(super) fn check(
    session: &mut Session<'_, '_>,
    before: Option<&Customer>,
    customer: &mut Customer,
    mut faults: Faults,
) -> Result<(), Failure> {
    tidy(customer);
    family::tidy(before, customer, session.now());
    if faults.is_empty() {
        identifier(customer, &mut faults);
    }
    sizes(customer, &mut faults);
    places(before, customer, &mut faults);
    check_customer(before, customer, &mut faults);
    rollup(customer, &mut faults);
    owner(session, before, customer, &mut faults)?;
    hierarchy::check(session, before, customer, &mut faults)?;
    Ok(faults.refuse_any()?)
}

/// Tags are a set, and the display name follows the names.
fn tidy(customer: &mut Customer) {
    let mut seen = BTreeSet::new();
    customer.tags.retain(|tag| seen.insert(tag.clone()));
    let names = [&customer.org_name, &customer.name, &customer.email];
    let first = names.into_iter().flatten().find(|name| !name.trim().is_empty());
    customer.display_name = first.unwrap_or(&customer.identifier).clone();
}

fn identifier(customer: &Customer, faults: &mut Faults) {
    let length = customer.identifier.chars().count();
    if !(1..=255).contains(&length) {
        faults.add("/identifier", "length", "An identifier has 1 to 255 characters.");
    }
    if is_id(PREFIX, &customer.identifier) {
        let detail = "An identifier must not have the form of our own customer ids.";
        faults.add("/identifier", "reserved", detail);
    }
}

fn sizes(customer: &Customer, faults: &mut Faults) {
    let documents = [
        ("/metadata", Some(&customer.metadata)),
        ("/customer_integration_metadata", customer.customer_integration_metadata.as_ref()),
    ];
    for (pointer, document) in documents {
        let size = document.map(|d| serde_json::json!(d).to_string().len()).unwrap_or(0);
        if size > LARGEST_METADATA {
            faults.add(pointer, "too_large", "Metadata may have 64 KiB a record.");
        }
    }
}

fn places(before: Option<&Customer>, customer: &mut Customer, faults: &mut Faults) {
    let address = before.and_then(|customer| customer.address.as_ref());
    check_address(address, &mut customer.address, faults);
    if let Some(taxes) = &mut customer.override_taxes {
        let before = before.and_then(|customer| customer.override_taxes.as_ref());
        check_taxes("/override_taxes", before, taxes, faults);
    }
}

fn rollup(customer: &Customer, faults: &mut Faults) {
    let Some(config) = &customer.child_rollup_billing_config else { return };
    if config.frequency == Some(Frequency::OneTime) {
        let pointer = "/child_rollup_billing_config/frequency";
        faults.add(pointer, "not_recurring", "A rollup recurs: ONETIME is no frequency of it.");
    }
    if let (Some(start), Some(end)) = (config.start_date, config.end_date)
        && end <= start
    {
        let pointer = "/child_rollup_billing_config/end_date";
        faults.add(pointer, "before_start", "The end must be after the start.");
    }
}

/// Looked up only when it changes: a person who left may stay on old records.
fn owner(
    session: &mut Session<'_, '_>,
    before: Option<&Customer>,
    customer: &Customer,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let Some(owner) = &customer.owner_id else { return Ok(()) };
    if before.is_some_and(|before| before.owner_id.as_ref() == Some(owner)) {
        return Ok(());
    }
    let company = session.company_id().to_owned();
    if !store::company_user::exists(session.tx, &company, owner)? {
        faults.add("/owner_id", "unknown", "There is no such company user.");
    }
    Ok(())
}
