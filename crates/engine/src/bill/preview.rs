//! Looking ahead: the same load and the same decision, of which nothing is written.

use billing::command::Command;
use billing::decide;
use billing::decide::Preview;
use billing::id::Name;
use billing::invoice::{Cause, Invoice, InvoiceState};
use calendar::Timestamp;
use records::CustomerId;
use store::invoice::InvoiceRow;

use super::apply::{ApplyContext, RequestDetails, invoices};
use super::load::{self, LoadScope, Scope};
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
    let (company, now) = (session.company_id().to_owned(), session.now());
    let mut billed = store::billed::by_ids(session.tx, &company, vec![customer.clone()])?;
    let gone = || Failure::from(Refusal::not_found("customer", customer));
    let billed = billed.pop().ok_or_else(gone)?;
    let id = wanted.subscription.to_string().into();
    let named = LoadScope { subscriptions: vec![id], ..LoadScope::default() };
    let command = wanted.command.clone().unwrap_or(Command::RunDue);
    let named = named.by(&command);
    // Whatever is to come before the next invoice may come now.
    let scope = Scope { named: &named, command: &command, until: Timestamp::MAX };
    let loaded = load::load(session, billed, scope)?.ok_or_else(gone)?;
    let at = stored::instant(now)?;
    let made = decide::preview(&loaded.snapshot, wanted, at).map_err(refused)?;
    let context = ApplyContext {
        tools: session.tools,
        company: &session.row.company,
        now,
        fresh: None,
        reprinted: None,
        details,
        one_times: Vec::new(),
        one_time_text: stored::OneTimeText::default(),
    };
    let rows = made.into_iter().map(|mut invoice| {
        invoice.rename(&mut unnamed);
        let name = changed_name(&invoice, &context.details);
        let new = invoices::row(&context, &loaded, &loaded.snapshot, (&invoice, name))?;
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
