//! What a fact makes of a one-time charge.

use std::sync::Arc;

use crate::fact::OneTimeFact;
use crate::id::OneTimeHandle;
use crate::one_time::{OneTime, OneTimeState};
use crate::snapshot::Snapshot;

pub(crate) fn project(snapshot: &mut Snapshot, id: &OneTimeHandle, fact: &OneTimeFact) {
    let state = match fact {
        OneTimeFact::Created(made) => {
            snapshot.minted.note(&made.id);
            snapshot.minted.note(&made.order.id);
            made.order.discounts.iter().for_each(|each| snapshot.minted.note(&each.id));
            snapshot.one_times.push(Arc::new(OneTime::clone(made)));
            return;
        }
        OneTimeFact::Invoiced { invoice } => OneTimeState::Invoiced { invoice: invoice.clone() },
        OneTimeFact::Cancelled => OneTimeState::Cancelled,
        OneTimeFact::Returned => OneTimeState::Pending,
    };
    if let Some(known) = snapshot.one_times.iter_mut().find(|known| known.id == *id) {
        Arc::make_mut(known).state = state;
    }
}
