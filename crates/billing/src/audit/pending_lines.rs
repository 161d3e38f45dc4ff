//! A line that waited stands on one invoice, or waits still.

use std::collections::BTreeMap;

use crate::audit::finding::Finding;
use crate::id::LineHandle;
use crate::invoice::InvoiceState;
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let billed = snapshot.invoices.iter().filter(|invoice| {
        // What a void invoice had may wait again, or stand on another.
        !matches!(invoice.state, InvoiceState::Void { .. })
    });
    let mut places: BTreeMap<&LineHandle, usize> = BTreeMap::new();
    let lines = billed.flat_map(|invoice| &invoice.lines).chain(snapshot.pending_lines.all());
    for id in lines.filter_map(|line| line.id.as_ref()) {
        *places.entry(id).or_default() += 1;
    }
    let twice = places.into_iter().filter(|(_, count)| *count > 1);
    twice.map(|(id, count)| format!("line {id} stands in {count} places")).collect()
}
