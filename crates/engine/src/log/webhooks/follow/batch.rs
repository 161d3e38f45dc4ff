//! Reads what an endpoint is to be told next.

use std::collections::{BTreeSet, HashMap};

use records::{EventsLogEntry, WebhookId};
use store::webhook::Held;

use super::Follower;
use crate::engine::found;
use crate::ports::Parcel;
use crate::webhooks::letter;
use crate::{Actor, Failure, Session};

/// Facts that the endpoint does not want are passed over many at a time.
const PASSED_OVER: i64 = 1_000;

/// What is sent, and how far the log was read for it.
pub(super) struct Batch {
    /// The position that it goes on from.
    pub(super) from: i64,
    /// The last position that was read.
    pub(super) to: i64,
    /// There may be more behind it.
    pub(super) more: bool,
    /// The company is one for development.
    pub(super) is_dev: bool,
    pub(super) items: Vec<Item>,
}

/// A fact on its way.
pub(super) struct Item {
    pub(super) entry: EventsLogEntry,
    /// Nothing where an earlier fact of the same record waits.
    pub(super) letter: Option<Parcel>,
}

impl Follower {
    pub(super) async fn load(&self) -> Result<Batch, Failure> {
        let (webhook, ahead) = (self.webhook.clone(), self.ahead.clone());
        let size = self.size;
        let look = self.engine.look(&self.company, Actor::of_jobs(), move |session| {
            batch(session, &webhook, (&ahead, size))
        });
        look.await
    }
}

fn batch(
    session: &mut Session<'_, '_>,
    webhook: &WebhookId,
    (ahead, size): (&BTreeSet<i64>, i64),
) -> Result<Batch, Failure> {
    let company = session.company_id().to_owned();
    let held = store::webhook::by_id(session.tx, &company, webhook)?;
    let held = found(held, crate::webhooks::NOUN, webhook)?;
    let from = held.webhook.0.position;
    let misses = held.course.misses;
    // Where nothing gets through, one at a time tries whether it does again.
    let size = if misses > 0 { 1 } else { size };
    let types = &held.webhook.0.event_types;
    let read = if types.is_empty() { size } else { PASSED_OVER };
    let facts = store::fact::after(session.tx, &company, from, read)?;
    let last = facts.last().map_or(from, |fact| fact.position);
    let mut more = i64::try_from(facts.len()).unwrap_or(0) == read;
    let is_wanted = |fact: &EventsLogEntry| {
        (types.is_empty() || types.contains(&fact.event_type)) && !ahead.contains(&fact.position)
    };
    let mut wanted: Vec<EventsLogEntry> = facts.into_iter().filter(is_wanted).collect();
    let most = usize::try_from(size).unwrap_or(1);
    let to = match wanted.get(most) {
        Some(_) => {
            more = true;
            wanted.truncate(most);
            wanted.last().map_or(last, |fact| fact.position)
        }
        None => last,
    };
    let is_dev = session.company().is_dev;
    let items = letters(session, &held, wanted)?;
    Ok(Batch { from, to, more, is_dev, items })
}

/// The facts with what is posted for them; each record is read once.
fn letters(
    session: &mut Session<'_, '_>,
    held: &Held,
    wanted: Vec<EventsLogEntry>,
) -> Result<Vec<Item>, Failure> {
    let company = session.company_id().to_owned();
    let lanes: BTreeSet<String> = wanted.iter().map(|fact| fact.object_id.clone()).collect();
    let webhook = &held.webhook.0.id;
    let lanes = lanes.into_iter().collect();
    let waiting = store::webhook::delivery::lanes(session.tx, &company, webhook, lanes)?;
    let when = (session.wall(), session.company().is_dev);
    let mut records: HashMap<(String, String), String> = HashMap::new();
    let mut items = Vec::with_capacity(wanted.len());
    for entry in wanted {
        if waiting.contains(&entry.object_id) {
            items.push(Item { entry, letter: None });
            continue;
        }
        let key = (entry.data_type.clone(), entry.object_id.clone());
        let record = match records.get(&key) {
            Some(record) => record.clone(),
            None => {
                let record = crate::events_log::shown(session, &entry)?;
                records.insert(key, record.clone());
                record
            }
        };
        let body = letter::around(&entry, &record);
        let letter = letter::parcel(held, (&entry.id, &body), when);
        items.push(Item { entry, letter: Some(letter) });
    }
    Ok(items)
}
