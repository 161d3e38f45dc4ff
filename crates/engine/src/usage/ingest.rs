//! Takes events in: what is new is written and counted in one transaction.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};

use records::catalog::item::ItemType;
use records::usage::{EnqueuedEvent, EnqueuedStatus, Ingested};
use records::{CustomerId, Item};
use serde_json::Value;
use store::catalog::Stored;
use store::usage::event::{COUNTED, EventRow, UNMATCHED};

use super::count::{self, Event};
use super::sent::{self, Named, Sent};
use crate::refusal::Faults;
use crate::{Failure, Session};

/// Every event of the body, in its order, each with what became of it.
pub fn ingest(session: &mut Session<'_, '_>, body: &Value) -> Result<Ingested, Failure> {
    let sent = sent::events(body, session.now())?;
    let holders = holders(session, &sent)?;
    let company = session.company_id().to_owned();
    let matched: BTreeSet<(CustomerId, String)> = sent
        .iter()
        .zip(&holders)
        .filter(|(_, holder)| holder.state == COUNTED)
        .map(|(sent, holder)| (holder.id.as_str().into(), sent.item_id.clone()))
        .collect();
    // Held before anything is written: whoever counts for the same customer is waited for here.
    let meters = count::hold(session, &matched)?;
    session.waited()?;
    let unmatched: BTreeSet<&str> = holders
        .iter()
        .filter(|holder| holder.state == UNMATCHED)
        .map(|holder| holder.id.as_str())
        .collect();
    let unmatched: Vec<&str> = unmatched.into_iter().collect();
    let wall = session.wall();
    store::usage::event::wait(session.tx, &company, &unmatched, wall)?;
    let rows = rows(session, &sent, holders);
    let mut sorted: Vec<&EventRow> = rows.iter().collect();
    // The first of those with the same key stands: the order of the body is kept among them.
    sorted.sort_by(|a, b| (&a.transaction_id, &a.holder).cmp(&(&b.transaction_id, &b.holder)));
    let new = store::usage::event::insert(session.tx, &company, &sorted)?;
    let new: HashSet<String> = new.into_iter().collect();
    let mut enqueued = Vec::with_capacity(rows.len());
    let mut counted = Vec::with_capacity(rows.len());
    for (sent, row) in sent.into_iter().zip(rows) {
        let accepted = new.contains(&row.id);
        enqueued.push(EnqueuedEvent {
            timestamp: row.timestamp,
            transaction_id: row.transaction_id.clone(),
            status: match accepted {
                true => EnqueuedStatus::Accepted,
                false => EnqueuedStatus::Duplicate,
            },
        });
        if accepted && row.state == COUNTED {
            counted.push(Event { row, properties: sent.properties.1 });
        }
    }
    count::apply(session, &meters, (&counted, 1))?;
    if session.row.clock_now.is_none() {
        session.tools.stamped(&company, session.now());
    }
    Ok(Ingested { enqueued })
}

/// Who holds an event: a customer, or an identifier that nobody has.
struct Holder {
    id: String,
    state: &'static str,
}

/// The holder of each event; an unknown customer or item refuses them all.
fn holders(session: &mut Session<'_, '_>, all: &[Sent]) -> Result<Vec<Holder>, Failure> {
    let company = session.company_id().to_owned();
    let (mut ids, mut identifiers) = (BTreeSet::new(), BTreeSet::new());
    for sent in all {
        match &sent.named {
            Named::Id(id) => ids.insert(CustomerId::from(id.as_str())),
            Named::Identifier(identifier) => identifiers.insert(identifier.clone()),
        };
    }
    let ids = store::customer::known_ids(session.tx, &company, ids.into_iter().collect())?;
    let ids: HashSet<CustomerId> = ids.into_iter().collect();
    let identifiers = identifiers.into_iter().collect();
    let found = store::customer::by_identifiers(session.tx, &company, identifiers)?;
    let found: HashMap<String, CustomerId> = found.into_iter().collect();
    let items: BTreeSet<String> = all.iter().map(|sent| sent.item_id.clone()).collect();
    let items: Vec<Stored<Item>> =
        store::catalog::by_ids(session.tx, &company, items.into_iter().collect())?;
    let items: HashMap<String, ItemType> =
        items.into_iter().map(|stored| (stored.record.id, stored.record.kind)).collect();
    let mut faults = Faults::default();
    let mut holders = Vec::with_capacity(all.len());
    for sent in all {
        let pointer = format!("{}/item_id", sent.pointer);
        match items.get(&sent.item_id) {
            None => faults.add(&pointer, "unknown", "There is no such item."),
            Some(ItemType::CustomObj) => {
                let detail =
                    "Objects of this item are counted while they are there: see `/objects`.";
                faults.add(&pointer, "counts_objects", detail);
            }
            Some(ItemType::License | ItemType::CustomUsage) => {}
        }
        holders.push(match &sent.named {
            Named::Id(id) => {
                if !ids.contains(id.as_str()) {
                    let pointer = format!("{}/customer_id", sent.pointer);
                    faults.add(&pointer, "unknown", "There is no such customer.");
                }
                Holder { id: id.clone(), state: COUNTED }
            }
            Named::Identifier(identifier) => match found.get(identifier) {
                Some(id) => Holder { id: id.to_string(), state: COUNTED },
                None => Holder { id: identifier.clone(), state: UNMATCHED },
            },
        });
    }
    faults.refuse_any()?;
    Ok(holders)
}

/// The last place in the order of receipt that this process gave.
static RECEIVED: AtomicI64 = AtomicI64::new(0);

/// Takes so many places in the order of receipt: wall time, which nobody takes twice.
fn received(wall: i64, count: i64) -> i64 {
    let next = |last: i64| Some(wall.max(last.saturating_add(1)).saturating_add(count));
    let last = RECEIVED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    // The update never refuses, so both arms carry what was there before.
    let (Ok(last) | Err(last)) = last;
    wall.max(last.saturating_add(1))
}

fn rows(session: &Session<'_, '_>, all: &[Sent], holders: Vec<Holder>) -> Vec<EventRow> {
    let now = session.now();
    let first = received(session.wall().micros(), i64::try_from(all.len()).unwrap_or(i64::MAX));
    let places = first..;
    let each = all.iter().zip(holders).zip(places);
    each.map(|((sent, holder), received)| EventRow {
        id: session.new_id("use_"),
        holder: holder.id,
        item_id: sent.item_id.clone(),
        timestamp: sent.timestamp,
        received,
        transaction_id: sent.transaction_id.clone(),
        state: holder.state.to_owned(),
        properties: sent.properties.0.clone(),
        created_at: now,
        updated_at: now,
    })
    .collect()
}
