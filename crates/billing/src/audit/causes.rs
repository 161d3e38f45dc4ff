//! At most one invoice for each cause.

use std::collections::BTreeSet;

use crate::audit::finding::Finding;
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let twice = snapshot.invoices.iter().filter(|own| !seen.insert(own.cause.key()));
    twice.map(|own| format!("invoice {} is for the same cause as another", own.id)).collect()
}
