//! What happens to objects, written: who pays is held meanwhile, so that nobody bills what is just
//! changing, and decides afterwards what it brings and what it corrects.

use std::collections::{BTreeMap, BTreeSet};

use billing::command::Command;
use billing::fact::FactType;
use records::catalog::item::ItemType;
use records::{CustomerId, Item, Moment, Object};
use serde_json::json;
use store::catalog::Stored;
use store::usage::object::{self, HistoryRow, ObjectRow};

use super::super::metrics;
use super::super::sent::Named;
use crate::bill::{self, Asked};
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

/// Objects of these customers may change now.
pub(super) struct Changing {
    payers: BTreeSet<CustomerId>,
    /// The metrics of each item.
    metrics: BTreeMap<String, Vec<String>>,
}

/// Customers by what they were called.
pub(super) fn customers(
    session: &mut Session<'_, '_>,
    all: &[(String, Named)],
    faults: &mut Faults,
) -> Result<Vec<CustomerId>, Failure> {
    let company = session.company_id().to_owned();
    let (mut ids, mut identifiers) = (BTreeSet::new(), BTreeSet::new());
    for (_, named) in all {
        match named {
            Named::Id(id) => ids.insert(CustomerId::from(id.as_str())),
            Named::Identifier(identifier) => {
                identifiers.insert(identifier.clone());
                true
            }
        };
    }
    let ids = store::customer::known_ids(session.tx, &company, ids.into_iter().collect())?;
    let found = identifiers.into_iter().collect();
    let found = store::customer::by_identifiers(session.tx, &company, found)?;
    let found: BTreeMap<String, CustomerId> = found.into_iter().collect();
    let mut customers = Vec::with_capacity(all.len());
    for (pointer, named) in all {
        let (field, known) = match named {
            Named::Id(id) => ("customer_id", ids.iter().find(|known| *known.as_str() == **id)),
            Named::Identifier(identifier) => ("customer_identifier", found.get(identifier)),
        };
        if known.is_none() {
            let pointer = format!("{pointer}/{field}");
            faults.add(&pointer, "unknown", "There is no such customer.");
        }
        customers.push(known.cloned().unwrap_or_default());
    }
    Ok(customers)
}

