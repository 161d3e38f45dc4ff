//! Giving back an amount that was asked for, tax included: spread over what was billed for the last
//! periods, never more than that. It comes to exactly that amount: of each line net and tax come
//! back in proportion to what is left of them, whatever the rate would round to.

use calendar::{Share, Timestamp};
use money::{Amount, AmountError, Ratio, Rounding, split};

use crate::invoice::proration_credit::billed::Billed;
use crate::invoice::{Derivation, InvoiceError, Line, TaxCredit, proration_credit};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::Subscription;

/// The lines that give back an amount, or less where not so much was billed.
pub(crate) fn lines(
    snapshot: &Snapshot,
    subscription: &Subscription,
    dates: (Timestamp, Timestamp),
    amount: Amount,
) -> Result<Vec<Line>, Refusal> {
    let parts = parts(snapshot, subscription, dates)?;
    let wanted = amount.minor.min(most_of(&parts, amount)?.minor);
    let weight = |part: &Part<'_>| Ok(Ratio::from(part.gross()?.max(0)));
    let weights = parts.iter().map(weight).collect::<Result<Vec<Ratio>, AmountError>>()?;
    let grosses = split(wanted, &weights).map_err(InvoiceError::from)?;
    let mut lines = Vec::new();
    for (part, gross) in parts.iter().zip(grosses) {
        lines.extend(part.line(gross)?);
    }
    Ok(lines)
}

/// All that could be given back, tax included; what was taken off counts against it.
pub(crate) fn most(
    snapshot: &Snapshot,
    subscription: &Subscription,
    dates: (Timestamp, Timestamp),
) -> Result<Amount, Refusal> {
    let parts = parts(snapshot, subscription, dates)?;
    Ok(most_of(&parts, Amount::zero(subscription.terms.currency))?)
}

fn most_of(parts: &[Part<'_>], of: Amount) -> Result<Amount, AmountError> {
    let grosses = parts.iter().map(|part| Ok(Amount { minor: part.gross()?, ..of }));
    let grosses = grosses.collect::<Result<Vec<Amount>, AmountError>>()?;
    Ok(Amount::sum(of.currency, grosses)?.or_zero())
}

/// What is left of a line.
struct Part<'a> {
    billed: Billed<'a>,
    net: i64,
    /// By rate, in the order of the line's.
    taxes: Vec<i64>,
}

/// The lines of the last periods: those that run until the end, or now.
fn parts<'a>(
    snapshot: &'a Snapshot,
    subscription: &Subscription,
    (end, now): (Timestamp, Timestamp),
) -> Result<Vec<Part<'a>>, Refusal> {
    let from = end.min(now);
    let mut parts = Vec::new();
    for billed in proration_credit::billed(snapshot, subscription, |_| true)? {
        let ends_now = billed.until == from && billed.line.period.end == from;
        if !ends_now && !proration_credit::is_running(subscription, billed.line, billed.until, from)
        {
            continue;
        }
        let net = billed.left()?;
        if net.is_zero() {
            continue;
        }
        let tax = |tax_credit: &TaxCredit| match tax_credit.most {
            Some(most) => Ok(most.minor),
            None => {
                let exact = net.major() * tax_credit.rate.clone();
                exact.to_minor(net.currency, Rounding::HalfAwayFromZero).map(|amount| amount.minor)
            }
        };
        let taxes = billed.taxes.iter().map(tax).collect::<Result<_, AmountError>>()?;
        parts.push(Part { billed, net: net.minor, taxes });
    }
    Ok(parts)
}

impl Part<'_> {
    fn gross(&self) -> Result<i64, AmountError> {
        let mut taxes = self.taxes.iter();
        let sum = taxes.try_fold(self.net, |sum, tax| sum.checked_add(*tax));
        sum.ok_or(AmountError::Overflow)
    }

    /// The line that gives back so much of it, tax included.
    fn line(&self, gross: i64) -> Result<Option<Line>, Refusal> {
        if gross == 0 {
            return Ok(None);
        }
        let taxes: Vec<Ratio> = self.taxes.iter().map(|number| Ratio::from(*number)).collect();
        let weights = [Ratio::from(self.net), taxes.iter().sum()];
        let parts = split(gross, &weights).map_err(InvoiceError::from)?;
        // There is no tax without a net that it is of.
        let minor = parts.first().copied().unwrap_or(gross).max(1);
        let taxes = split(gross.checked_sub(minor).ok_or(AmountError::Overflow)?, &taxes);
        let taxes =
            if self.taxes.is_empty() { Vec::new() } else { taxes.map_err(InvoiceError::from)? };
        let net = self.billed.line.net()?.minor;
        let share = match minor == net {
            true => Share::FULL,
            false => Share::new(minor, net)?,
        };
        let Some(mut line) = self.billed.line(self.billed.line.period, share)? else {
            return Ok(None);
        };
        if let Derivation::ProrationCredit(back) = &mut line.derivation {
            back.agreed = true;
            for (tax_credit, minor) in back.taxes.iter_mut().zip(taxes) {
                tax_credit.amount.minor = minor.saturating_neg();
            }
        }
        Ok(Some(line))
    }
}
