//! Loading what a decision looks at, for many customers at a time: one statement per kind of
//! record, however many customers there are.

mod complete;
mod customer;
mod loaded;
mod meter;
mod rows;
mod usage;

pub(crate) use customer::{BilledCustomer, blank, company, known};
pub(crate) use loaded::{Document, LoadScope, Loaded, Scope, Shown, Unloaded};
pub(crate) use meter::Measured;
pub(crate) use usage::{decided, fetch};

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use billing::customer::Company;
use billing::id::Handle;
use billing::metering::LatePeriod;
use billing::pricing::Pricings;
use billing::snapshot::OpenInvoices;
use calendar::Period;
use store::billed::Billed;

use complete::complete;
use meter::Usage;
use rows::{CustomerRows, rows};

use crate::bill::pricings::pricings;
use crate::bill::stored::{self, Unreadable};
use crate::{Failure, Refusal, Session};

/// Loads one billed customer; none where there is no such customer.
pub(crate) fn load(
    session: &mut Session<'_, '_>,
    billed: Billed,
    scope: Scope<'_>,
) -> Result<Option<Loaded>, Failure> {
    let (mut loaded, mut unloaded) = load_each(session, vec![billed], scope)?;
    match unloaded.pop() {
        Some(known) => {
            let detail =
                format!("The records of this customer cannot be billed: {}.", known.reason);
            Err(Refusal::conflict("not_billable", detail).into())
        }
        None => Ok(loaded.pop()),
    }
}

/// Loads these billed customers; one that cannot be read does not keep the others from it.
pub(crate) fn load_each(
    session: &mut Session<'_, '_>,
    billed: Vec<Billed>,
    scope: Scope<'_>,
) -> Result<(Vec<Loaded>, Vec<Unloaded>), Failure> {
    let rows = rows(session, &billed, scope.named)?;
    let mut known_pricings = pricings(session, rows.pricings())?;
    let company = Arc::new(company(session.company())?);
    let (mut loaded, mut unloaded) = (Vec::with_capacity(billed.len()), Vec::new());
    let mut rows = rows.by_customer(&billed);
    for billed in billed {
        let Some(known) = rows.remove(&billed.customer_id) else { continue };
        let running = known.subscriptions.iter().filter(|billing| billing.columns.parked.is_none());
        let subscriptions = running.map(|billing| billing.columns.id.clone()).collect();
        match known.assemble(&billed, &company, &known_pricings) {
            Ok(each) => loaded.push(each),
            Err(error) => {
                unloaded.push(Unloaded { billed, subscriptions, reason: error.to_string() });
            }
        }
    }
    late(session, &mut loaded)?;
    complete(session, &mut loaded, &mut unloaded, (scope, &mut known_pricings))?;
    Ok((loaded, unloaded))
}

/// Adds billed periods whose usage may be another by now, and those of the same invoices.
fn late(session: &mut Session<'_, '_>, loaded: &mut [Loaded]) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let ids = loaded.iter().flat_map(|each| each.shown.keys().cloned()).collect();
    let rows = store::usage::period::late(session.tx, &company, ids)?;
    for row in rows {
        let of = loaded.iter_mut().find(|each| each.shown.contains_key(&row.subscription_id));
        let Some(each) = of else { continue };
        let unread = |error| Unreadable::Missing(format!("the value of a period: {error}"));
        each.snapshot.late.push(LatePeriod {
            subscription: Handle::known(&row.subscription_id),
            component: row.component_id.as_str().into(),
            period: Period::new(stored::instant(row.starts_at)?, stored::instant(row.ends_at)?)
                .map_err(Unreadable::from)?,
            invoice: Handle::known(&row.invoice_id),
            metered: row.value.parse().map_err(unread)?,
            is_late: row.dirty,
        });
    }
    Ok(())
}

impl CustomerRows {
    pub(super) fn assemble(
        self,
        billed: &Billed,
        company: &Arc<Company>,
        pricings: &Pricings,
    ) -> Result<Loaded, Unreadable> {
        let (document, mut snapshot) = blank(billed, &self.customer, company)?;
        let mut customers = HashMap::from([(billed.customer_id.clone(), document)]);
        for (id, text) in self.members {
            let (document, customer) = known(&id, &text)?;
            snapshot.customers.push(customer);
            customers.insert(id, document);
        }
        let (mut shown, mut documents) = (HashMap::new(), HashMap::new());
        for row in self.subscriptions {
            let store::subscription::Billing { columns, documents, doc } = row;
            let restored = stored::subscription(&columns, &documents, pricings)?;
            restored.join(&mut snapshot);
            let (text, notes, life) = (restored.text, restored.details, documents.life);
            shown.insert(columns.id.clone(), Shown { text, columns, life, notes, doc });
        }
        snapshot.open_of = OpenInvoices::Of(BTreeSet::new());
        let usage = Arc::new(Usage::default());
        snapshot.meter = Arc::<Usage>::clone(&usage);
        let (beside, billed) = (self.beside, billed.clone());
        documents.reserve(self.invoices.len());
        let one_times = HashMap::new();
        let mut loaded =
            Loaded { billed, snapshot, usage, customers, beside, shown, documents, one_times };
        loaded.buy(self.one_times, pricings)?;
        loaded.add(self.invoices, &self.credits, pricings)?;
        Ok(loaded)
    }
}