/// Refuses items that are not of objects.
pub(super) fn check_items(
    session: &mut Session<'_, '_>,
    all: &[(String, String)],
    faults: &mut Faults,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let ids: BTreeSet<String> = all.iter().map(|(_, id)| id.clone()).collect();
    let found: Vec<Stored<Item>> =
        store::catalog::by_ids(session.tx, &company, ids.into_iter().collect())?;
    for (pointer, id) in all {
        let pointer = format!("{pointer}/item_id");
        match found.iter().find(|stored| stored.record.id == *id) {
            None => faults.add(&pointer, "unknown", "There is no such item."),
            Some(stored) if stored.record.kind != ItemType::CustomObj => {
                faults.add(&pointer, "not_objects", "This item is not of type CUSTOM_OBJ.");
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Holds these customers and who pays for them.
pub(super) fn hold(
    session: &mut Session<'_, '_>,
    customers: &BTreeSet<CustomerId>,
    items: BTreeSet<String>,
) -> Result<Changing, Failure> {
    let company = session.company_id().to_owned();
    let wanted: Vec<CustomerId> = customers.iter().cloned().collect();
    let payers: BTreeSet<CustomerId> =
        object::payers(session.tx, &company, wanted.clone())?.into_iter().collect();
    bill::hold_all(session, customers.union(&payers))?;
    let now = object::payers(session.tx, &company, wanted)?;
    if !now.iter().all(|payer| payers.contains(payer)) {
        let why = "somebody else pays by now".to_owned();
        return Err(Failure::Store(store::Error::Again(why)));
    }
    let metrics = metrics::of_items(session, items.into_iter().collect())?;
    let ids = |known: Vec<metrics::Known>| known.into_iter().map(|known| known.id).collect();
    let metrics = metrics.into_iter().map(|(item, known)| (item, ids(known))).collect();
    Ok(Changing { payers, metrics })
}

impl Changing {
    /// Makes an object.
    pub(super) fn begin(
        &self,
        session: &mut Session<'_, '_>,
        row: &ObjectRow,
    ) -> Result<(), Failure> {
        let company = session.company_id().to_owned();
        let row = row.clone().sorted();
        object::insert(session.tx, &company, &row)?;
        object::begin(session.tx, &company, &history(&row, 0))?;
        self.spoil(session, &row, row.since)?;
        let values = json!({
            "customer_id": row.customer_id, "item_id": row.item_id,
            "object_identifier": row.object_identifier, "since": row.since,
        });
        say(session, FactType::ObjectCreated, &row.id, values)
    }

    /// Makes another of an object from an instant on; what it was until then stays on record.
    pub(super) fn become_another(
        &self,
        session: &mut Session<'_, '_>,
        (before, after): (&ObjectRow, &ObjectRow),
        values: Object,
    ) -> Result<(), Failure> {
        let company = session.company_id().to_owned();
        let after = after.clone().sorted();
        let what = |row: &ObjectRow| {
            (row.customer_id.clone(), row.item_id.clone(), row.properties.clone())
        };
        if what(before) != what(&after) {
            let last = last(session, &before.id)?;
            object::end(session.tx, &company, &last, after.since)?;
            object::begin(session.tx, &company, &history(&after, last.place + 1))?;
            self.spoil(session, before, after.since)?;
            self.spoil(session, &after, after.since)?;
        }
        object::replace(session.tx, &company, &after)?;
        say(session, FactType::ObjectUpdated, &after.id, values.into())
    }

    /// Takes an object away from an instant on.
    pub(super) fn end(
        &self,
        session: &mut Session<'_, '_>,
        row: &ObjectRow,
        at: Moment,
    ) -> Result<(), Failure> {
        let company = session.company_id().to_owned();
        let last = last(session, &row.id)?;
        object::end(session.tx, &company, &last, at)?;
        object::remove(session.tx, &company, &row.id)?;
        self.spoil(session, row, at)?;
        let values = json!({ "removed_at": at, "customer_id": row.customer_id });
        say(session, FactType::ObjectRemoved, &row.id, values)
    }

    /// Lets everybody who pays decide what it brings.
    pub(super) fn count(self, session: &mut Session<'_, '_>) -> Result<(), Failure> {
        for payer in &self.payers {
            bill::act(session, payer, Asked::new(Command::CountObjects))?;
        }
        Ok(())
    }

    fn spoil(
        &self,
        session: &mut Session<'_, '_>,
        row: &ObjectRow,
        at: Moment,
    ) -> Result<(), Failure> {
        let company = session.company_id().to_owned();
        let metrics = self.metrics.get(&row.item_id).cloned().unwrap_or_default();
        let (of, now) = ((&row.customer_id, metrics), session.now());
        object::spoil(session.tx, &company, of, (at, now))?;
        Ok(())
    }
}

/// Refuses what would change an object before it became what it is.
pub(super) fn check_time(row: &ObjectRow, at: Moment) -> Result<(), (&'static str, String)> {
    match at < row.since {
        true => {
            let detail = format!("The object is what it is since {}.", row.since);
            Err(("before_last_change", detail))
        }
        false => Ok(()),
    }
}

/// The object that a path means: by its id, or by its identifier where one alone has that.
pub(super) fn named(session: &mut Session<'_, '_>, key: &str) -> Result<ObjectRow, Failure> {
    let company = session.company_id().to_owned();
    if let Some(row) = object::by_id(session.tx, &company, key)? {
        return Ok(row);
    }
    let mut found = object::by_identifier(session.tx, &company, key)?;
    match found.len() {
        0 | 1 => Ok(crate::engine::found(found.pop(), "object", key)?),
        _ => {
            let ids: Vec<&str> = found.iter().map(|row| row.id.as_str()).collect();
            let detail = format!("Several objects have this identifier: {}.", ids.join(", "));
            Err(Refusal::conflict("ambiguous_name", detail).into())
        }
    }
}

fn last(session: &mut Session<'_, '_>, id: &str) -> Result<HistoryRow, Failure> {
    let company = session.company_id().to_owned();
    let broken = || store::Error::Broken(format!("the object {id} has no history"));
    Ok(object::last(session.tx, &company, id)?.ok_or_else(broken)?)
}

fn history(row: &ObjectRow, place: i64) -> HistoryRow {
    HistoryRow {
        object_id: row.id.clone(),
        customer_id: row.customer_id.clone(),
        item_id: row.item_id.clone(),
        starts_at: row.since,
        place,
        ends_at: object::no_end(),
        properties: row.properties.clone(),
    }
}

fn say(
    session: &mut Session<'_, '_>,
    fact: FactType,
    id: &str,
    values: serde_json::Value,
) -> Result<(), Failure> {
    let values = values.as_object().cloned().unwrap_or_default();
    session.fact(fact, id, values)
}
