//! Metered periods that are billed, each with the value and the version that it was billed by.
//! Whoever counts an event in one of them later sees that it is closed: both hold its meter.

use std::collections::BTreeMap;

use billing::fact::{Fact, InvoiceFact, SubscriptionFact};
use billing::invoice::{Derivation, Line, Role};
use billing::pricing::Kind;
use calendar::Period;
use records::{CompanyId, CustomerId, InvoiceId, Moment};
use store::usage::meter::Key;
use store::usage::period::PeriodRow;

use super::ApplyContext;
use crate::bill::load::{Loaded, Measured};
use crate::usage::reading;
use crate::{Failure, Session};

/// Billed without anybody having read its usage: it is looked at again.
const UNREAD: i64 = i64::MIN;
/// Billed in advance. Where nothing exceeds that in the end, nothing else is billed of the period.
const AHEAD: i64 = i64::MIN + 1;

/// What a decision bills by usage.
#[derive(Default)]
pub(crate) struct Rows {
    periods: Vec<(PeriodRow, Option<Measured>)>,
    /// Invoices that are void: what they billed is not adjusted any more.
    void: Vec<InvoiceId>,
}

/// From facts whose records have their ids.
pub(super) fn rows(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    facts: &[Fact],
) -> Result<Rows, Failure> {
    let mut rows = Rows::default();
    for fact in facts {
        match fact {
            Fact::Invoice { invoice, fact: InvoiceFact::Finalized(made), .. } => {
                let id = InvoiceId::from(invoice.to_string());
                let lines = made.lines.iter().filter_map(|line| billed(context, loaded, line, &id));
                rows.periods.extend(lines);
            }
            Fact::Invoice { invoice, fact: InvoiceFact::Voided { .. }, .. } => {
                rows.void.push(invoice.to_string().into());
            }
            Fact::Subscription {
                subscription,
                fact: SubscriptionFact::UsageAdjusted { component, period, metered },
                ..
            } => {
                let late = loaded.snapshot.late.iter().find(|late| {
                    late.subscription == *subscription
                        && late.component == *component
                        && late.period == *period
                });
                let basis = loaded.snapshot.subscription(subscription);
                let Some((late, basis)) = late.zip(basis) else {
                    let detail = format!("{subscription} was adjusted for a period of no invoice");
                    return Err(Failure::Store(store::Error::Broken(detail)));
                };
                let of = Of { customer: &basis.customer, component, period: *period };
                let invoice = late.invoice.to_string().into();
                let measured = measured(loaded, of);
                rows.periods.extend(row(context, (of, &invoice), measured).map(|(row, read)| {
                    let subscription_id = subscription.to_string().into();
                    (PeriodRow { subscription_id, value: metered.to_string(), ..row }, read)
                }));
            }
            Fact::Subscription { .. }
            | Fact::Invoice { .. }
            | Fact::Credit { .. }
            | Fact::OneTime { .. } => {}
        }
    }
    Ok(rows)
}

/// A line that bills usage of a period that is over, or in advance.
fn billed(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    line: &Line,
    invoice: &InvoiceId,
) -> Option<(PeriodRow, Option<Measured>)> {
    let Derivation::Charge { used, .. } = &line.derivation else { return None };
    let (subscription, component) = line.subscription.as_ref().zip(line.component.as_ref())?;
    let of = Of { customer: &line.customer, component: &component.id, period: line.period };
    let subscription_id = subscription.to_string().into();
    match used {
        Some(used) if line.role == Role::Arrears => {
            let (row, read) = row(context, (of, invoice), measured(loaded, of))?;
            let value = used.metered.to_string();
            Some((PeriodRow { subscription_id, value, ..row }, read))
        }
        None if line.is_ahead() && component.kind == Kind::Usage => {
            let (row, _) = row(context, (of, invoice), None)?;
            let (value, version, dirty) = ("0".to_owned(), AHEAD, false);
            Some((PeriodRow { subscription_id, value, version, dirty, ..row }, None))
        }
        Some(_) | None => None,
    }
}

/// What was billed, of whom, and when.
#[derive(Clone, Copy)]
struct Of<'a> {
    customer: &'a str,
    component: &'a str,
    period: Period,
}

fn measured(loaded: &Loaded, of: Of<'_>) -> Option<Measured> {
    loaded.usage.measured(&CustomerId::from(of.customer), of.component, of.period)
}

fn row(
    context: &ApplyContext<'_>,
    (Of { customer, component, period }, invoice): (Of<'_>, &InvoiceId),
    measured: Option<Measured>,
) -> Option<(PeriodRow, Option<Measured>)> {
    let measure = context.tools.plans.measures(&context.company.id, component)?;
    let version = measured.as_ref().map_or(UNREAD, |measured| measured.version);
    let row = PeriodRow {
        subscription_id: String::new().into(),
        component_id: component.to_owned(),
        starts_at: Moment::from(period.start),
        ends_at: Moment::from(period.end),
        customer_id: customer.into(),
        item_id: measure.item_id,
        metric_id: measure.metric_id,
        looks_back: measure.looks_back,
        invoice_id: invoice.clone(),
        value: String::new(),
        version,
        dirty: measured.is_none(),
    };
    Some((row, measured))
}

/// Closes the periods, while their meters are held: what was counted since they were read marks
/// them at once.
pub(super) fn close(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    all: &[&Rows],
) -> Result<(), Failure> {
    let void: Vec<InvoiceId> = all.iter().flat_map(|rows| &rows.void).cloned().collect();
    store::usage::period::forget(session.tx, company, void)?;
    let periods = || all.iter().flat_map(|rows| &rows.periods);
    let mut until: BTreeMap<Key, Moment> = BTreeMap::new();
    // Whoever changes objects holds who pays: they have no meters.
    let of_events = |(_, read): &&(PeriodRow, Option<Measured>)| {
        read.as_ref().is_none_or(|read| read.wanted.is_some())
    };
    for (row, _) in periods().filter(of_events) {
        let key = Key {
            customer_id: row.customer_id.clone(),
            item_id: row.item_id.clone(),
            metric_id: row.metric_id.clone(),
        };
        // When a period begins that is billed in advance, the one before it is over.
        let over = if row.version == AHEAD { row.starts_at } else { row.ends_at };
        let end = until.entry(key).or_insert(over);
        *end = over.max(*end);
    }
    if periods().next().is_none() {
        return Ok(());
    }
    let until: Vec<(Key, Moment)> = until.into_iter().collect();
    if !until.is_empty() {
        store::usage::meter::close(session.tx, company, &until)?;
    }
    let wanted = |read: &Option<Measured>| read.as_ref().and_then(|read| read.wanted.clone());
    let all_wanted: Vec<_> = periods().filter_map(|(_, read)| wanted(read)).collect();
    let mut versions = reading::versions(session, &all_wanted)?.into_iter();
    let mut rows = Vec::new();
    for (row, read) in periods() {
        let now = if wanted(read).is_some() { versions.next() } else { Some(row.version) };
        let dirty = row.dirty || now != Some(row.version);
        rows.push(PeriodRow { dirty, ..row.clone() });
    }
    Ok(store::usage::period::put(session.tx, company, &rows)?)
}
