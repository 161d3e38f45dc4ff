//! What an invoice below zero gives back, in this order: it lowers what is due of the invoices that
//! it corrects; a cancel then refunds their payments, the newest first, and restores the credits
//! that paid them; only the rest is a new credit.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio, split};

use crate::decision::{Fact, Refusal, expire, void};
use crate::invoice::InvoiceError;
use crate::snapshot::{
    CreditDetail, Handle, Invoice, InvoiceState, Line, Origin, Payment, PaymentKind, Reason,
    Settling, Snapshot,
};

/// Uses up what an invoice gives back, and notes on it where that went.
pub(in crate::decision) fn settle(
    snapshot: &Snapshot,
    invoice: &mut Invoice,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let rest = invoice.totals.credits.checked_neg()?;
    let corrected = corrected(snapshot, &invoice.lines);
    let mut uses = Uses { corrected, rest, now, facts: Vec::new(), went: Vec::new() };
    uses.lower_dues()?;
    if invoice.reason == Reason::Cancel {
        uses.refund()?;
        uses.restore(snapshot)?;
    }
    if uses.rest.is_positive() {
        let credit = expire::plain(snapshot, now, uses.rest, Origin::Refund);
        uses.went.push((Settling::Credit(credit.id.clone()), uses.rest));
        let id = Some(invoice.id.clone());
        uses.facts.push(Fact::CreditIssued { credit: Box::new(credit), invoice: id });
    }
    invoice.credits = details(invoice, &uses.went)?;
    Ok(uses.facts)
}

struct Uses {
    corrected: Vec<Arc<Invoice>>,
    rest: Amount,
    now: Timestamp,
    facts: Vec<Fact>,
    went: Vec<(Settling, Amount)>,
}

impl Uses {
    /// Takes as much of an amount as there is, and notes where it went.
    fn take(&mut self, most: Amount, of: Settling) -> Result<Option<Amount>, AmountError> {
        let amount = most.checked_min(self.rest)?;
        if !amount.is_positive() {
            return Ok(None);
        }
        self.rest = self.rest.checked_sub(amount)?;
        match self.went.iter_mut().find(|(known, _)| *known == of) {
            Some((_, sum)) => *sum = sum.checked_add(amount)?,
            None => self.went.push((of, amount)),
        }
        Ok(Some(amount))
    }

    fn lower_dues(&mut self) -> Result<(), Refusal> {
        for own in self.corrected.clone() {
            let (invoice, due) = (own.id.clone(), own.due()?);
            let lowered = self.take(due, Settling::Due { invoice: invoice.clone() })?;
            let Some(amount) = lowered else { continue };
            let (kind, date, note) = (PaymentKind::Credit, self.now, None);
            let payment = Payment { kind, amount, date, note };
            let settles = amount == due;
            self.facts.push(Fact::PaymentRecorded { invoice, at: self.now, payment, settles });
        }
        Ok(())
    }

    /// Money that came goes back, the newest first.
    fn refund(&mut self) -> Result<(), Refusal> {
        let mut payments = Vec::new();
        for own in &self.corrected {
            let refundable = refundable(own)?;
            payments
                .extend(refundable.into_iter().map(|(date, paid)| (date, paid, own.id.clone())));
        }
        payments.sort_by_key(|(date, ..)| std::cmp::Reverse(*date));
        for (_, paid, invoice) in payments {
            let refunded = self.take(paid, Settling::Refund { invoice: invoice.clone() })?;
            let Some(amount) = refunded else { continue };
            self.facts.push(Fact::PaymentRefunded { invoice, at: self.now, amount });
        }
        Ok(())
    }

    /// Credits that paid come back, the last first.
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Refusal> {
        for own in self.corrected.clone() {
            for detail in own.credits.iter().rev() {
                let credit = detail.credit().and_then(|id| snapshot.credit(id));
                let Some(credit) = credit else { continue };
                let paid = detail.amount()?.checked_sub(restored(snapshot, &own, detail)?)?;
                let (id, invoice, at) = (credit.id.clone(), own.id.clone(), self.now);
                let to = Settling::Restored { credit: id.clone(), invoice: invoice.clone() };
                let Some(amount) = self.take(paid, to)? else { continue };
                let expires = void::renewed_expiry(credit, &own, at)?;
                let fact = Fact::CreditRestored { credit: id, invoice, at, amount, expires };
                self.facts.push(fact);
            }
        }
        Ok(())
    }
}

/// The invoices that lines correct, oldest first.
fn corrected(snapshot: &Snapshot, lines: &[Line]) -> Vec<Arc<Invoice>> {
    let is_corrected = |own: &&Arc<Invoice>| {
        let stands = matches!(own.state, InvoiceState::Pending(_) | InvoiceState::Paid { .. });
        stands && lines.iter().any(|line| line.corrects() == Some(&own.id))
    };
    let mut found: Vec<Arc<Invoice>> =
        snapshot.invoices.iter().filter(is_corrected).cloned().collect();
    found.sort_by_key(|own| (own.billing_date, own.created));
    found
}

/// Payments that may go back, with their dates: what went back before was of the newest.
fn refundable(invoice: &Invoice) -> Result<Vec<(Timestamp, Amount)>, AmountError> {
    let money = invoice.payments.iter().filter(|paid| paid.kind != PaymentKind::Credit);
    let mut payments: Vec<(Timestamp, Amount)> =
        money.map(|paid| (paid.date, paid.amount)).collect();
    payments.sort_by_key(|(date, _)| std::cmp::Reverse(*date));
    let mut gone = invoice.refunded;
    for (_, amount) in &mut payments {
        let taken = gone.checked_min(*amount)?;
        *amount = amount.checked_sub(taken)?;
        gone = gone.checked_sub(taken)?;
    }
    Ok(payments)
}

/// What later invoices gave back to a credit of what it had paid.
fn restored(
    snapshot: &Snapshot,
    invoice: &Invoice,
    paid: &CreditDetail,
) -> Result<Amount, AmountError> {
    let live =
        snapshot.invoices.iter().filter(|own| !matches!(own.state, InvoiceState::Void { .. }));
    let details = live.flat_map(|own| &own.credits);
    let same =
        details.filter(|own| own.invoice() == Some(&invoice.id) && own.credit() == paid.credit());
    let mut sum = Amount::zero(invoice.currency);
    for detail in same {
        sum = sum.checked_sub(detail.amount()?)?;
    }
    Ok(sum)
}

/// Each use with its part of net and tax.
fn details(invoice: &Invoice, went: &[(Settling, Amount)]) -> Result<Vec<CreditDetail>, Refusal> {
    let weights: Vec<Ratio> = went.iter().map(|(_, amount)| Ratio::from(amount.minor)).collect();
    let nets = split(invoice.totals.credits_net.minor, &weights).map_err(InvoiceError::from)?;
    let mut details = Vec::new();
    for ((of, amount), net) in went.iter().zip(nets) {
        let net = Amount::new(invoice.currency, net);
        let tax = amount.checked_neg()?.checked_sub(net)?;
        details.push(CreditDetail { of: of.clone(), net, tax, means: None });
    }
    Ok(details)
}

/// The invoices that one gives something back of.
pub(in crate::decision) fn corrects(own: &Invoice, id: &Handle) -> bool {
    own.lines.iter().any(|line| line.corrects() == Some(id))
}
