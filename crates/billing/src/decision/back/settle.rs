//! What an invoice below zero gives back, in this order: it lowers what is due of the invoices that
//! it corrects; a cancel then refunds their payments, the newest first, and restores the credits
//! that paid them; only the rest is a new credit.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio, split};

use crate::decision::{Fact, Refusal, expire};
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
    let corrected = corrected(snapshot, &invoice.lines)?;
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

/// An invoice that is corrected, and how much of it may still come back.
struct Corrected {
    invoice: Arc<Invoice>,
    room: Amount,
    due: Amount,
}

struct Uses {
    corrected: Vec<Corrected>,
    rest: Amount,
    now: Timestamp,
    facts: Vec<Fact>,
    went: Vec<(Settling, Amount)>,
}

impl Uses {
    fn lower_dues(&mut self) -> Result<(), Refusal> {
        for own in &mut self.corrected {
            let amount = own.due.checked_min(own.room)?.checked_min(self.rest)?;
            if !amount.is_positive() {
                continue;
            }
            let (kind, date, note) = (PaymentKind::Credit, self.now, None);
            self.facts.push(Fact::PaymentRecorded {
                invoice: own.invoice.id.clone(),
                at: self.now,
                payment: Payment { kind, amount, date, note },
                settles: amount == own.due,
            });
            own.take(amount)?;
            self.rest = self.rest.checked_sub(amount)?;
            self.went.push((Settling::Due { invoice: own.invoice.id.clone() }, amount));
        }
        Ok(())
    }

    /// Money that came goes back, the newest first.
    fn refund(&mut self) -> Result<(), Refusal> {
        let mut payments = Vec::new();
        for (place, own) in self.corrected.iter().enumerate() {
            payments.extend(refundable(&own.invoice)?.into_iter().map(|paid| (place, paid)));
        }
        payments.sort_by_key(|(_, (date, _))| std::cmp::Reverse(*date));
        for (place, (_, paid)) in payments {
            let Some(own) = self.corrected.get_mut(place) else { continue };
            let amount = paid.checked_min(own.room)?.checked_min(self.rest)?;
            if !amount.is_positive() {
                continue;
            }
            let invoice = own.invoice.id.clone();
            own.take(amount)?;
            self.rest = self.rest.checked_sub(amount)?;
            let fact = Fact::PaymentRefunded { invoice: invoice.clone(), at: self.now, amount };
            self.facts.push(fact);
            let to = Settling::Refund { invoice };
            match self.went.iter_mut().find(|(known, _)| *known == to) {
                Some((_, sum)) => *sum = sum.checked_add(amount)?,
                None => self.went.push((to, amount)),
            }
        }
        Ok(())
    }

    /// Credits that paid come back, the last first.
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Refusal> {
        for own in &mut self.corrected {
            for detail in own.invoice.clone().credits.iter().rev() {
                let Some(credit) = detail.credit().and_then(|id| snapshot.credit(id)) else {
                    continue;
                };
                let paid = detail.amount()?.checked_sub(restored(snapshot, &own.invoice, detail)?)?;
                let amount = paid.checked_min(own.room)?.checked_min(self.rest)?;
                if !amount.is_positive() {
                    continue;
                }
                own.take(amount)?;
                self.rest = self.rest.checked_sub(amount)?;
                let (credit, at) = (credit.id.clone(), self.now);
                let invoice = own.invoice.id.clone();
                self.went.push((
                    Settling::Restored { credit: credit.clone(), invoice: invoice.clone() },
                    amount,
                ));
                let expires = snapshot.credit(&credit).map(|credit| {
                    crate::decision::void::renewed_expiry(credit, &own.invoice, at)
                });
                let expires = expires.transpose()?.flatten();
                self.facts.push(Fact::CreditRestored { credit, invoice, at, amount, expires });
            }
        }
        Ok(())
    }
}

impl Corrected {
    fn take(&mut self, amount: Amount) -> Result<(), AmountError> {
        self.room = self.room.checked_sub(amount)?;
        Ok(())
    }
}

/// The invoices that lines correct, oldest first, each with what comes back of it, tax included.
fn corrected(snapshot: &Snapshot, lines: &[Line]) -> Result<Vec<Corrected>, Refusal> {
    let mut found: Vec<Corrected> = Vec::new();
    for invoice in &snapshot.invoices {
        let of = lines.iter().filter(|line| line.corrects() == Some(&invoice.id));
        let mut room = Amount::zero(invoice.currency);
        for line in of {
            room = room.checked_sub(line.amount)?.checked_sub(line.tax)?;
        }
        let open = matches!(invoice.state, InvoiceState::Pending(_) | InvoiceState::Paid { .. });
        if open && room.is_positive() {
            found.push(Corrected { invoice: invoice.clone(), room, due: invoice.due()? });
        }
    }
    found.sort_by_key(|own| (own.invoice.billing_date, own.invoice.created));
    Ok(found)
}

/// Payments that may go back, with their dates: what went back before was of the newest.
fn refundable(invoice: &Invoice) -> Result<Vec<(Timestamp, Amount)>, AmountError> {
    let money = invoice.payments.iter().filter(|paid| paid.kind != PaymentKind::Credit);
    let mut payments: Vec<(Timestamp, Amount)> = money.map(|paid| (paid.date, paid.amount)).collect();
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
    let live = snapshot.invoices.iter().filter(|own| !matches!(own.state, InvoiceState::Void { .. }));
    let details = live.flat_map(|own| &own.credits);
    let same = details.filter(|own| own.invoice() == Some(&invoice.id) && own.credit() == paid.credit());
    let mut sum = Amount::zero(invoice.currency);
    for detail in same {
        sum = sum.checked_sub(detail.amount()?)?;
    }
    Ok(sum)
}

/// Each use with its part of net and tax.
fn details(
    invoice: &Invoice,
    went: &[(Settling, Amount)],
) -> Result<Vec<CreditDetail>, Refusal> {
    let weights: Vec<Ratio> = went.iter().map(|(_, amount)| Ratio::from(amount.minor)).collect();
    let nets = split(invoice.totals.credits_net.minor, &weights).map_err(InvoiceError::from)?;
    let mut details = Vec::new();
    for ((of, amount), net) in went.iter().zip(nets) {
        let net = Amount::new(invoice.currency, net);
        let tax = amount.checked_neg()?.checked_sub(net)?;
        details.push(CreditDetail { of: of.clone(), net, tax });
    }
    Ok(details)
}

/// The invoices that one gives something back of.
pub(in crate::decision) fn corrects(own: &Invoice, id: &Handle) -> bool {
    own.lines.iter().any(|line| line.corrects() == Some(id))
}
