//! Loading what the core asks for: it looks at what is there and names what its decision depends on
//! besides, until nothing is missing. What is not to be found is left to the decision, which then
//! says so.

use std::collections::{BTreeSet, HashMap};

use billing::decide::{Missing, missing};
use billing::id::Handle;
use billing::pricing::Pricings;
use billing::snapshot::OpenInvoices;
use records::{CustomerId, Id};
use store::billed::Billed;
use store::invoice::Billing;

use super::customer::{self, BilledCustomer};
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
            wanted.open |= lacking.open;
        }
        // What was asked for and not found is not asked for again.
        wanted.invoices.retain(|id| asked.invoices.insert(id.clone()));
        wanted.credits.retain(|id| asked.credits.insert(id.clone()));
        wanted.one_times.retain(|id| asked.one_times.insert(id.clone()));
        wanted.open_of.retain(|id| asked.open_of.insert(id.clone()));
        wanted.open &= !asked.open;
        asked.open |= wanted.open;
        if wanted.is_empty() {
            return Ok(());
        }
        fetch(session, loaded, unloaded, (&wanted, known))?;
    }
}

fn ids<R, K>(handles: &BTreeSet<Handle<K>>) -> Vec<Id<R>> {
    handles.iter().map(|handle| handle.to_string().into()).collect()
}

/// Those of these invoices that somebody else paid for a subscription before, each with who pays
/// for it now.
fn paid_before(loaded: &[Loaded], invoices: &[Billing]) -> Vec<(CustomerId, Billing)> {
    let mut payers: HashMap<String, &CustomerId> = HashMap::new();
    for each in loaded {
        let ids = each.snapshot.subscriptions.iter().map(|known| known.id.to_string());
        payers.extend(ids.map(|id| (id, &each.billed.customer_id)));
    }
    let mut found = Vec::new();
    for row in invoices {
        let own = row.columns.subscription_id.as_deref().and_then(|id| payers.get(id).copied());
        let of: BTreeSet<&CustomerId> = match row.columns.cause_kind.as_str() {
            // It may have lines of several that pay for themselves by now.
            "rollup" => billed_in(row).iter().filter_map(|id| payers.get(id).copied()).collect(),
            _ => own.into_iter().collect(),
        };
        let others = of.into_iter().filter(|payer| **payer != row.columns.billed_customer_id);
        found.extend(others.map(|payer| (payer.clone(), row.clone())));
    }
    found
}

/// The subscriptions that an invoice has lines of.
fn billed_in(row: &Billing) -> BTreeSet<String> {
    #[derive(serde::Deserialize)]
    struct Of {
        subscription_id: Option<String>,
    }
    // What cannot be read is told when the invoice is put together.
    let lines: Vec<Of> = serde_json::from_str(&row.lines).unwrap_or_default();
    lines.into_iter().filter_map(|line| line.subscription_id).collect()
}

/// Whose these invoices are.
fn whose(
    session: &mut Session<'_, '_>,
    elsewhere: &[(CustomerId, Billing)],
) -> Result<Vec<BilledCustomer>, Failure> {
    let ids: BTreeSet<CustomerId> =
        elsewhere.iter().map(|(_, row)| row.columns.customer_id.clone()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let found = store::customer::documents(session.tx, &company, ids.into_iter().collect())?;
    let known = found.iter().map(|(id, text)| Ok(customer::known(id, text)?.0));
    known.collect()
}

/// Everything that is open of these payers, where all of it is asked for.
fn open(
    session: &mut Session<'_, '_>,
    loaded: &[Loaded],
    wanted: &Missing,
) -> Result<Vec<Billing>, Failure> {
    if !wanted.open {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let payers = loaded.iter().map(|each| each.billed.customer_id.clone()).collect();
    Ok(store::invoice::pending_of(session.tx, &company, payers)?)
}

/// Notes whose open invoices are all there now.
fn note_open(each: &mut Loaded, wanted: &Missing) {
    if let OpenInvoices::Of(known) = &mut each.snapshot.open_of {
        let here = each.snapshot.subscriptions.iter().map(|subscription| &subscription.id);
        known.extend(here.filter(|id| wanted.open_of.contains(*id)).cloned());
    }
    if wanted.open {
        each.snapshot.open_of = OpenInvoices::Everyone;
    }
}

fn fetch(
    session: &mut Session<'_, '_>,
    loaded: &mut Vec<Loaded>,
    unloaded: &mut Vec<Unloaded>,
    (wanted, known): (&Missing, &mut Pricings),
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let named = || (ids(&wanted.invoices), ids(&wanted.open_of));
    let mut invoices = store::invoice::named_or_pending(session.tx, &company, named())?;
    invoices.extend(open(session, loaded, wanted)?);
    let mut elsewhere = paid_before(loaded, &invoices);
    let before = elsewhere.iter().map(|(_, row)| row.columns.billed_customer_id.clone());
    let before: BTreeSet<CustomerId> = before.collect();
    let before = match before.is_empty() {
        true => Vec::new(),
        false => store::billed::by_ids(session.tx, &company, before.into_iter().collect())?,
    };
    if !before.is_empty() {
        // Once more, now that it is known whether anything changes of them meanwhile.
        invoices = store::invoice::named_or_pending(session.tx, &company, named())?;
        invoices.extend(open(session, loaded, wanted)?);
        elsewhere = paid_before(loaded, &invoices);
    }
    let theirs = whose(session, &elsewhere)?;
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
        let (mut mine, others): (Vec<Billing>, Vec<Billing>) =
            invoices.into_iter().partition(|row| row.columns.billed_customer_id == id);
        invoices = others;
        for (_, row) in elsewhere.iter().filter(|(payer, _)| *payer == id) {
            let paid = |billed: &&Billed| billed.customer_id == row.columns.billed_customer_id;
            if !each.beside.iter().any(|billed| paid(&billed)) {
                each.beside.extend(before.iter().find(paid).cloned());
            }
            let known = theirs.iter().find(|known| known.id == row.columns.customer_id);
            if let Some(known) = known.filter(|known| !each.knows(&known.id)) {
                each.customers.insert(known.id.clone(), known.clone());
            }
            mine.push(row.clone());
        }
        let of: Vec<_> =
            credits.iter().filter(|row| each.knows(&row.customer_id)).cloned().collect();
        note_open(&mut each, wanted);
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
