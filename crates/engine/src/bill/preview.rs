//! Looking ahead: the same load and the same decision, of which nothing is written.

use billing::command::Command;
use billing::decide;
use billing::decide::Preview;
use billing::id::Name;
use billing::invoice::{Cause, Invoice, InvoiceState};
use calendar::Timestamp;
use money::Currency;
use records::CustomerId;
use store::invoice::InvoiceRow;

use super::apply::{ApplyContext, RequestDetails, invoices};
use super::load::{self, LoadScope, Loaded, Scope};
use super::{refused, stored};
use crate::{Failure, Refusal, Session};

/// The invoices that a command would make at once, or else the next ones of a subscription, as
/// their rows would be: without ids and numbers.
pub(crate) fn preview(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    wanted: &Preview,
    details: RequestDetails,
) -> Result<Vec<InvoiceRow>, Failure> {
    let id = wanted.subscription.to_string().into();
    let named = LoadScope { subscriptions: vec![id], ..LoadScope::default() };
    let command = wanted.command.clone().unwrap_or(Command::RunDue);
    let gone = || Failure::from(Refusal::not_found("customer", customer));
    let loaded = loaded(session, customer, (named, &command))?.ok_or_else(gone)?;
    let at = stored::instant(session.now())?;
    let made =
        load::decided(session, (&loaded, None), |snapshot| decide::preview(snapshot, wanted, at))?;
    let made = made.map_err(refused)?;
    rows(session, &loaded, made, details)
}

/// The next invoice of things that a customer buys once, by themselves.
pub(crate) fn preview_orders(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    currency: Option<Currency>,
) -> Result<Vec<InvoiceRow>, Failure> {
    let scope = (LoadScope::default(), &Command::RunDue);
    let Some(loaded) = loaded(session, customer, scope)? else { return Ok(Vec::new()) };
    let at = stored::instant(session.now())?;
    let made = load::decided(session, (&loaded, None), |snapshot| {
        decide::preview_orders(snapshot, currency, at)
    })?;
    let made = made.map_err(refused)?;
    rows(session, &loaded, made, RequestDetails::default())
}

/// The next invoice of what a customer collects; nothing where it collects nothing.
pub(crate) fn preview_rollup(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    currency: Option<Currency>,
) -> Result<Option<Vec<InvoiceRow>>, Failure> {
    let scope = (LoadScope::default(), &Command::RunDue);
    let Some(loaded) = loaded(session, customer, scope)? else { return Ok(None) };
    if loaded.snapshot.payer.rollup.is_none() {
        return Ok(None);
    }
    let at = stored::instant(session.now())?;
    let made = load::decided(session, (&loaded, None), |snapshot| {
        decide::preview_rollup(snapshot, currency, at)
    })?;
    let made = made.map_err(refused)?;
    rows(session, &loaded, made, RequestDetails::default()).map(Some)
}

/// Everything that a customer's coming invoices depend on; nothing where it never had any. Whatever
/// is to come before the next invoice may come now.
fn loaded(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    (named, command): (LoadScope, &Command),
) -> Result<Option<Loaded>, Failure> {
    let company = session.company_id().to_owned();
    let mut billed = store::billed::by_ids(session.tx, &company, vec![customer.clone()])?;
    let Some(billed) = billed.pop() else { return Ok(None) };
    let named = named.by(command);
    let scope = Scope { named: &named, command, until: Timestamp::MAX };
    load::load(session, billed, scope)
}

fn rows(
    session: &Session<'_, '_>,
    loaded: &Loaded,
    made: Vec<Invoice>,
    details: RequestDetails,
) -> Result<Vec<InvoiceRow>, Failure> {
    let context = ApplyContext {
        tools: session.tools,
        company: &session.row.company,
        now: session.now(),
        fresh: None,
        reprinted: None,
        details,
        one_times: Vec::new(),
        one_time_text: stored::OneTimeText::default(),
    };
    let rows = made.into_iter().map(|mut invoice| {
        invoice.replace_handles(&mut unnamed);
        let name = changed_name(&invoice, &context.details);
        let new = invoices::row(&context, loaded, &loaded.snapshot, (&invoice, name))?;
        let mut columns = new.columns;
        if matches!(invoice.state, InvoiceState::Draft { .. }) {
            // What is foreseen says what will be asked for.
            columns.due = columns.total;
        }
        Ok(InvoiceRow { columns, doc: new.doc, lines: new.lines })
    });
    rows.collect()
}

/// What was never made has no id.
fn unnamed(id: &Name) -> Name {
    match id {
        Name::New(..) => Name::Known("".into()),
        Name::Known(_) => id.clone(),
    }
}

fn changed_name<'a>(invoice: &Invoice, details: &'a RequestDetails) -> Option<&'a String> {
    let change = matches!(invoice.cause, Cause::Change { .. });
    details.changes.first().filter(|_| change).and_then(|note| note.name.as_ref())
}
