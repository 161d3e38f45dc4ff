//! What the log of a credit says of the invoices that used it.

use std::collections::BTreeMap;

use money::Ratio;

use crate::credit::{Action, Credit};
use crate::id::InvoiceHandle;

/// What the log of a credit says that each invoice used of it. What a document had taken away and
/// gives again, since it is void, is no use.
pub(crate) fn used(credit: &Credit) -> BTreeMap<&InvoiceHandle, Ratio> {
    let mut all: BTreeMap<&InvoiceHandle, [Ratio; 3]> = BTreeMap::new();
    for entry in &credit.log {
        let Some(invoice) = &entry.invoice else { continue };
        let [applied, restored, revoked] =
            all.entry(invoice).or_insert_with(|| [Ratio::ZERO, Ratio::ZERO, Ratio::ZERO]);
        match entry.action {
            Action::Applied => *applied += &entry.value.number(),
            Action::Restored => *restored += &entry.value.number(),
            Action::Revoked => *revoked += &entry.value.number(),
            Action::Issued | Action::Consumed | Action::Expired => {}
        }
    }
    let sums = all.into_iter().map(|(invoice, [applied, restored, revoked])| {
        let again = restored.clone().min(revoked);
        (invoice, applied - restored + again)
    });
    sums.collect()
}
