//! A line that was billed in advance, with what came back of it, and the line that gives back more.

use calendar::{CalendarError, Measure, Period, Share, Timestamp};
use money::{Amount, AmountError, Ratio};

use crate::id::{DiscountHandle, InvoiceHandle};
use crate::invoice::adjust::value::Adjusts;
use crate::invoice::detail::LinePart;
use crate::invoice::line::{Derivation, Line, ProrationCredit, Role, TaxCredit};
use crate::invoice::state::Invoice;
use crate::invoice::totals::Effect;
use crate::period::reverse;
use crate::subscription::Subscription;

/// A line of an issued invoice that was billed for time to come.
pub(crate) struct Billed<'a> {
    pub invoice: &'a Invoice,
    pub place: usize,
    pub line: &'a Line,
    /// What came back of it, as a positive amount.
    pub before: Amount,
    /// The same by document; what only waits has none.
    earlier: Vec<(InvoiceHandle, Amount)>,
    /// What is left of its tax by rate.
    pub taxes: Vec<TaxCredit>,
    /// Where the time ends that did not come back.
    pub until: Timestamp,
    /// What is left of the credit that it bought, which comes back instead of its time.
    pub sold: Option<Share>,
}

impl<'a> Billed<'a> {
    /// A line, and what came back of it.
    pub(crate) fn of(
        pending_lines: &[Line],
        invoice: &'a Invoice,
        place: usize,
        line: &'a Line,
    ) -> Result<Billed<'a>, AmountError> {
        let mut billed = Billed::fresh(invoice, place, line)?;
        for entry in invoice.credited.iter().filter(|entry| entry.line == place) {
            billed.less(entry.amount, &entry.taxes)?;
            billed.earlier.push((entry.by.clone(), entry.amount));
            billed.until = billed.until.min(entry.from);
        }
        for line in pending_lines {
            let Derivation::ProrationCredit(back) = &line.derivation else { continue };
            if back.invoice == invoice.id && back.line == place {
                let came = |tax: &TaxCredit| {
                    Ok(TaxCredit { amount: tax.amount.checked_neg()?, ..tax.clone() })
                };
                let taxes = back.taxes.iter().map(came).collect::<Result<Vec<_>, AmountError>>()?;
                billed.less(line.amount.checked_neg()?, &taxes)?;
                billed.until = billed.until.min(line.period.start);
            }
        }
        Ok(billed)
    }

    /// A line of which nothing came back.
    fn fresh(
        invoice: &'a Invoice,
        place: usize,
        line: &'a Line,
    ) -> Result<Billed<'a>, AmountError> {
        let before = Amount::zero(invoice.currency);
        let (taxes, until) = (taxes(invoice, place)?, line.period.end);
        let (earlier, sold) = (Vec::new(), None);
        Ok(Billed { invoice, place, line, before, earlier, taxes, until, sold })
    }

    /// Takes note of what came back before.
    fn less(&mut self, amount: Amount, taxes: &[TaxCredit]) -> Result<(), AmountError> {
        self.before = self.before.checked_add(amount)?;
        for tax in taxes {
            let same = |tax_credit: &&mut TaxCredit| {
                tax_credit.name == tax.name && tax_credit.rate == tax.rate
            };
            let Some(known) = self.taxes.iter_mut().find(same) else { continue };
            known.most = known.most.map(|most| most.checked_sub(tax.amount)).transpose()?;
        }
        Ok(())
    }

    /// What of it lies behind an instant and did not come back yet.
    pub fn unused(
        &self,
        subscription: &Subscription,
        at: Timestamp,
        measure: Measure,
    ) -> Result<(Period, Share), CalendarError> {
        let whole = self.line.period;
        let start = at.clamp(whole.start, self.until.max(whole.start));
        let unused = Period { start, end: self.until.max(start) };
        let zone = subscription.terms.anchor.zone();
        // Nothing is billed of a period within one day.
        let share = Share::or_none(Share::of(unused, whole, measure, zone))?;
        match self.sold {
            Some(left) if unused.start < unused.end => Ok((unused, left)),
            _ => Ok((unused, share)),
        }
    }

    /// All of it, or all that is left of what it bought.
    pub fn whole(&self) -> Share {
        self.sold.unwrap_or(Share::FULL)
    }

    /// What may still come back, before tax; negative for what was taken off.
    pub fn left(&self) -> Result<Amount, AmountError> {
        let (_, back) = reverse(self.line.net()?, self.whole(), self.before)?;
        back.checked_neg()
    }

    /// The line that gives back a share of it, if that comes to anything.
    pub fn line(&self, period: Period, unused: Share) -> Result<Option<Line>, AmountError> {
        let net = self.line.net()?;
        let (exact, amount) = reverse(net, unused, self.before)?;
        let zero = Amount::zero(amount.currency);
        let line = Line {
            id: None,
            since: None,
            collected: None,
            role: Role::ProrationCredit,
            period,
            share: unused,
            derivation: Derivation::ProrationCredit(ProrationCredit {
                invoice: self.invoice.id.clone(),
                line: self.place,
                net,
                unused,
                before: self.before,
                taxes: self.taxes.clone(),
                earlier: self.earlier.clone(),
                agreed: false,
                discounts: Vec::new(),
                adjusts: None,
            }),
            exact,
            amount,
            discount: zero,
            tax: zero,
            ..self.line.clone()
        };
        Ok(Some(line).filter(|line| !line.amount.is_zero()))
    }

    /// What usage that was noticed later makes of it.
    pub fn adjusted(&self, adjusts: Adjusts, more: bool) -> Result<ProrationCredit, AmountError> {
        let mut taxes = self.taxes.clone();
        if more {
            taxes.iter_mut().for_each(|tax| tax.most = None);
        }
        Ok(ProrationCredit {
            invoice: self.invoice.id.clone(),
            line: self.place,
            net: self.line.net()?,
            unused: Share::FULL,
            before: self.before,
            taxes,
            earlier: self.earlier.clone(),
            agreed: false,
            discounts: Vec::new(),
            adjusts: Some(adjusts),
        })
    }

    /// The same for a change: what amounts off took of it goes to what the change charges.
    pub fn replaced(&self, period: Period, unused: Share) -> Result<Option<Line>, AmountError> {
        let Some(mut line) = self.line(period, unused)? else { return Ok(None) };
        if let Derivation::ProrationCredit(back) = &mut line.derivation {
            back.discounts = self.discounts(unused);
        }
        Ok(Some(line))
    }

    /// The parts of amounts off that come back with a share of it, in minor units.
    pub fn discounts(&self, unused: Share) -> Vec<(DiscountHandle, Ratio)> {
        let amounts = self.invoice.discounts.iter().filter_map(|detail| {
            let taken = detail.taken.as_ref()?;
            matches!(taken.effect, Effect::Amount { .. }).then_some((&detail.discount, taken))
        });
        let mut found: Vec<(DiscountHandle, Ratio)> = Vec::new();
        for (discount, taken) in amounts {
            let is_its = |(place, _): &&LinePart| *place == self.place;
            let part: i64 = taken.parts.iter().filter(is_its).map(|(_, minor)| *minor).sum();
            if part == 0 {
                continue;
            }
            let exact = Ratio::from(part) * unused.ratio();
            match found.iter_mut().find(|(known, _)| known == discount) {
                Some((_, sum)) => *sum += &exact,
                None => found.push((discount.clone(), exact)),
            }
        }
        found
    }
}

