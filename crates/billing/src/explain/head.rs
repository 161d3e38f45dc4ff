//! What an invoice is, before its lines: when it was issued, where it stands, and which others it
//! belongs to.

use money::AmountError;

use crate::explain::pen::Pen;
use crate::invoice::{Cause, InvoiceState, Issue};

pub(crate) fn about(pen: &Pen) -> Result<Vec<String>, AmountError> {
    let known = pen.invoice;
    let name = pen.name(&known.id);
    let kind = if known.is_credit_note() { "Credit note" } else { "Invoice" };
    let mut about = match known.issue() {
        Some(issue) => vec![format!("{kind} {name} of {}", pen.day(issue.date))],
        None => vec![format!("{kind} {name}, not issued")],
    };
    about.push(format!("Days are those of {}.", pen.zone));
    about.push(standing(pen)?);
    if known.issue().is_none_or(|issue| pen.day(issue.date) != pen.day(known.billing_date)) {
        about.push(format!("It is for the billing date {}.", pen.day(known.billing_date)));
    }
    about.extend(match &known.cause {
        Cause::Cycle { .. } => None,
        Cause::Reissue { invoice } => {
            Some(format!("It bills the lines of {} again.", pen.name(invoice)))
        }
        Cause::Change { .. } => Some("It was made by a change of the subscription.".to_owned()),
        Cause::Cancel { .. } => Some("It was made by the end of the subscription.".to_owned()),
        Cause::Adjustment { .. } => {
            Some("It is for usage that was noticed after the end.".to_owned())
        }
        Cause::Next { .. } => Some("It was asked for before its time.".to_owned()),
        Cause::OneTime { .. } => Some("It is for what was bought once.".to_owned()),
        Cause::Rollup { .. } => {
            Some("It is for everybody that the customer pays for, by its rollup.".to_owned())
        }
    });
    if let Some(again) = &known.reissued_as {
        about.push(format!("Its lines were billed again by {}.", pen.name(again)));
    }
    Ok(about)
}

fn standing(pen: &Pen) -> Result<String, AmountError> {
    let invoice = pen.invoice;
    let (total, due) = (invoice.totals.total, invoice.due()?);
    Ok(match &invoice.state {
        InvoiceState::Draft { until: Some(until), .. } => {
            format!("{total}, a draft that may change until {}.", pen.day(*until))
        }
        InvoiceState::Draft { until: None, .. } => {
            format!("{total}, a draft that a pause keeps and that may change.")
        }
        InvoiceState::Pending(Issue { due: at, .. }) => {
            format!("{total}, of which {due} is due on {}.", pen.day(*at))
        }
        InvoiceState::Paid { .. } if invoice.is_credit_note() => {
            let given = invoice.totals.credits.checked_neg()?;
            format!("{total}: there is nothing to pay, and {given} is given back.")
        }
        InvoiceState::Paid { at, .. } => format!("{total}, paid on {}.", pen.day(*at)),
        InvoiceState::Void { issue: None, at } => {
            format!("{total}, never issued and void since {}.", pen.day(*at))
        }
        InvoiceState::Void { at, .. } => {
            format!("{total}, void since {}; below is what it said.", pen.day(*at))
        }
    })
}
