//! Others than the payer whose records a decision changes: a credit of one it pays for was used, or
//! something came back of an invoice that somebody else paid.

use std::collections::BTreeSet;

use billing::snapshot::Snapshot;
use records::CustomerId;
use store::billed::Settled;

use super::context::differing;
use crate::Failure;
use crate::bill::load::Loaded;

/// Each of them with the version that it was read with, and those whose credits may lapse at
/// another time.
pub(super) fn settled(
    loaded: &Loaded,
    after: &Snapshot,
) -> Result<(Vec<Settled>, Vec<CustomerId>), Failure> {
    let (mut changed, mut lapsing) = (BTreeSet::new(), BTreeSet::new());
    let own = &after.payer.id;
    let before = &loaded.snapshot;
    for (_, credit) in differing(&before.credits, &after.credits, |credit| &credit.id) {
        if credit.customer != *own {
            changed.insert(CustomerId::from(&*credit.customer));
            if credit.expires.is_some() {
                lapsing.insert(CustomerId::from(&*credit.customer));
            }
        }
    }
    for (_, invoice) in differing(&before.invoices, &after.invoices, |invoice| &invoice.id) {
        if invoice.payer != *own {
            changed.insert(CustomerId::from(&*invoice.payer));
        }
    }
    let settled = changed.into_iter().map(|id| {
        let known = loaded.beside.iter().find(|billed| billed.customer_id == id);
        let known = known.ok_or_else(|| lost(&id))?;
        let (version, due_at, run) = (known.version, known.due_at, known.run);
        Ok(Settled { customer_id: id, version, due_at, run })
    });
    Ok((settled.collect::<Result<_, Failure>>()?, lapsing.into_iter().collect()))
}

fn lost(id: &CustomerId) -> Failure {
    let detail = format!("customer {id} is paid for and has no row that the cycle goes by");
    Failure::Store(store::Error::Broken(detail))
}
