//! What an audit says, and what it looks at.

use std::sync::Arc;

use crate::invoice::Invoice;
use crate::snapshot::Snapshot;

/// One thing that is wrong.
pub type Finding = String;

/// The invoices that the payer pays. Others of its subscriptions are there where somebody else paid
/// for these before.
pub(crate) fn own(snapshot: &Snapshot) -> impl Iterator<Item = &Arc<Invoice>> {
    snapshot.invoices.iter().filter(|invoice| invoice.payer == snapshot.payer.id)
}
