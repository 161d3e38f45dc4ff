//! What is due of a batch of customers, decided on all cores. What cannot be decided is parked, so
//! that everybody else is billed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use billing::command::Command;
use billing::decide::decide;
use billing::fact::{Fact, SubscriptionFact};
use billing::snapshot::Snapshot;
use calendar::Timestamp;

use super::apply::{ApplyContext, Prepared, prepare};
use super::load::{Loaded, fetch};
use crate::{Failure, Session};

/// Fewer than this are decided where they were loaded.
const FEW: usize = 32;

/// Decides them, those again that asked for usage which nobody had read.
pub(super) fn decide_measured(
    session: &mut Session<'_, '_>,
    context: &ApplyContext<'_>,
    (all, at): (&[Loaded], Timestamp),
) -> Result<Vec<Prepared>, Failure> {
    let mut made: Vec<Option<Prepared>> = Vec::new();
    made.resize_with(all.len(), || None);
    let mut open: Vec<(&Loaded, &mut Option<Prepared>)> = all.iter().zip(&mut made).collect();
    while !open.is_empty() {
        let loaded: Vec<&Loaded> = open.iter().map(|(loaded, _)| *loaded).collect();
        let decided = decide_all(context, &loaded, at)?;
        open.iter_mut().zip(decided).for_each(|((_, place), prepared)| **place = prepared);
        open.retain(|(_, place)| place.is_none());
        let wanting: Vec<&Loaded> = open.iter().map(|(loaded, _)| *loaded).collect();
        fetch(session, &wanting, None)?;
    }
    Ok(made.into_iter().flatten().collect())
}

/// Nothing for those who asked for usage that nobody had read.
fn decide_all(
    context: &ApplyContext<'_>,
    loaded: &[&Loaded],
    at: Timestamp,
) -> Result<Vec<Option<Prepared>>, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if loaded.len() < FEW || cores < 2 {
        return loaded.iter().map(|loaded| one(context, loaded, at)).collect();
    }
    let part = loaded.len().div_ceil(cores);
    std::thread::scope(|scope| {
        let parts: Vec<_> = loaded
            .chunks(part)
            .map(|part| {
                scope.spawn(move || {
                    part.iter()
                        .map(|loaded| one(context, loaded, at))
                        .collect::<Result<Vec<_>, _>>()
                })
            })
            .collect();
        let mut all = Vec::with_capacity(loaded.len());
        for part in parts {
            let broken = || Failure::Store(store::Error::Broken("deciding failed".to_owned()));
            all.extend(part.join().map_err(|_| broken())??);
        }
        Ok(all)
    })
}

/// What cannot be decided is set aside with its reason, so that all others are billed.
fn one(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    at: Timestamp,
) -> Result<Option<Prepared>, Failure> {
    let snapshot = &loaded.snapshot;
    let decided = catch_unwind(AssertUnwindSafe(|| decide(snapshot, &Command::RunDue, at)));
    if loaded.usage.is_wanting() {
        return Ok(None);
    }
    let facts = match decided {
        Ok(Ok(facts)) => facts,
        Ok(Err(refusal)) => set_aside(snapshot, at, &refusal.to_string()),
        Err(_) => set_aside(snapshot, at, "a fault of this program"),
    };
    prepare(context, loaded, facts).map(Some)
}

fn set_aside(snapshot: &Snapshot, at: Timestamp, reason: &str) -> Vec<Fact> {
    let running =
        snapshot.subscriptions.iter().filter(|subscription| subscription.parked.is_none());
    let parked = running.map(|subscription| Fact::Subscription {
        subscription: subscription.id.clone(),
        at,
        fact: SubscriptionFact::Parked { reason: reason.to_owned() },
    });
    parked.collect()
}
