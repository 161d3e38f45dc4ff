//! How what a document gives back reaches the customer: it lowers what is due; a cancel refunds
//! payments, restores credits, and pays out those of its subscription; the rest is a new credit.

mod merge;
pub(crate) mod reach;

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio, Rounding, split};

use crate::credit::{Credit, CreditSource, CreditState, Origin, issue};
use crate::fact::{CreditFact, Fact, InvoiceFact};
use crate::id::{CreditHandle, InvoiceHandle};
use crate::invoice::detail::{CreditDetail, Settling};
use crate::invoice::pay_out::merge::merged;
use crate::invoice::pay_out::reach::{
    corrected_by, first, gross_of, made_by, open, pays_out_credits, refundable, sources,
};
use crate::invoice::reason::Reason;
use crate::invoice::state::{Invoice, Payment, PaymentKind};
use crate::invoice::totals::InvoiceError;
use crate::invoice::void;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// Uses up what a document gives back, and notes on it where that went.
pub(crate) fn pay_out(
    snapshot: &Snapshot,
    subscription: Option<&Subscription>,
    invoice: &mut Invoice,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let rest = invoice.totals.credits.checked_neg()?;
    let cancelled = subscription.filter(|_| invoice.reason == Reason::Cancel);
    let cancelled = cancelled.filter(|subscription| pays_out_credits(subscription));
    if !rest.is_positive() && cancelled.is_none() {
        return Ok(Vec::new());
    }
    let mut pay = PayOut::new(snapshot, subscription, invoice, now)?;
    if rest.is_positive() {
        pay.give(rest, invoice)?;
    }
    for credit in cancelled.map(|known| made_by(snapshot, known)).unwrap_or_default() {
        pay.credit(&credit)?;
    }
    invoice.credits.extend(pay.details);
    merged(pay.facts)
}

/// What is given back on its way.
struct PayOut<'a> {
    snapshot: &'a Snapshot,
    document: InvoiceHandle,
    now: Timestamp,
    /// What may still be lowered of each open invoice, in the order in which that happens.
    dues: Vec<(InvoiceHandle, Amount)>,
    /// What may still be refunded, the newest first.
    payments: Vec<Refundable>,
    /// What the document corrects, and what that corrected.
    corrected: Vec<Arc<Invoice>>,
    facts: Vec<Fact>,
    details: Vec<CreditDetail>,
    /// What the document took of credits, and what it gave back to them as negative.
    used: Vec<(CreditHandle, Amount)>,
}

/// What is left of a payment.
struct Refundable {
    invoice: InvoiceHandle,
    date: Timestamp,
    left: Amount,
    /// Whether the document corrects what it paid; else only a credit comes from there.
    corrected: bool,
}

