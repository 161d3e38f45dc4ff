//! Giving back: what was billed for time to come and will not be used returns as negative lines,
//! never more than was billed less what came back before.

mod settle;

use calendar::{Measure, Period, Share, Timestamp};
use money::{Amount, AmountError};

pub(super) use settle::{corrects, settle};

use super::Refusal;
use crate::proration::reverse;
use crate::snapshot::{
    Derivation, GivenBack, Invoice, InvoiceState, Line, Role, Snapshot, Subscription, TaxBack,
};

/// A line of an issued invoice that was billed for time to come.
pub(super) struct Billed<'a> {
    pub invoice: &'a Invoice,
    pub place: usize,
    pub line: &'a Line,
    /// What came back of it, as a positive amount.
    pub before: Amount,
    /// Where the time ends that did not come back.
    pub until: Timestamp,
}

/// The lines of a subscription that were billed for time to come, and stand.
pub(super) fn billed<'a>(
    snapshot: &'a Snapshot,
    own: &Subscription,
    wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<Billed<'a>>, Refusal> {
    let is_final = |state: &InvoiceState| {
        matches!(state, InvoiceState::Pending(_) | InvoiceState::Paid { .. })
    };
    search(snapshot, own, is_final, wanted)
}

/// The same on drafts that a pause keeps: what comes back of them waits until they are final.
pub(super) fn kept<'a>(
    snapshot: &'a Snapshot,
    own: &Subscription,
    wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<Billed<'a>>, Refusal> {
    let is_kept = |state: &InvoiceState| matches!(state, InvoiceState::Draft { .. });
    search(snapshot, own, is_kept, wanted)
}

fn search<'a>(
    snapshot: &'a Snapshot,
    own: &Subscription,
    stands: impl Fn(&InvoiceState) -> bool,
    wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<Billed<'a>>, Refusal> {
    let of = |invoice: &&Invoice| invoice.subscription.as_ref() == Some(&own.id);
    let invoices = snapshot.invoices.iter().map(|invoice| &**invoice);
    let mut found = Vec::new();
    for invoice in invoices.filter(of).filter(|invoice| stands(&invoice.state)) {
        let lines = invoice.lines.iter().enumerate();
        for (place, line) in lines.filter(|(_, line)| line.is_ahead() && wanted(line)) {
            if !line.net()?.is_zero() {
                found.push(known(snapshot, own, invoice, (place, line))?);
            }
        }
    }
    Ok(found)
}

fn known<'a>(
    snapshot: &Snapshot,
    own: &Subscription,
    invoice: &'a Invoice,
    (place, line): (usize, &'a Line),
) -> Result<Billed<'a>, AmountError> {
    let live = |other: &&Invoice| !matches!(other.state, InvoiceState::Void { .. });
    let others = snapshot.invoices.iter().map(|other| &**other).filter(live);
    let lines = others.flat_map(|other| &other.lines).chain(&own.life.waiting);
    let (mut before, mut until) = (Amount::zero(invoice.currency), line.period.end);
    for back in lines {
        let Derivation::GivenBack(of) = &back.derivation else { continue };
        if of.invoice == invoice.id && of.line == place {
            before = before.checked_sub(back.amount)?;
            until = until.min(back.period.start);
        }
    }
    Ok(Billed { invoice, place, line, before, until })
}

/// A line that waited and gives something back, of its invoice as that is now.
pub(super) fn again(
    billed: &Invoice,
    line: &Line,
    back: &GivenBack,
) -> Result<Option<Line>, AmountError> {
    let same = |own: &&(usize, &Line)| {
        let period = Period { start: own.1.period.start, end: line.period.end };
        own.1.is_ahead()
            && own.1.component == line.component
            && own.1.plan.as_ref().map(|plan| &plan.id) == line.plan.as_ref().map(|plan| &plan.id)
            && (own.0 == back.line || own.1.period == period)
    };
    let lines: Vec<(usize, &Line)> = billed.lines.iter().enumerate().collect();
    let Some((place, own)) = lines.iter().find(same).copied() else { return Ok(None) };
    let (before, until) = (back.before, own.period.end);
    let now = Billed { invoice: billed, place, line: own, before, until };
    now.line(line.period, back.unused)
}

