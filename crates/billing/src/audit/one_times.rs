//! A one-time charge that is invoiced stands on that invoice and on no other; one that is not
//! stands on none.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::finding::{Finding, own};
use crate::id::{InvoiceHandle, OneTimeHandle};
use crate::invoice::InvoiceState;
use crate::one_time::{OneTime, OneTimeState, OneTimeTiming};
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let mut billed: BTreeMap<&OneTimeHandle, BTreeSet<&InvoiceHandle>> = BTreeMap::new();
    for invoice in own(snapshot) {
        if matches!(invoice.state, InvoiceState::Void { .. }) {
            continue;
        }
        for id in invoice.one_times() {
            billed.entry(id).or_default().insert(&invoice.id);
        }
    }
    let known = snapshot.one_times.iter().filter_map(|each| state(each, billed.get(&each.id)));
    let lost = billed.keys().filter(|id| snapshot.one_time(id).is_none());
    let left = snapshot.one_times.iter().filter_map(|each| left_behind(snapshot, each));
    known
        .chain(left)
        .chain(lost.map(|id| format!("the one-time charge {id} does not exist")))
        .collect()
}

/// What came with a subscription is billed before that is over, or cancelled with it.
fn left_behind(snapshot: &Snapshot, known: &OneTime) -> Option<Finding> {
    let with = known.order.with.as_ref()?;
    let over = snapshot.subscription(&with.subscription)?.is_over();
    let at_once = matches!(known.order.timing, OneTimeTiming::Immediate(_));
    let waits = over && at_once && known.is_pending();
    waits.then(|| {
        format!("the one-time charge {} waits for {}, which is over", known.id, with.subscription)
    })
}

fn state(known: &OneTime, billed: Option<&BTreeSet<&InvoiceHandle>>) -> Option<Finding> {
    let wanted: BTreeSet<&InvoiceHandle> = match &known.state {
        OneTimeState::Invoiced { invoice } => BTreeSet::from([invoice]),
        OneTimeState::Pending | OneTimeState::Cancelled => BTreeSet::new(),
    };
    let found = billed.cloned().unwrap_or_default();
    (found != wanted).then(|| {
        let list = |ids: &BTreeSet<&InvoiceHandle>| {
            ids.iter().map(|id| id.to_string()).collect::<Vec<_>>().join(", ")
        };
        let (id, found, wanted) = (&known.id, list(&found), list(&wanted));
        format!("the one-time charge {id} stands on [{found}], not on [{wanted}]")
    })
}
