//! Looking ahead: the same load and the same decision, of which nothing is written.

use billing::decision::{self, Preview};
use billing::snapshot::{Cause, Handle, Invoice};
use store::invoice::InvoiceRow;

use super::apply::{Desk, Noted, invoices};
use super::load::{self, Named};
use super::{kept, refused};
use crate::{Failure, Refusal, Session};

/// The invoices that a command would make at once, or else the next ones of a subscription, as
/// their rows would be: without ids and numbers.
pub(crate) fn preview(
    session: &mut Session<'_, '_>,
    customer: &str,
    wanted: &Preview,
    noted: Noted,
) -> Result<Vec<InvoiceRow>, Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let mut billed = store::billed::by_ids(session.tx, &company, vec![customer.to_owned()])?;
    let gone = || Failure::from(Refusal::not_found("customer", customer));
    let billed = billed.pop().ok_or_else(gone)?;
    let id = wanted.subscription.to_string();
    let own = Named { subscriptions: vec![id.clone()], billed: vec![id], ..Named::default() };
    let named = match &wanted.command {
        Some(command) => own.by(command),
        None => own,
    };
    let loaded = load::load(session, billed, &named)?.ok_or_else(gone)?;
    let at = kept::instant(now)?;
    let made = decision::preview(&loaded.snapshot, wanted, at).map_err(refused)?;
    let desk = Desk {
        tools: session.tools,
        company: &session.row.company,
        now,
        fresh: None,
        reprinted: None,
        noted,
    };
    let rows = made.into_iter().map(|mut own| {
        own.rename(&mut unnamed);
        let name = changed_name(&own, &desk.noted);
        let new = invoices::row(&desk, &loaded, &loaded.snapshot, (&own, name))?;
        Ok(InvoiceRow { columns: new.columns, doc: new.doc, lines: new.lines })
    });
    rows.collect()
}

/// What was never made has no id.
fn unnamed(own: &Handle) -> Handle {
    match own {
        Handle::New(..) => Handle::Known("".into()),
        Handle::Known(_) => own.clone(),
    }
}

fn changed_name<'a>(own: &Invoice, noted: &'a Noted) -> Option<&'a String> {
    let change = matches!(own.cause, Cause::Change { .. });
    noted.changes.first().filter(|_| change).and_then(|note| note.name.as_ref())
}
