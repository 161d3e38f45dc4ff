//! Sends a batch: the facts of one record after each other, several records at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use records::EventsLogEntry;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::batch::{Batch, Item};
use crate::clock::Stopwatch;
use crate::ports::{Outside, Parcel, Receipt, Trouble};
use crate::webhooks::deliver::trouble;

/// How many calls to one endpoint run at once.
const AT_ONCE: usize = 8;
/// When no further call is begun: what is left comes with the next batch.
const ENOUGH: Duration = Duration::from_secs(60);

/// What became of a fact.
pub(super) enum Came {
    Got(Parcel, Receipt),
    Failed(Parcel, Receipt, Trouble),
    Withheld(Parcel),
    /// An earlier fact of the same record was not got.
    Waits,
    /// There was no time for it.
    Left,
}

pub(super) struct Sent {
    pub(super) batch: Batch,
    pub(super) results: Vec<(EventsLogEntry, Came)>,
}

pub(super) async fn send(outside: &Arc<Outside>, mut batch: Batch) -> Sent {
    let silent = batch.is_dev && !outside.dev_delivery;
    let mut lanes: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    for item in std::mem::take(&mut batch.items) {
        lanes.entry(item.entry.object_id.clone()).or_default().push(item);
    }
    let (room, watch) = (Arc::new(Semaphore::new(AT_ONCE)), Arc::new(Stopwatch::start()));
    let mut running = JoinSet::new();
    for lane in lanes.into_values() {
        let (outside, room, watch) = (Arc::clone(outside), Arc::clone(&room), Arc::clone(&watch));
        running.spawn(async move {
            // The semaphore is never closed.
            let _place = room.acquire().await;
            send_lane(&outside, lane, (silent, &watch)).await
        });
    }
    let mut results = Vec::new();
    while let Some(done) = running.join_next().await {
        match done {
            Ok(done) => results.extend(done),
            // Nothing is known of a lane that panicked: the log is not gone on in.
            Err(_) => batch.to = batch.from,
        }
    }
    results.sort_by_key(|(entry, _)| entry.position);
    Sent { batch, results }
}

async fn send_lane(
    outside: &Outside,
    lane: Vec<Item>,
    (silent, watch): (bool, &Stopwatch),
) -> Vec<(EventsLogEntry, Came)> {
    let mut results = Vec::with_capacity(lane.len());
    let (mut behind, mut over) = (false, false);
    for Item { entry, letter } in lane {
        over = over || watch.elapsed() > ENOUGH;
        let came = match letter {
            _ if over => Came::Left,
            None => Came::Waits,
            Some(_) if behind => Came::Waits,
            Some(parcel) if silent => Came::Withheld(parcel),
            Some(parcel) => {
                let receipt = outside.receivers.post(&parcel).await;
                told(&receipt);
                match trouble(&receipt) {
                    None => Came::Got(parcel, receipt),
                    Some(trouble) => Came::Failed(parcel, receipt, trouble),
                }
            }
        };
        behind = behind || matches!(came, Came::Failed(..) | Came::Waits);
        results.push((entry, came));
    }
    results
}

fn told(receipt: &Receipt) {
    let outcome = if trouble(receipt).is_none() { "got" } else { "failed" };
    metrics::counter!("perennial_webhook_posts_total", "outcome" => outcome).increment(1);
    metrics::histogram!("perennial_webhook_post_seconds").record(receipt.took.as_secs_f64());
}
