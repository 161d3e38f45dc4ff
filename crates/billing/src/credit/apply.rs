//! Credits that pay invoices which were issued before: each use is a payment of the invoice.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio, split};

use crate::credit::state::Credit;
use crate::fact::{CreditFact, Fact, InvoiceFact};
use crate::id::{CreditHandle, InvoiceHandle};
use crate::invoice::{CreditPayment, Invoice, InvoiceError, InvoiceState, Payment, PaymentKind};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::work::Work;

/// So many payments an invoice takes; each is stored with it.
pub(crate) const MOST_PAYMENTS: usize = 500;

/// Lets a credit of money pay these invoices, one after the other, for as long as it lasts.
pub(crate) fn to_open(
    work: &mut Work,
    credit: &CreditHandle,
    invoices: &[InvoiceHandle],
) -> Result<(), Refusal> {
    for id in invoices {
        let (Some(credit), Some(invoice)) =
            (work.snapshot.credit(credit), work.snapshot.invoice(id))
        else {
            return Err(Refusal::not_loaded(id));
        };
        let facts = pay(&work.snapshot, credit, invoice, work.now)?;
        work.tell_all(facts);
    }
    Ok(())
}

/// Whether something of it is still to be paid, by who pays here.
pub(crate) fn is_open(snapshot: &Snapshot, invoice: &Invoice) -> bool {
    let due = invoice.due().is_ok_and(Amount::is_positive);
    matches!(invoice.state, InvoiceState::Pending(_)) && invoice.payer == snapshot.payer.id && due
}

/// Whether it takes no more payments.
pub(crate) fn is_full(invoice: &Invoice) -> bool {
    invoice.payments.len() >= MOST_PAYMENTS
}

/// What comes first is paid first.
pub(crate) fn age(invoice: &Invoice) -> (Timestamp, Timestamp, &InvoiceHandle) {
    (invoice.billing_date, invoice.created, &invoice.id)
}

fn pay(
    snapshot: &Snapshot,
    credit: &Arc<Credit>,
    invoice: &Arc<Invoice>,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let Some(balance) = credit.money() else { return Ok(Vec::new()) };
    let reach = reach(snapshot, credit, invoice)?;
    let due = invoice.due()?;
    let gross = Amount::sum(invoice.currency, reach)?;
    let amount = balance.checked_min(due)?.checked_min(gross)?;
    if !amount.is_positive() {
        return Ok(Vec::new());
    }
    let weights = reach.map(|part| Ratio::from(part.minor));
    let parts = split(amount.minor, &weights).map_err(InvoiceError::from)?;
    let net = Amount { minor: parts.first().copied().ok_or(Refusal::Mismatched)?, ..amount };
    let zero = Amount::zero(amount.currency);
    let payment = Payment {
        kind: PaymentKind::Credit,
        amount,
        date: now,
        note: None,
        given_by: None,
        credit: Some(CreditPayment {
            credit: credit.id.clone(),
            net,
            revenue: if credit.origin.is_money() { zero } else { net },
            restored: zero,
        }),
    };
    let settles = amount == due;
    let paid = InvoiceFact::PaymentRecorded { payment, settles };
    let (id, value) = (invoice.id.clone(), amount.into());
    let applied = CreditFact::Applied { invoice: id.clone(), value, usage: None };
    Ok(vec![
        Fact::Invoice { invoice: id, at: now, fact: paid },
        Fact::Credit { credit: credit.id.clone(), at: now, fact: applied },
    ])
}

/// Net and tax of the lines that a credit may pay: its own customer's, or all where that pays the
/// invoice.
fn reach(
    snapshot: &Snapshot,
    credit: &Credit,
    invoice: &Invoice,
) -> Result<[Amount; 2], AmountError> {
    let pays_all = credit.customer == snapshot.payer.id;
    let lines = invoice.lines.iter().filter(|line| {
        credit.is_for(line.subscription.as_ref(), line.product())
            && (pays_all || credit.customer == line.customer)
    });
    let mut sums = [Amount::zero(invoice.currency); 2];
    for line in lines {
        let (net, tax) = (line.net()?, line.tax);
        if net.is_positive() || tax.is_positive() {
            let [nets, taxes] = &mut sums;
            *nets = nets.checked_add(net.or_zero())?;
            *taxes = taxes.checked_add(tax.or_zero())?;
        }
    }
    Ok(sums)
}
