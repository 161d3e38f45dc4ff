//! At most one invoice for each cause.

use std::collections::BTreeSet;

use crate::audit::finding::Finding;
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let twice = snapshot.invoices.iter().filter(|invoice| !seen.insert(invoice.cause.key()));
    twice.map(|known| format!("invoice {} is for the same cause as another", known.id)).collect()
}
