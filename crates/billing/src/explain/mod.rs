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
pub(crate) mod given_back;
pub(crate) mod head;
pub(crate) mod line;
pub(crate) mod minimum;
pub(crate) mod pen;
pub(crate) mod step;
pub(crate) mod tax;
mod text;
pub(crate) mod total;

pub use check::check;
pub use explanation::{Explanation, Of, Part, Telling};
pub use step::{Operation, Step, Sum};

use money::AmountError;

use crate::explain::pen::Pen;
use crate::id::Handle;
use crate::invoice::{Cause, CreditDetail, Derivation, Invoice, Line};

/// The other invoices and the credits that an explanation names.
pub fn mentioned(own: &Invoice) -> (Vec<&Handle>, Vec<&Handle>) {
    let mut invoices: Vec<&Handle> = own.reissued_as.iter().collect();
    if let Cause::Reissue { invoice } = &own.cause {
        invoices.push(invoice);
    }
    invoices.extend(own.lines.iter().filter_map(Line::corrects));
    let backs = own.lines.iter().filter_map(|line| match &line.derivation {
        Derivation::ProrationCredit(back) => Some(&back.earlier),
        Derivation::Charge { .. } | Derivation::Minimum { .. } => None,
    });
    invoices.extend(backs.flatten().map(|(by, _)| by));
    invoices.extend(own.payments.iter().filter_map(|paid| paid.given_by.as_ref()));
    invoices.extend(own.credits.iter().filter_map(CreditDetail::invoice));
    (invoices, own.credits.iter().filter_map(CreditDetail::credit).collect())
}

/// Explains an invoice.
pub fn explain(own: &Invoice, telling: &Telling) -> Result<Explanation, AmountError> {
    let pen = Pen::new(own, telling);
    let lines = pen.order.iter().filter_map(|place| Some((*place, own.lines.get(*place)?)));
    Ok(Explanation {
        about: head::about(&pen)?,
        lines: lines.map(|line| line::part(&pen, line)).collect::<Result<_, _>>()?,
        discounts: discount::parts(&pen)?,
        taxes: own.taxes.iter().map(|tax| tax::part(&pen, tax)).collect::<Result<_, _>>()?,
        credits: own
            .credits
            .iter()
            .map(|used| credit::part(&pen, used))
            .collect::<Result<_, _>>()?,
        total: total::total(&pen)?,
        due: total::due(&pen)?,
    })
}