impl<'a> PayOut<'a> {
    fn new(
        snapshot: &'a Snapshot,
        subscription: Option<&Subscription>,
        invoice: &Invoice,
        now: Timestamp,
    ) -> Result<PayOut<'a>, Refusal> {
        let direct: Vec<InvoiceHandle> = invoice.corrected().cloned().collect();
        let mut dues = Vec::new();
        let first = first(snapshot, &direct)?;
        let others = subscription.map(|known| open(snapshot, known, &first)).transpose()?;
        for invoice in &first {
            dues.push((invoice.id.clone(), invoice.due()?));
        }
        for invoice in others.iter().flatten() {
            let reach = subscription.map(|known| gross_of(invoice, known)).transpose()?;
            let due = invoice.due()?;
            dues.push((invoice.id.clone(), reach.map_or(Ok(due), |reach| due.checked_min(reach))?));
        }
        let (mut corrected, mut payments) = (first, Vec::new());
        if let Some(subscription) = subscription.filter(|_| invoice.reason == Reason::Cancel) {
            corrected = corrected_by(snapshot, &direct)?;
            let sources = sources(snapshot, subscription, &corrected)?;
            for invoice in corrected_by(snapshot, &[direct, sources].concat())? {
                let is_corrected = corrected.iter().any(|known| known.id == invoice.id);
                payments.extend(refundable(&invoice)?.into_iter().map(|(date, left)| Refundable {
                    invoice: invoice.id.clone(),
                    date,
                    left,
                    corrected: is_corrected,
                }));
            }
            payments.sort_by_key(|each| std::cmp::Reverse(each.date));
        }
        let mut used = Vec::new();
        for detail in &invoice.credits {
            used.extend(detail.credit().map(|id| Ok((id.clone(), detail.amount()?))));
        }
        let used = used.into_iter().collect::<Result<_, AmountError>>()?;
        let (document, facts, details) = (invoice.id.clone(), Vec::new(), Vec::new());
        Ok(PayOut { snapshot, document, now, dues, payments, corrected, facts, details, used })
    }

    /// Gives back what a document comes to below zero.
    fn give(&mut self, amount: Amount, invoice: &Invoice) -> Result<(), Refusal> {
        let mut went = Vec::new();
        let mut rest = self.lower_dues(amount, &mut went)?;
        if invoice.reason == Reason::Cancel {
            rest = self.refund(rest, true, &mut went)?;
            rest = self.restore(rest, &mut went)?;
        }
        if rest.is_positive() {
            let id = issue::plain(self.snapshot, self.now, rest, Origin::Refund).id;
            went.push((Settling::Credit(id), rest));
        }
        let first = self.details.len();
        self.note(&went, invoice.totals.credits_net.checked_neg()?)?;
        if rest.is_positive() {
            let mut credit = issue::plain(self.snapshot, self.now, rest, Origin::Refund);
            let noted = self.details.iter().skip(first).find(|d| d.credit() == Some(&credit.id));
            let net = noted.map_or(Ok(rest), |detail| detail.net.checked_neg())?;
            let subscription = invoice.subscription.clone();
            credit.source = Some(CreditSource {
                invoice: self.document.clone(),
                subscription,
                net,
                prorated: matches!(invoice.reason, Reason::Change | Reason::Cancel)
                    .then_some(invoice.billing_date),
            });
            let invoice = Some(self.document.clone());
            self.facts.push(Fact::issued(credit, invoice));
        }
        Ok(())
    }

    /// Pays out what is left of a credit, as far as dues and payments reach.
    fn credit(&mut self, known: &Credit) -> Result<(), Refusal> {
        let money = known.balance.money().zip(known.issued.money());
        let Some((balance, issued)) = money else { return Ok(()) };
        let used = self.used.iter().filter(|(id, _)| *id == known.id).map(|(_, sum)| *sum);
        let used = Amount::sum(balance.currency, used)?;
        let usable = known.state == CreditState::Active || used.is_negative();
        let dues = self.dues.iter().map(|(_, left)| *left);
        let reach = dues.chain(self.payments.iter().map(|refundable| refundable.left));
        let reach = Amount::sum(balance.currency, reach)?;
        let amount = balance.checked_sub(used)?.checked_min(reach)?;
        let Some(source) = known.source.as_ref().filter(|_| usable && amount.is_positive()) else {
            return Ok(());
        };
        let share = Ratio::from(source.net.minor).checked_div(&Ratio::from(issued.minor));
        let exact = amount.major() * share.ok_or(AmountError::Overflow)?;
        let net = exact.to_minor(amount.currency, Rounding::HalfAwayFromZero)?;
        let tax = amount.checked_sub(net)?;
        let restored = Amount::zero(amount.currency);
        let of = Settling::Credit(known.id.clone());
        self.details.push(CreditDetail { of, net, tax, means: None, restored });
        let (credit, invoice) = (known.id.clone(), self.document.clone());
        self.facts.push(Fact::Credit {
            credit,
            at: self.now,
            fact: CreditFact::Applied { invoice, value: amount.into(), usage: None },
        });
        let mut went = Vec::new();
        let rest = self.lower_dues(amount, &mut went)?;
        self.refund(rest, false, &mut went)?;
        self.note(&went, net)
    }

    fn lower_dues(
        &mut self,
        mut rest: Amount,
        went: &mut Vec<(Settling, Amount)>,
    ) -> Result<Amount, Refusal> {
        for (invoice, due) in &mut self.dues {
            let amount = due.checked_min(rest)?;
            if !amount.is_positive() {
                continue;
            }
            rest = rest.checked_sub(amount)?;
            *due = due.checked_sub(amount)?;
            went.push((Settling::Due { invoice: invoice.clone() }, amount));
            let payment = Payment {
                kind: PaymentKind::Credit,
                amount,
                date: self.now,
                note: None,
                given_by: Some(self.document.clone()),
                credit: None,
            };
            let (invoice, at, settles) = (invoice.clone(), self.now, due.is_zero());
            self.facts.push(Fact::Invoice {
                invoice,
                at,
                fact: InvoiceFact::PaymentRecorded { payment, settles },
            });
        }
        Ok(rest)
    }

    /// Money that came goes back, the newest first.
    fn refund(
        &mut self,
        mut rest: Amount,
        corrected: bool,
        went: &mut Vec<(Settling, Amount)>,
    ) -> Result<Amount, Refusal> {
        for paid in self.payments.iter_mut().filter(|refundable| refundable.corrected || !corrected)
        {
            let amount = paid.left.checked_min(rest)?;
            if !amount.is_positive() {
                continue;
            }
            rest = rest.checked_sub(amount)?;
            paid.left = paid.left.checked_sub(amount)?;
            went.push((Settling::Refund { invoice: paid.invoice.clone() }, amount));
            let (invoice, at) = (paid.invoice.clone(), self.now);
            self.facts.push(Fact::Invoice {
                invoice,
                at,
                fact: InvoiceFact::PaymentRefunded { amount },
            });
        }
        Ok(rest)
    }

    /// Credits that paid come back, the last first.
    fn restore(
        &mut self,
        mut rest: Amount,
        went: &mut Vec<(Settling, Amount)>,
    ) -> Result<Amount, Refusal> {
        for known in self.corrected.iter().rev() {
            for (id, paid, paid_at) in reach::paid_by_credits(known)? {
                let amount = paid.checked_min(rest)?;
                if !amount.is_positive() {
                    continue;
                }
                let credit = self.snapshot.credit(&id);
                let credit = credit.ok_or_else(|| Refusal::not_loaded(&id))?;
                rest = rest.checked_sub(amount)?;
                let (credit_id, invoice, at) = (credit.id.clone(), known.id.clone(), self.now);
                let (credit_of, of) = (credit_id.clone(), invoice.clone());
                went.push((Settling::Restored { credit: credit_of, invoice: of }, amount));
                self.used.push((credit_id.clone(), amount.checked_neg()?));
                let expires = void::renewed_expiry(credit, paid_at, at)?;
                let (credit, value, usage) = (credit_id, amount.into(), None);
                let fact = CreditFact::Restored { invoice, value, expires, usage };
                self.facts.push(Fact::Credit { credit, at, fact });
            }
        }
        Ok(rest)
    }

    /// Notes each use with its part of net and tax; what went one way twice is one.
    fn note(&mut self, went: &[(Settling, Amount)], net: Amount) -> Result<(), Refusal> {
        if went.is_empty() {
            return Ok(());
        }
        let weights: Vec<Ratio> = went.iter().map(|(_, known)| Ratio::from(known.minor)).collect();
        let nets = split(net.minor, &weights).map_err(InvoiceError::from)?;
        for ((of, amount), net) in went.iter().zip(nets) {
            let net = Amount::new(amount.currency, net).checked_neg()?;
            let tax = amount.checked_neg()?.checked_sub(net)?;
            let same = |detail: &&mut CreditDetail| detail.of == *of && !detail.net.is_positive();
            match self.details.iter_mut().find(same) {
                Some(each) => {
                    each.net = each.net.checked_add(net)?;
                    each.tax = each.tax.checked_add(tax)?;
                }
                None => {
                    let restored = Amount::zero(amount.currency);
                    let (of, means) = (of.clone(), None);
                    self.details.push(CreditDetail { of, net, tax, means, restored });
                }
            }
        }
        Ok(())
    }
}
