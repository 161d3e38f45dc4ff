//! Loading what the core asks for: it looks at what is there and names what its decision depends on
//! besides, until nothing is missing. What is not to be found is left to the decision, which then
//! says so.

use std::collections::BTreeSet;

use billing::decide::{Missing, missing};
use billing::id::Handle;
use billing::pricing::Pricings;
use billing::snapshot::OpenInvoices;
use records::Id;
use store::invoice::Billing;

use super::loaded::{Loaded, Scope, Unloaded};
use super::rows::lift_invoices;
use crate::bill::pricings;
use crate::bill::stored::references;
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
        for each in loaded.iter() {
            let lacking = missing(&each.snapshot, scope.command, scope.until);
            wanted.invoices.extend(lacking.invoices);
            wanted.credits.extend(lacking.credits);
            wanted.one_times.extend(lacking.one_times);
            wanted.open_of.extend(lacking.open_of);
        }
        // What was asked for and not found is not asked for again.
        wanted.invoices.retain(|id| asked.invoices.insert(id.clone()));
        wanted.credits.retain(|id| asked.credits.insert(id.clone()));
        wanted.one_times.retain(|id| asked.one_times.insert(id.clone()));
        wanted.open_of.retain(|id| asked.open_of.insert(id.clone()));
        if wanted.is_empty() {
            return Ok(());
        }
        fetch(session, loaded, unloaded, (&wanted, known))?;
    }
}

fn ids<R, K>(handles: &BTreeSet<Handle<K>>) -> Vec<Id<R>> {
    handles.iter().map(|handle| handle.to_string().into()).collect()
}

fn fetch(
    session: &mut Session<'_, '_>,
    loaded: &mut Vec<Loaded>,
    unloaded: &mut Vec<Unloaded>,
    (wanted, known): (&Missing, &mut Pricings),
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let named = (ids(&wanted.invoices), ids(&wanted.open_of));
    let mut invoices = store::invoice::named_or_pending(session.tx, &company, named)?;
    let credits = store::credit::by_ids(session.tx, &company, ids(&wanted.credits))?;
    let one_times = store::one_time::by_ids(session.tx, &company, ids(&wanted.one_times))?;
    lift_invoices(&mut invoices);
    let named = invoices.iter().filter_map(|row| references::of_invoice(row).ok());
    let bought = one_times.iter().filter_map(|row| references::of_one_time(row).ok()?);
    let named: BTreeSet<String> = named.flatten().chain(bought).collect();
    let fresh = named.into_iter().filter(|id| known.get(id).is_none()).collect();
    known.extend(&pricings::pricings(session, fresh)?);
    for mut each in std::mem::take(loaded) {
        let id = each.billed.customer_id.clone();
        let (mine, others): (Vec<Billing>, Vec<Billing>) =
            invoices.into_iter().partition(|row| row.columns.billed_customer_id == id);
        invoices = others;
        let of: Vec<_> = credits.iter().filter(|row| row.customer_id == id).cloned().collect();
        if let OpenInvoices::Of(known) = &mut each.snapshot.open_of {
            let here = each.snapshot.subscriptions.iter().map(|subscription| &subscription.id);
            known.extend(here.filter(|id| wanted.open_of.contains(*id)).cloned());
        }
        let added = each.buy(one_times.clone(), known).and_then(|()| each.add(mine, &of, known));
        match added {
            Ok(()) => loaded.push(each),
            Err(error) => {
                let running = each
                    .snapshot
                    .subscriptions
                    .iter()
                    .filter(|subscription| subscription.parked.is_none());
                unloaded.push(Unloaded {
                    subscriptions: running
                        .map(|subscription| subscription.id.to_string().into())
                        .collect(),
                    billed: each.billed,
                    reason: error.to_string(),
                });
            }
        }
    }
    Ok(())
}