impl Billed<'_> {
    /// What of it lies behind an instant and did not come back yet.
    pub fn unused(&self, own: &Subscription, at: Timestamp, measure: Measure) -> (Period, Share) {
        let whole = self.line.period;
        let start = at.clamp(whole.start, self.until.max(whole.start));
        let unused = Period { start, end: self.until.max(start) };
        let zone = own.anchor.zone();
        let numerator = measure.between(unused.start, unused.end, zone);
        let denominator = measure.between(whole.start, whole.end, zone);
        let share = match denominator > 0 {
            true => Share { numerator, denominator },
            // Nothing is billed of a period within one day.
            false => Share { numerator: 0, denominator: 1 },
        };
        (unused, share)
    }

    /// What may still come back, before tax; negative for what was taken off.
    pub fn left(&self) -> Result<Amount, AmountError> {
        self.line.net()?.checked_sub(self.before)
    }

    /// The line that gives back a share of it, if that comes to anything.
    pub fn line(&self, period: Period, unused: Share) -> Result<Option<Line>, AmountError> {
        let net = self.line.net()?;
        let (exact, amount) = reverse(net, unused, self.before)?;
        let zero = Amount::zero(amount.currency);
        let line = Line {
            role: Role::GivenBack,
            period,
            share: unused,
            derivation: Derivation::GivenBack(GivenBack {
                invoice: self.invoice.id.clone(),
                line: self.place,
                net,
                unused,
                before: self.before,
                taxes: self.taxes()?,
            }),
            exact,
            amount,
            discount: zero,
            tax: zero,
            ..self.line.clone()
        };
        Ok(Some(line).filter(|line| !line.amount.is_zero()))
    }

    /// The rates that it was taxed at: those of its invoice but for what only came back there.
    pub fn taxes(&self) -> Result<Vec<TaxBack>, AmountError> {
        let zero = Amount::zero(self.invoice.currency);
        let mut taxes = Vec::new();
        for tax in &self.invoice.taxes {
            let backs = self.invoice.lines.iter().filter_map(|line| match &line.derivation {
                Derivation::GivenBack(back) => Some((line, back)),
                _ => None,
            });
            let same = |own: &TaxBack| own.name == tax.name && own.rate == tax.rate;
            let backs = backs.filter(|(_, back)| back.taxes.iter().any(same));
            let amounts: Vec<Amount> = backs.map(|(line, _)| line.amount).collect();
            let only = !amounts.is_empty() && Amount::sum(tax.base.currency, amounts)? == tax.base;
            if !only {
                let (name, rate) = (tax.name.clone(), tax.rate.clone());
                taxes.push(TaxBack { name, rate, amount: zero });
            }
        }
        Ok(taxes)
    }
}

/// How shares of a line are counted: as its period was when it began, else as periods begin now.
pub(super) fn measure(snapshot: &Snapshot, own: &Subscription, line: &Line) -> Measure {
    let id = line.plan.as_ref().zip(line.component);
    let current = own.plans.iter().flat_map(|state| {
        (0..state.configs.len()).map(move |component| (&*state.plan.id, component))
    });
    let current = current.zip(&own.progress.places);
    let left = own.progress.left.iter().map(|left| ((&*left.plan, left.component), &left.place));
    let mut places = current.chain(left).filter(|((plan, component), _)| {
        id.is_some_and(|(of, place)| *of.id == **plan && place == *component)
    });
    let open = places.find_map(|(_, place)| place.open);
    let within = |open: &crate::snapshot::Open| open.span.grid.overlap(line.period).is_some();
    if let Some(open) = open.filter(within) {
        return open.measure;
    }
    let term = id.and_then(|(plan, place)| plan.components.get(place)).map(|own| own.term);
    let grid = term.and_then(|term| own.grid(term).ok());
    grid.map_or(snapshot.company.measure, |grid| grid.measure(snapshot.company.measure))
}
