//! Makes an object.

use std::collections::BTreeSet;

use records::usage::{BilledObject, ObjectAction};
use records::{CustomerId, Object};
use store::usage::object::ObjectRow;

use super::sent::{self, Sent};
use super::{change, shown};
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

/// What ids of objects begin with.
pub(super) const PREFIX: &str = "obj_";

pub fn create(session: &mut Session<'_, '_>, fields: &Object) -> Result<BilledObject, Failure> {
    let mut faults = Faults::default();
    let sent = sent::read(fields, (session.now(), ObjectAction::Create), &mut faults);
    faults.refuse_any()?;
    let mut faults = Faults::default();
    let missing = || Refusal::invalid("/object_identifier", "required", "This is required.");
    let sent = sent.ok_or_else(missing)?;
    let known = [(String::new(), sent.named.clone())];
    let customer = change::customers(session, &known, &mut faults)?.pop().unwrap_or_default();
    change::check_items(session, &[(String::new(), sent.item_id.clone())], &mut faults)?;
    faults.refuse_any()?;
    let customers = BTreeSet::from([customer.clone()]);
    let changing = change::hold(session, &customers, BTreeSet::from([sent.item_id.clone()]))?;
    let company = session.company_id().to_owned();
    let named = (&customer, sent.item_id.as_str(), sent.object_identifier.as_str());
    if let Some(known) = store::usage::object::named(session.tx, &company, named)? {
        let detail = format!("The customer has this object of this item: {}.", known.id);
        return Err(Refusal::conflict("object_exists", detail).into());
    }
    let row = row(session, &sent, customer);
    changing.begin(session, &row)?;
    changing.count(session)?;
    shown::one(session, row, None)
}

/// A new object.
pub(super) fn row(session: &Session<'_, '_>, sent: &Sent, customer_id: CustomerId) -> ObjectRow {
    let now = session.now();
    ObjectRow {
        id: session.new_id(PREFIX),
        customer_id,
        item_id: sent.item_id.clone(),
        object_identifier: sent.object_identifier.clone(),
        alphabet: 0,
        sorted_by: String::new(),
        properties: sent.properties.clone().unwrap_or_else(|| "{}".to_owned()),
        since: sent.at,
        created_at: now,
        updated_at: now,
    }
}
