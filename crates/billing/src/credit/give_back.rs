//! What comes back of a line that bought a credit: the share that is left of the credit, which is
//! revoked by the document that gives it back.

use std::sync::Arc;

use calendar::{Share, Timestamp};
use money::{Amount, Ratio, Rounding};

use crate::credit::state::{Credit, CreditState};
use crate::credit::value::{CreditValue, UNIT_DIGITS};
use crate::fact::{CreditFact, Fact};
use crate::id::{CreditHandle, InvoiceHandle};
use crate::invoice::{Derivation, Invoice, Line, ProrationCredit};
use crate::period::reverse;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// The share of a line that its credit still has; absent where it sells none, all of it before the
/// credit is granted.
pub(crate) fn left(
    snapshot: &Snapshot,
    invoice: &Invoice,
    place: usize,
) -> Result<Option<Share>, Refusal> {
    let line = invoice.lines.get(place).ok_or(Refusal::Mismatched)?;
    if line.sold()?.is_none() {
        return Ok(None);
    }
    match credit_of(snapshot, invoice, place)? {
        Some(credit) => Ok(Some(part_of(&credit.balance, &credit.issued)?)),
        None => Ok(Some(Share::FULL)),
    }
}

/// The credits that an invoice takes back, which pay nothing of it.
pub(crate) fn taken(snapshot: &Snapshot, invoice: &Invoice) -> Result<Vec<CreditHandle>, Refusal> {
    let mut ids = Vec::new();
    for line in &invoice.lines {
        ids.extend(of_line(snapshot, line)?.map(|(credit, _)| credit.id.clone()));
    }
    Ok(ids)
}

/// Lets lines give back no more than what is left now, and after what the invoice itself uses.
pub(crate) fn cut(snapshot: &Snapshot, invoice: &mut Invoice) -> Result<(), Refusal> {
    let used: Vec<(CreditHandle, Ratio)> = invoice
        .lines
        .iter()
        .flat_map(Line::credited)
        .map(|each| (each.credit.clone(), each.units.clone()))
        .collect();
    for line in &mut invoice.lines {
        let Some((credit, _)) = of_line(snapshot, line)? else { continue };
        let own = used.iter().filter(|(id, _)| *id == credit.id).map(|(_, units)| units);
        let own: Ratio = own.sum();
        let balance = match &credit.balance {
            CreditValue::Money(_) => credit.balance.clone(),
            CreditValue::Units(units) => CreditValue::of_units(&units.item, &units.count - own),
        };
        let left = part_of(&balance, &credit.issued)?;
        let Derivation::ProrationCredit(back) = &mut line.derivation else { continue };
        if back.unused.ratio() <= left.ratio() {
            continue;
        }
        (line.exact, line.amount) = reverse(back.net, left, back.before)?;
        (line.share, back.unused, back.agreed) = (left, left, false);
    }
    Ok(())
}

/// The facts that what comes back is taken from the credits.
pub(crate) fn revoked(
    snapshot: &Snapshot,
    invoice: &Invoice,
    at: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let mut facts = Vec::new();
    for line in &invoice.lines {
        let Some((credit, back)) = of_line(snapshot, line)? else { continue };
        let value = part(&credit.issued, back.unused)?;
        if value.is_positive() {
            let invoice = Some(invoice.id.clone());
            let fact = CreditFact::Revoked { invoice, value };
            facts.push(Fact::Credit { credit: credit.id.clone(), at, fact });
        }
    }
    Ok(facts)
}

/// The facts that it is had again, since the document is void.
pub(crate) fn restored(
    snapshot: &Snapshot,
    invoice: &Invoice,
    renewed: impl Fn(&Credit) -> Result<Option<Timestamp>, Refusal>,
    at: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let mut facts = Vec::new();
    for line in &invoice.lines {
        let Some((credit, back)) = of_line(snapshot, line)? else { continue };
        let value = part(&credit.issued, back.unused)?;
        if value.is_positive() {
            let (invoice, expires) = (invoice.id.clone(), renewed(credit)?);
            let fact = CreditFact::Restored { invoice, value, expires, usage: None };
            facts.push(Fact::Credit { credit: credit.id.clone(), at, fact });
        }
    }
    Ok(facts)
}

/// The facts that what an invoice sold is taken away, if nobody used it yet.
pub(crate) fn ungranted(
    snapshot: &Snapshot,
    invoice: &Invoice,
    at: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let mut facts = Vec::new();
    for id in &invoice.granted {
        let credit = snapshot.credit(id).ok_or_else(|| Refusal::not_loaded(id))?;
        if credit.balance != credit.issued || credit.state != CreditState::Active {
            return Err(Refusal::CreditUsed);
        }
        let (invoice, value) = (Some(invoice.id.clone()), credit.balance.clone());
        let fact = CreditFact::Revoked { invoice, value };
        facts.push(Fact::Credit { credit: id.clone(), at, fact });
    }
    Ok(facts)
}

/// The credit that a line gives back, where it was granted.
fn of_line<'a>(
    snapshot: &'a Snapshot,
    line: &'a Line,
) -> Result<Option<(&'a Arc<Credit>, &'a ProrationCredit)>, Refusal> {
    let Derivation::ProrationCredit(back) = &line.derivation else { return Ok(None) };
    if line.credit_price().is_none() {
        return Ok(None);
    }
    let invoice = known(snapshot, &back.invoice)?;
    Ok(credit_of(snapshot, invoice, back.line)?.map(|credit| (credit, back)))
}

fn known<'a>(snapshot: &'a Snapshot, id: &InvoiceHandle) -> Result<&'a Arc<Invoice>, Refusal> {
    snapshot.invoice(id).ok_or_else(|| Refusal::not_loaded(id))
}

/// The credit that a line of an invoice sold, once it is granted.
fn credit_of<'a>(
    snapshot: &'a Snapshot,
    invoice: &Invoice,
    place: usize,
) -> Result<Option<&'a Arc<Credit>>, Refusal> {
    for id in &invoice.granted {
        let credit = snapshot.credit(id).ok_or_else(|| Refusal::not_loaded(id))?;
        if credit.sold.as_ref().is_some_and(|sold| sold.line == place) {
            return Ok(Some(credit));
        }
    }
    Ok(None)
}

/// A share of a value, cut to what can be written down.
fn part(value: &CreditValue, share: Share) -> Result<CreditValue, Refusal> {
    Ok(match value {
        CreditValue::Money(amount) => {
            let exact = amount.major() * share.ratio();
            let part: Amount = exact.to_minor(amount.currency, Rounding::Floor)?;
            part.into()
        }
        CreditValue::Units(units) => {
            let count = (&units.count * share.ratio()).round(UNIT_DIGITS, Rounding::Floor);
            CreditValue::of_units(&units.item, count)
        }
    })
}

/// What part of a whole something is, as two whole numbers without a common divisor.
fn part_of(left: &CreditValue, whole: &CreditValue) -> Result<Share, Refusal> {
    let scale = match whole {
        CreditValue::Money(_) => Ratio::ONE,
        CreditValue::Units(_) => Ratio::power_of_ten(UNIT_DIGITS),
    };
    let number = |value: &CreditValue| (value.number() * &scale).to_i64();
    let (left, whole) = number(left).zip(number(whole)).ok_or(money::AmountError::Overflow)?;
    let divisor = common_divisor(left, whole).max(1);
    Ok(Share::new(left / divisor, whole / divisor)?)
}

fn common_divisor(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        _ => common_divisor(b, a.checked_rem(b).unwrap_or(0)),
    }
}