/// The rates that a line was taxed at, and what each came to.
fn taxes(invoice: &Invoice, place: usize) -> Result<Vec<TaxCredit>, AmountError> {
    let zero = Amount::zero(invoice.currency);
    let mut taxes = Vec::new();
    for tax in &invoice.taxes {
        let part = tax.parts.iter().find(|(line, _)| *line == place);
        if part.is_none() && !tax.parts.is_empty() {
            continue;
        }
        let (name, rate) = (tax.name.clone(), tax.rate.clone());
        let most = part.map(|(_, minor)| Amount::new(invoice.currency, *minor));
        taxes.push(TaxCredit { name, rate, amount: zero, most });
    }
    Ok(taxes)
}

/// A line that waited and gives something back, of its invoice as that is now.
pub(crate) fn again(
    billed: &Invoice,
    line: &Line,
    back: &ProrationCredit,
) -> Result<Option<Line>, AmountError> {
    let same = |known: &&(usize, &Line)| {
        let period = Period { start: known.1.period.start, end: line.period.end };
        known.1.is_ahead()
            && known.1.bills_same(line)
            && (known.0 == back.line || known.1.period == period)
    };
    let lines: Vec<(usize, &Line)> = billed.lines.iter().enumerate().collect();
    let Some((place, each)) = lines.iter().find(same).copied() else { return Ok(None) };
    let mut now = Billed::fresh(billed, place, each)?;
    now.before = back.before;
    now.earlier.clone_from(&back.earlier);
    for entry in billed.credited.iter().filter(|entry| entry.line == place) {
        now.less(Amount::zero(billed.currency), &entry.taxes)?;
    }
    let again = match back.discounts.is_empty() {
        true => now.line(line.period, back.unused)?,
        false => now.replaced(line.period, back.unused)?,
    };
    Ok(again.map(|again| again.instead_of(line)))
}
