//! A one-time charge that is invoiced stands on that invoice and on no other; one that is not
//! stands on none.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::finding::Finding;
use crate::audit::own;
use crate::id::{InvoiceHandle, OneTimeHandle};
use crate::invoice::InvoiceState;
use crate::one_time::{OneTime, OneTimeState};
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
    known.chain(lost.map(|id| format!("the one-time charge {id} does not exist"))).collect()
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
