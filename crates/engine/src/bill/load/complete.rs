//! Loading what the core asks for: it looks at what is there and names what its decision depends on
//! besides, until nothing is missing. What is not to be found is left to the decision, which then
//! says so.

use std::collections::BTreeSet;

use billing::decide::{Missing, missing};
use billing::id::Handle;
use billing::snapshot::OpenInvoices;
use store::invoice::Billing;

use super::loaded::{Loaded, Scope, Unloaded};
use super::rows::pricings_of;
use crate::bill::kept::Pricings;
use crate::bill::plans::plans;
use crate::{Failure, Session};

/// Adds what is missing to each of these customers, one statement per kind of record for all;
/// pricings that are known are not read again.
pub(super) fn complete(
    session: &mut Session<'_, '_>,
    loaded: &mut Vec<Loaded>,
    unloaded: &mut Vec<Unloaded>,
    (scope, known): (Scope<'_>, &mut Pricings),
) -> Result<(), Failure> {
    let mut asked = Missing::default();
    loop {
        let mut wanted = Missing::default();
        for own in loaded.iter() {
            let own = missing(&own.snapshot, scope.command, scope.until);
            wanted.invoices.extend(own.invoices);
            wanted.credits.extend(own.credits);
            wanted.open_of.extend(own.open_of);
        }
        // What was asked for and not found is not asked for again.
        wanted.invoices.retain(|id| asked.invoices.insert(id.clone()));
        wanted.credits.retain(|id| asked.credits.insert(id.clone()));
        wanted.open_of.retain(|id| asked.open_of.insert(id.clone()));
        if wanted.is_empty() {
            return Ok(());
        }
        fetch(session, loaded, unloaded, (&wanted, known))?;
    }
}

fn fetch(
    session: &mut Session<'_, '_>,
    loaded: &mut Vec<Loaded>,
    unloaded: &mut Vec<Unloaded>,
    (wanted, known): (&Missing, &mut Pricings),
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let ids = |all: &BTreeSet<Handle>| all.iter().map(Handle::to_string).collect::<Vec<_>>();
    let named = (ids(&wanted.invoices), ids(&wanted.open_of));
    let mut invoices = store::invoice::named_or_pending(session.tx, &company, named)?;
    let credits = store::credit::by_ids(session.tx, &company, ids(&wanted.credits))?;
    let pricings: BTreeSet<String> = invoices.iter().flat_map(pricings_of).collect();
    let fresh = pricings.into_iter().filter(|id| !known.contains_key(id)).collect();
    known.extend(plans(session, fresh)?);
    for mut own in std::mem::take(loaded) {
        let id = own.billed.customer_id.clone();
        let (mine, others): (Vec<Billing>, Vec<Billing>) =
            invoices.into_iter().partition(|row| row.columns.billed_customer_id == id);
        invoices = others;
        let of: Vec<_> = credits.iter().filter(|row| row.customer_id == id).cloned().collect();
        if let OpenInvoices::Of(known) = &mut own.snapshot.open_of {
            let here = own.snapshot.subscriptions.iter().map(|own| &own.id);
            known.extend(here.filter(|id| wanted.open_of.contains(*id)).cloned());
        }
        match own.add(mine, &of, known) {
            Ok(()) => loaded.push(own),
            Err(error) => {
                let running = own.snapshot.subscriptions.iter().filter(|own| own.parked.is_none());
                unloaded.push(Unloaded {
                    subscriptions: running.map(|own| own.id.to_string()).collect(),
                    billed: own.billed,
                    reason: error.to_string(),
                });
            }
        }
    }
    Ok(())
}
