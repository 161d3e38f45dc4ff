//! Why an invoice has the amount that it has, for the customer who asks: every line, discount, tax
//! and credit in short sentences, with arithmetic that can be done again by hand.
//!
//! Nothing is decided here. An explanation is read from what an invoice was computed from; prices
//! and settings of today play no part in it.

pub(crate) mod charge;
pub(crate) mod check;
pub(crate) mod credit;
pub(crate) mod days;
pub(crate) mod discount;
mod explanation;
pub(crate) mod head;
pub(crate) mod line;
pub(crate) mod minimum;
pub(crate) mod pen;
pub(crate) mod proration_credit;
pub(crate) mod step;
pub(crate) mod tax;
mod text;
pub(crate) mod total;

pub use check::check;
pub use explanation::{Explanation, Of, Part, Telling};
pub use step::{Operation, Step, Sum};

use money::AmountError;

use crate::explain::pen::Pen;
use crate::id::{CreditHandle, InvoiceHandle};
use crate::invoice::{Cause, CreditDetail, Derivation, Invoice, Line};

/// The other invoices and the credits that an explanation names.
pub fn mentioned(known: &Invoice) -> (Vec<&InvoiceHandle>, Vec<&CreditHandle>) {
    let mut invoices: Vec<&InvoiceHandle> = known.reissued_as.iter().collect();
    if let Cause::Reissue { invoice } = &known.cause {
        invoices.push(invoice);
    }
    invoices.extend(known.lines.iter().filter_map(Line::corrects));
    let backs = known.lines.iter().filter_map(|line| match &line.derivation {
        Derivation::ProrationCredit(back) => Some(&back.earlier),
        Derivation::Charge { .. } | Derivation::Minimum { .. } => None,
    });
    invoices.extend(backs.flatten().map(|(by, _)| by));
    invoices.extend(known.payments.iter().filter_map(|paid| paid.given_by.as_ref()));
    invoices.extend(known.credits.iter().filter_map(CreditDetail::invoice));
    let paid = known.credits.iter().filter_map(CreditDetail::credit);
    let paid = paid.chain(known.paid_by()).chain(known.unit_credits());
    (invoices, paid.collect())
}

/// Explains an invoice.
pub fn explain(invoice: &Invoice, telling: &Telling) -> Result<Explanation, AmountError> {
    let pen = Pen::new(invoice, telling);
    let lines = pen.order.iter().filter_map(|place| Some((*place, invoice.lines.get(*place)?)));
    Ok(Explanation {
        about: head::about(&pen)?,
        lines: lines.map(|line| line::part(&pen, line)).collect::<Result<_, _>>()?,
        discounts: discount::parts(&pen)?,
        taxes: invoice.taxes.iter().map(|tax| tax::part(&pen, tax)).collect::<Result<_, _>>()?,
        credits: invoice
            .credits
            .iter()
            .map(|used| credit::part(&pen, used))
            .collect::<Result<_, _>>()?,
        total: total::total(&pen)?,
        due: total::due(&pen)?,
    })
}
